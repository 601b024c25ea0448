import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `The list of events` {
  @Test func `has a line for each, in columns`() throws {
    let actions = ["2s seek 40", "3s pause", "4s play", "6s rate 1.5", "9s seek 1"]
    var parameters = BufferingPolicy.Parameters()
    parameters.backBuffer = .seconds(2)
    let report = try SessionReport.played(
      .frames(60, lasting: .seconds(1), of: 100), over: .steps([(1000, 1), (12_000, 0), (0, 1)]),
      BufferingPolicy(parameters), do: actions.map { try UserAction(parsing: $0) },
      repeats: 1)
    for durations in TextStyle.Durations.allCases {
      let style = TextStyle(
        width: 120, usesUnicode: false, usesColor: false, durations: durations)
      let all = SessionText.text(report, style: style, contents: .events)
        .split(separator: "\n")
      expect(all[0].split(separator: " "), equals: ["wall", "media", "event"])
      let lines = all.dropFirst().prefix { !$0.hasPrefix("request ") }
      let requests = all.count { $0.hasPrefix("request ") }
      expect(requests, equals: report.session.requests.count)
      expect(lines.count, equals: report.session.events.count)
      // The words begin in one column, and the times before them are the events'.
      let starts = lines.map { line in
        line.distance(
          from: line.startIndex,
          to: line.firstMatch(of: /^(?:\s*\S+){2}\s{2}/)?.range.upperBound ?? line.startIndex)
      }
      expect(Set(starts).count, equals: 1)
      for (line, event) in zip(lines, report.session.events) {
        let words = line.split(separator: " ")
        let times = [durations.columnText(event.wallTime), durations.columnText(event.mediaTime)]
        expect(words.prefix(2).map(String.init), equals: times)
      }
    }
  }

  @Test(arguments: [20, 24, 30, 40, 60]) func `goes on under its words where there is no room`(
    width: Int
  ) throws {
    let report = try SessionReport.played(
      .frames(60, lasting: .seconds(1), of: 100), over: .steps([(1000, 1), (12_000, 0), (0, 1)]),
      BufferingPolicy(), do: [try UserAction(parsing: "2s seek 40")])
    func lines(_ width: Int) -> [Substring] {
      let style = TextStyle(width: width, usesUnicode: false, usesColor: false)
      return SessionText.text(report, style: style, contents: .events).split(separator: "\n")
    }
    let narrow = lines(width)
    for line in narrow { expect(line.count <= width, "\(line)") }
    func words(_ lines: [Substring]) -> [Substring] {
      lines.flatMap { $0.split(separator: " ") }
    }
    expect(
      words(narrow).filter { $0 != "event" }, equals: words(lines(1000)).filter { $0 != "event" })
  }
}
