import Expectations
import Testing

@testable import PlayheadCommand

@Suite("The baseline of options that do not fit")
struct BaselineOptionTests {
  @Test(
    "is refused where options do not fit each other",
    arguments: [
      ("--tolerance startup=5%", "--baseline"), ("--update-baseline", "--baseline"),
      ("--baseline X --force", "--update-baseline"),
      ("--baseline X --record-ticks", "--update-baseline"),
      ("--baseline X --update-baseline --tolerance startup=5%", "--tolerance"),
      ("--baseline X --tolerance startup", "startup=+5%"),
      ("--baseline X --tolerance stratup=5%", "did you mean startup?"),
      ("--baseline X --tolerance startup=5MB", "a number of bytes"),
      (
        "--baseline \(Project.root)/Fixtures/suites/example.yaml --update-baseline",
        "output is an input"
      ),
      ("--baseline X --update-baseline --report json=X", "output is an input"),
    ])
  func usage(_ options: String, _ words: String) throws {
    let run = try ProgramRun("check \(Project.root)/Fixtures/suites/example.yaml \(options)")
    expect(run.code, equals: .usage)
    expect(run.diagnostics.contains(words), "\(run.diagnostics)")
    expect(run.output.isEmpty)
  }

  @Test("belongs to one suite, and to none of a single file")
  func operands() throws {
    let suite = "\(Project.root)/Fixtures/suites/example.yaml"
    try expect(ProgramRun("check \(suite) \(suite) --baseline X").code, equals: .usage)
    let clip = Project.clip("faststart.mp4")
    try expect(ProgramRun("check \(clip) -n 3g -e 'no stall' --baseline X").code, equals: .usage)
  }
}
