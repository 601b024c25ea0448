import Expectations
import PlayheadKit
import PlayheadWatch
import Testing

@Suite("Keys and the mouse are read")
struct InputTests {
  @Test(
    "Bytes of a terminal are keys",
    arguments: [
      ("q", [WatchInput.key(.character("q"))]), ("\u{1B}[C", [.key(.right)]),
      ("\u{1B}OD", [.key(.left)]), ("\u{1B}[A\u{1B}[B", [.key(.up), .key(.down)]),
      ("\u{3}\u{1A}", [.key(.control("c")), .key(.control("z"))]), ("\r", [.key(.enter)]),
      ("\u{7F}", [.key(.backspace)]), ("é", [.key(.character("é"))]),
      ("\u{1B}[<0;41;5M", [.mouse(.press, column: 40, row: 4)]),
      ("\u{1B}[<32;280;78M", [.mouse(.drag, column: 279, row: 77)]),
      ("\u{1B}[<0;1;1m", [.mouse(.release, column: 0, row: 0)]),
      // The wheel, another button, the mouse without one, a key that means nothing.
      ("\u{1B}[<64;1;1M", []), ("\u{1B}[<2;1;1M", []), ("\u{1B}[<35;1;1M", []), ("\u{1B}[5~", []),
    ])
  func bytes(text: String, inputs: [WatchInput]) {
    var whole = KeyReader()
    expect(whole.read(text.utf8), equals: inputs)
    // In whatever parts they come.
    var parts = KeyReader()
    expect(text.utf8.flatMap { parts.read([$0]) }, equals: inputs)
  }

  @Test("A lone escape is a key once nothing follows")
  func escape() {
    var reader = KeyReader()
    expect(reader.read([0x1B]) == [] && reader.isWaiting)
    expect(reader.flush() == [.key(.escape)] && !reader.isWaiting)
  }

  @Test("A script has times and keys, and what the mouse does")
  func script() throws {
    let script = try WatchScript(
      parsing: """
        # comment
        2s  right 5 space
        +1s press 40,6

        3s  size 40x10 show ctrl-c
        """)
    let steps: [(WallTime, WatchScript.Step)] = [
      (.seconds(2), .input(.key(.right))), (.seconds(2), .input(.key(.character("5")))),
      (.seconds(2), .input(.key(.character(" ")))),
      (.seconds(3), .input(.mouse(.press, column: 40, row: 6))),
      (.seconds(3), .input(.resize(ScreenSize(columns: 40, rows: 10)))), (.seconds(3), .show),
      (.seconds(3), .input(.key(.control("c")))),
    ]
    expect(script.steps.elementsEqual(steps) { $0 == $1 })
  }

  @Test(
    "A malformed script is refused with its line",
    arguments: [
      ("1s q\nfoo q", 2, "foo"), ("2s q\n1s q", 2, "before"), ("1s rihgt", 1, "rihgt"),
      ("1s press", 1, "place"), ("1s press a,b", 1, "place"), ("1s size 0x0", 1, "size"),
    ])
  func malformed(text: String, line: Int, words: String) throws {
    let problem = #expect(throws: WatchScript.Problem.self) { try WatchScript(parsing: text) }
    expect(problem?.line == line && problem?.problem.contains(words) ?? false)
  }
}
