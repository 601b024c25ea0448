import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite("Annotations of GitHub Actions")
struct CheckAnnotationTests {
  /// A command as the runner takes it apart: what is between the double colons, and what is behind.
  private struct Command {
    var level: String
    var properties: [String: String]
    var message: String

    init?(_ line: Substring) {
      guard line.hasPrefix("::"), let end = line.dropFirst(2).range(of: "::") else { return nil }
      let head = line[line.index(line.startIndex, offsetBy: 2)..<end.lowerBound]
      let parts = head.split(separator: " ", maxSplits: 1)
      level = String(parts[0])
      message = Self.unescaped(line[end.upperBound...])
      properties = [:]
      for property in parts.dropFirst().joined().split(separator: ",") {
        let pair = property.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        properties[String(pair[0])] = Self.unescaped(pair[1])
      }
    }

    private static func unescaped(_ text: Substring) -> String {
      [("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")]
        .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
    }
  }

  @Test("are a line each and say where and what", arguments: CheckResults.wildNames)
  func commands(_ name: String) throws {
    let text = CheckAnnotations.text([CheckResults.suite(name)])
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let commands = lines.compactMap(Command.init)
    expect(commands.count, equals: lines.count)
    expect(
      commands.map(\.level),
      equals: ["notice", "warning", "error", "error", "error", "notice", "notice"])
    expect(commands.map { $0.properties["line"] }, equals: [nil, "4", "5", "6", "7", "8", "9"])
    expect(commands.allSatisfy { $0.properties["file"] == "dir/\(name).yaml".withoutControls })
    expect(commands.dropFirst().allSatisfy { $0.properties["col"] == "5" })
    expect(
      commands.dropFirst().map { $0.properties["title"] },
      equals: (2...7).map { "\(name) \($0)".printable })
  }

  @Test("say what failed and nothing of what did not")
  func messages() {
    let text = CheckAnnotations.text([
      SuiteResult(path: "s.yaml", cases: [CheckResults.ran("50%, a:b", startup: 0, line: 2)])
    ])
    expect(
      text,
      equals: """
        ::error file=s.yaml,line=2,col=5,title=50%25%2C a%3Ab::failed  startup <= 0s: 1s%0A\
        failed  no stall: 1 stall%0Astall 1 at 4.000 s, media 3.000 s, lasts 2.000 s%0A\
        media: 50%25, a:b%0Anetwork: 3g · TCP not modelled%0Aplayer: basic%0A\
        session: no user actions · default limit

        """)
    expect(CheckAnnotations.text([SuiteResult(cases: [CheckResults.ran("a")])]).isEmpty)
  }

  @Test("say what is wrong with a suite where it stands")
  func problems() {
    expect(
      CheckAnnotations.text(CheckResults.severalSuites.suffix(2)),
      equals: """
        ::error file=broken.yaml,line=3,col=8,title=playhead check::cases: "x" is wrong
        ::error file=broken.yaml,title=playhead check::7 more problems are not listed

        """)
  }
}

extension Substring {
  /// The first place of `text`.
  fileprivate func range(of text: String) -> Range<Index>? {
    ranges(of: text).first
  }
}
