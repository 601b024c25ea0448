import Expectations
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `Names from outside` {
  private static let names =
    CheckResults.wildNames + [
      "::error::forged", "  ::set-output name=a::b", "\u{A0}\u{3000}::error::forged",
      "##[error]forged",
      "a ##[group]b", "###[error]forged", "a\n::error::forged", "a\r\n##[error]forged",
      "name that is as wide as a line of text needs to be ::error::forged",
      "\u{1B}]0;title\u{7}", "\u{9B}31m", "\u{7F}", "\u{61C}", "\u{2066}a\u{2069}",
    ]

  private static let style = TextStyle(width: 40, usesUnicode: true, usesColor: false)

  /// The reports on a suite in which everything is called `name`, by what they are called.
  private static func reports(_ name: String) -> [(format: String, text: String)] {
    var suite = CheckResults.suite(name)
    suite.problems = [SuiteProblem(nil, name)]
    var wide = style
    wide.wrapsNames = false
    return [
      ("text", CheckText.text([suite], style: style)),
      ("wide", CheckText.text([suite], style: wide)),
      (
        "list",
        CaseListText.text([Suite(name: name, cases: suite.cases.map(\.checkCase))], style: style)
      ),
      ("tap", CheckTAP.text([suite])), ("junit", CheckJUnit.text([suite])),
      ("markdown", CheckMarkdown.text([suite])), ("github", CheckAnnotations.text([suite])),
      ("json", String(decoding: CheckJSON.bytes([suite]), as: UTF8.self)),
    ]
  }

  /// Whether the runner of GitHub Actions looks for a command in `line`: after white space two
  /// colons, or anywhere two number signs and a bracket.
  private static func isCommand(_ line: Substring) -> Bool {
    line.drop(while: \.isWhitespace).hasPrefix("::") || line.contains("##[")
  }

  @Test(arguments: names) func `forge no command to the runner`(name: String) {
    for (format, text) in Self.reports(name) {
      // The runner ends lines at carriage returns, too.
      for line in text.split(whereSeparator: \.isNewline) where Self.isCommand(line) {
        let levels = ["::error ", "::warning ", "::notice "]
        expect(format == "github" && levels.contains { line.hasPrefix($0) }, "\(format): \(line)")
      }
    }
  }

  @Test(arguments: names) func `act on no terminal`(name: String) {
    for (format, text) in Self.reports(name) {
      let unsafe = text.unicodeScalars.filter { scalar in
        switch scalar.value {
        case 0x0A: false
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
      }
      expect(unsafe.isEmpty, "\(format)")
    }
  }

  @Test func `stay whole where programs read the text`() {
    let name = "a name of several words, /with/slashes/and more of them than 40 columns hold"
    var style = Self.style
    expect(!CheckText.text([CheckResults.suite(name)], style: style).contains(name))
    style.wrapsNames = false
    let lines = CheckText.text([CheckResults.suite(name)], style: style).split(separator: "\n")
    for line in [
      name, "dir/\(name).yaml", "passed  \(name) 1", "failed  \(name) 3", "error   \(name) 4",
      "        cannot open, \(name) 4: No such file or directory", "note    about \(name)",
    ] {
      expect(lines.contains { $0 == line }, "\(line)")
    }
  }

  @Test(arguments: [
    ("::error::x", "\\::error::x"), (" ::x", " \\::x"), ("a::x", "a::x"), (":x", ":x"), ("", ""),
    ("\u{A0}::x", "\u{A0}\\::x"), (": :x", ": :x"), ("::", "\\::"),
  ])
  func `have a backslash before two colons that begin a line`(text: String, expected: String) {
    expect(text.withoutCommand, equals: expected)
  }

  @Test(arguments: [
    ("##[x]", #"##\[x]"#), ("###[x]", #"###\[x]"#), ("#[x]", "#[x]"), ("## [x]", "## [x]"),
    ("a\u{1B}[0m", "a\u{FFFD}[0m"), ("é", "é"), ("\u{7E}\u{7F}", "~\u{FFFD}"),
  ])
  func `are printable`(text: String, expected: String) {
    expect(text.printable, equals: expected)
  }

  @Test func `are exact in JSON and in attributes of XML`() throws {
    var printer = JSONPrinter(openLevels: 0)
    printer.print(.string("##[a] #[b] \u{202E}"))
    let text = String(decoding: printer.bytes, as: UTF8.self)
    expect(text, equals: "\"##\\u005ba] #[b] \\u202e\"")
    var writer = XMLWriter()
    writer.element("a", ["b": "##[c]"], text: "x\n ::d")
    expect(writer.text.hasSuffix("<a b=\"##&#91;c]\">x\n &#58;:d</a>\n"))
  }
}
