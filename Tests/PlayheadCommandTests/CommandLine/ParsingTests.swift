import Expectations
import Testing

@testable import PlayheadCommand

@Suite("A command line is understood as GNU's programs would")
struct ParsingTests {
  @Test(
    "A value is found however it is attached",
    arguments: [
      "work a --rate 5", "work a --rate=5", "work a -r 5", "work a -r5", "work --rate 5 a",
      "work -r5 a", "work a --ra 5", "work a --ra=5", "work -lr5 a", "work -lr 5 a",
    ])
  func value(line: String) throws {
    let parsed = try Program.fixture.parsed(words(line))
    expect(parsed.value(.rate), equals: "5")
    expect(parsed.values(.rate), equals: ["5"])
    expect(parsed.operands, equals: ["a"])
  }

  @Test("Odd values are taken as they are")
  func oddValues() throws {
    let cases: [([String], String)] = [
      (["--rate=a=b"], "a=b"), (["--rate="], ""), (["--rate", ""], ""), (["--rate", "-5"], "-5"),
      (["--rate", "-"], "-"), (["-r=5"], "=5"), (["--rate", "--unknown"], "--unknown"),
      (["--rate=\u{301}x"], "\u{301}x"), (["--rate=--loud"], "--loud"), (["-r\r\n"], "\r\n"),
    ]
    for (arguments, value) in cases {
      try expect(Program.fixture.parsed(["work", "f"] + arguments).value(.rate), equals: value)
    }
  }

  @Test("Flags can be grouped and repeated")
  func flags() throws {
    for line in ["work -lf a", "work -l -f a", "work --loud --fast a", "work -lfl a", "work a -fl"]
    {
      let parsed = try Program.fixture.parsed(words(line))
      expect(parsed.has(.loud) && parsed.has(.fast) && !parsed.has(.restart))
      expect(parsed.values(.loud).isEmpty)
    }
  }

  @Test("A repeatable option keeps all its values in order, and the last one leads")
  func repeated() throws {
    let parsed = try Program.fixture.parsed(words("work a -r1 --rate 2 --rate=3"))
    expect(parsed.values(.rate), equals: ["1", "2", "3"])
    expect(parsed.value(.rate), equals: "3")
  }

  @Test("What was not given is absent")
  func absent() throws {
    let parsed = try Program.fixture.parsed(words("work a"))
    expect(parsed.value(.rate) == nil && parsed.values(.rate).isEmpty && !parsed.has(.rate))
    expect(parsed.choice(.shade, as: Shade.self) == nil)
  }

  @Test("A choice comes back as its case")
  func choice() throws {
    let parsed = try Program.fixture.parsed(words("work a --shade dark"))
    expect(parsed.choice(.shade, as: Shade.self), equals: .dark)
  }

  @Test("A value that may be left out follows an equals sign")
  func optionalValue() throws {
    let bare = try Program.fixture.parsed(words("work --tint dark"))
    expect(bare.has(.tint) && bare.value(.tint) == nil && bare.operands == ["dark"])
    let full = try Program.fixture.parsed(words("work --ti=dark a"))
    expect(full.choice(.tint, as: Shade.self) == .dark && full.operands == ["a"])
  }

  @Test("After -- everything is an operand, and - always is one")
  func operands() throws {
    try expect(
      Program.fixture.parsed(words("work -- --loud -l")).operands, equals: ["--loud", "-l"])
    try expect(Program.fixture.parsed(words("work - -l")).operands, equals: ["-"])
    try expect(Program.fixture.parsed(words("work a -- --")).operands, equals: ["a", "--"])
    try expect(Program.fixture.parsed(words("-- rest")).operands.isEmpty)
    try expect(Program.fixture.parsed(words("list a b c d")).operands, equals: words("a b c d"))
  }

  @Test(
    "Help is found wherever it stands, even where operands are missing",
    arguments: [
      "work --help", "work -h", "work a --help b c", "work -lh", "work --he", "work -l -h",
    ])
  func commandHelp(line: String) throws {
    guard case .help(let command) = try Program.fixture.parse(words(line)) else {
      Issue.record("not help: \(line)")
      return
    }
    expect(command?.name, equals: "work")
  }

  @Test("After -- help is an operand like others")
  func noHelp() throws {
    try expect(Program.fixture.parsed(words("work -- --help")).operands, equals: ["--help"])
  }

  @Test("Nothing at all and a lone --help ask for the program's help")
  func programHelp() throws {
    for arguments in [[], ["--help"], ["-h"], ["--"], ["--help", "work"]] {
      guard case .help(nil) = try Program.fixture.parse(arguments) else {
        Issue.record("not the program's help: \(arguments)")
        continue
      }
    }
  }

  @Test("The version is asked for before any command", arguments: ["--version", "--vers"])
  func version(word: String) throws {
    guard case .version = try Program.fixture.parse([word]) else {
      Issue.record("not the version")
      return
    }
  }
}
