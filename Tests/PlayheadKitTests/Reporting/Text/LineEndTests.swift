import Expectations
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `Lines of text` {
  /// Whether a line ends with a number whose unit, or what it counts, begins the next.
  private static func parts(_ line: Substring, _ next: Substring) -> Bool {
    // The times of an event may have a line of their own.
    let isTimes = line.contains(/^[ !]*\d[\d:]*\.\d{3}(\s+\d[\d:]*\.\d{3})?$/)
    guard !isTimes, let last = line.split(separator: " ").last, last.contains(/^\(?\d[\d.]*$/)
    else { return false }
    let units =
      /^(s|ms|h|min|%|B|[kMG]i?B|[kM]?bit\/s|Gbit\/s|kB\/s|MB\/s|fps|Hz|times|stalls?|requests?|rows?|samples?|frames?|channels?|seeks?|networks|presets|intervals?|cases?|failed|passed)[,.;:)]*$/
    return next.drop { " !".contains($0) }.prefix { $0 != " " }.contains(units)
  }

  private static func texts(_ width: Int) throws -> [String] {
    let style = TextStyle(width: width, usesUnicode: false, usesColor: false)
    let report = try SessionReport.played(
      .frames(60, lasting: .seconds(1), of: 100), over: .steps([(1000, 1), (12_000, 0), (0, 1)]),
      BufferingPolicy(), do: [try UserAction(parsing: "20s seek 2")], ticks: .seconds(1))
    guard case .profile(let profile) = try NetworkArgument(parsing: "10s@800k,5s@0,1.2M") else {
      return []
    }
    return [
      SessionText.text(report, style: style, contents: .report(folds: true)),
      SessionText.text(report, style: style, contents: .events),
      SessionText.text(report, style: style, contents: .chart),
      NetworkText.text(NetworkReport(profile: profile), style: style),
      PresetTable(NetworkPreset.all, style: style).text,
    ]
  }

  @Test(arguments: Seeds.some(Array(20...200), oneIn: 5))
  func `part no number from its unit`(width: Int) throws {
    for text in try Self.texts(width) {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (line, next) in zip(lines, lines.dropFirst()) {
        expect(!Self.parts(line, next), "\(line)\n\(next)")
      }
    }
  }

  @Test func `would be found if they did`() {
    expect(Self.parts("for 1.308", "   s in all"))
    expect(Self.parts("(6.14", "% of it)"))
    expect(!Self.parts("for 1.308 s", "in all"))
    expect(!Self.parts("  1.000  0.500", "  1.500  1.000"))
  }
}
