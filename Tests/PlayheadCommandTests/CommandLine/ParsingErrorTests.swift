import Expectations
import Testing

@testable import PlayheadCommand

@Suite("A wrong command line is answered in one line that says what to do")
struct ParsingErrorTests {
  private static let lines: KeyValuePairs = [
    "work a --rat3 5":
      "unknown option, --rat3: tool work has no such option; did you mean --rate?",
    "work a --xyzzy=5":
      "unknown option, --xyzzy: tool work has no such option; see 'tool work --help'",
    "work a -lx": "unknown option, -x: tool work has no such option; see 'tool work --help'",
    "work a -xl": "unknown option, -x: tool work has no such option; see 'tool work --help'",
    "work a -version": "unknown option, -v: tool work has no such option; see 'tool work --help'",
    "work a -rate 5":
      "unknown option, -rate: tool work has no such option; did you mean --rate?",
    "work a -target=b":
      "unknown option, -target=b: tool work has no such option; did you mean --target?",
    "--loud work": "unknown option, --loud: tool has no such option; "
      + "write it after the command, 'tool work --loud'",
    "--versoin": "unknown option, --versoin: tool has no such option; did you mean --version?",
    "work a --re 1":
      "ambiguous option, --re: it matches --resume-buffer and --restart; write it out",
    "work a --=1": "unknown option, --: tool work has no such option; see 'tool work --help'",
    "work a --rate": "missing value, --rate: the option requires one; write --rate=RATE",
    "work a -r": "missing value, --rate: the option requires one; write --rate=RATE",
    "work a -lr": "missing value, --rate: the option requires one; write --rate=RATE",
    "work a --target --loud":
      "missing value, --target: the option requires one; write --target=FILE",
    "work a -t -l": "missing value, --target: the option requires one; write --target=FILE",
    "work a -t --": "missing value, --target: the option requires one; write --target=FILE",
    "work a --shade": "missing value, --shade: the option requires one; write --shade=light|dark",
    "work a --loud=1": "unexpected value, --loud=1: the option takes none; write --loud",
    "work a --lo=": "unexpected value, --loud=: the option takes none; write --loud",
    "work a -t x --target y":
      "repeated option, --target: it can be given only once; remove one",
    "work a --shade drak":
      "bad value, --shade=drak: expected light or dark; did you mean dark?",
    "work a --shade DARK":
      "bad value, --shade=DARK: expected light or dark; did you mean dark?",
    "work a --shade=blue": "bad value, --shade=blue: expected light or dark",
    "work a --tint=blue": "bad value, --tint=blue: expected light or dark",
    "work a --tint=drak": "bad value, --tint=drak: expected light or dark; did you mean dark?",
    "work a --tint --tint=dark": "repeated option, --tint: it can be given only once; remove one",
    "work a --tint=dark --tint": "repeated option, --tint: it can be given only once; remove one",
    "work a b --tint dark":
      "too many operands, dark: the value of --tint follows a =; write --tint=dark",
    "work --tint light a b":
      "too many operands, light: the value of --tint follows a =; write --tint=light",
    "work a b c --tint":
      "too many operands, c: tool work takes no more than 2; see 'tool work --help'",
    "choose gren": "bad operand, gren: COLOUR is one of red or green; did you mean green?",
    "choose blue": "bad operand, blue: COLOUR is one of red or green",
    "work": "missing operand, FILE: tool work requires it; see 'tool work --help'",
    "work a b c": "too many operands, c: tool work takes no more than 2; see 'tool work --help'",
    "rest a": "too many operands, a: tool rest takes none; see 'tool rest --help'",
    "wrok a": "unknown command, wrok: tool has no such command; did you mean work?",
    "xyzzy": "unknown command, xyzzy: tool has no such command; see 'tool --help'",
    "a.mp4": "unknown command, a.mp4: tool has no such command; did you mean 'tool work a.mp4'?",
    "-": "unknown command, -: tool has no such command; see 'tool --help'",
  ]

  @Test("Every mistake has its words", arguments: lines.map { ($0.key, $0.value) })
  func words(line: String, expected: String) {
    #expect {
      try Program.fixture.parse(PlayheadCommandTests.words(line))
    } throws: { error in
      let failure = error as? Failure
      expect(failure?.line, equals: "playhead: \(expected)")
      return failure?.code == .usage
    }
  }
}
