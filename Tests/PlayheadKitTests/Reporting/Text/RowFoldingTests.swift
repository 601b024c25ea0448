import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `A line for rows that are left out` {
  /// What a line says: its number of rows, their time, state, rate and range, and how often full.
  private struct Claim {
    let count: Int
    let time: String
    let state: String
    let rate: String
    let range: ClosedRange<Double>
    let fullCount: Int

    init?(_ line: String) throws {
      let form =
        /: (\d+) rows? omitted \((.*?)\): (.*), ([0-9.]+ [kMG]?bit\/s), buffer (?:rises from |falls from |between )?([0-9.]+) s(?: (?:to|and) ([0-9.]+) s)?(?:, full (once|twice|\d+ times))?$/
      guard let match = line.firstMatch(of: form)?.output else { return nil }
      count = try #require(Int(match.1))
      (time, state, rate) = (String(match.2), String(match.3), String(match.4))
      let ends = [Double(match.5) ?? -1, Double(match.6 ?? match.5) ?? -1]
      range = (ends.min() ?? 0)...(ends.max() ?? 0)
      fullCount =
        switch match.7 {
        case nil: 0
        case "once": 1
        case "twice": 2
        case let times?: try #require(Int(times.prefix { $0 != " " }))
        }
    }
  }

  /// The rates, latencies and paths of `profile` within a time, in order, found interval by
  /// interval.
  private static func courses(
    of profile: BandwidthProfile, from start: WallTime, through end: WallTime
  ) -> Set<[Int64]> {
    var found: Set<[Int64]> = []
    var time = WallTime.zero
    while true {
      for (number, interval) in profile.intervals.enumerated() {
        let isHeld =
          profile.afterwards == .holdsLast && number == profile.intervals.count - 1
        let until = time + interval.duration
        if isHeld || until > start && interval.duration > .zero {
          found.insert([
            interval.rate.bitsPerSecond, interval.latency.nanoseconds,
            Int64(interval.path.rawValue),
          ])
        }
        time = until
        if isHeld || time > end { return found }
      }
    }
  }

  @Test(arguments: Seeds.some(Array(0..<20 as Range<UInt64>), oneIn: 4))
  func `is true of every one of them`(block: UInt64) throws {
    let style = TextStyle(
      width: 200, usesUnicode: false, usesColor: false, durations: .seconds)
    for seed in block * 4..<(block + 1) * 4 {
      let random = try RandomSession(seed: seed)
      var options = random.options
      options.tickInterval = .milliseconds(100)
      let session = try random.run(options: options)
      let media = MediaDescription(
        name: "clip", index: random.media.index, presentation: try random.presentation,
        decoding: nil)
      let report = SessionReport(SessionSetting(media, try random.scenario), session)
      let rows = TimelineRows(ticks: session.ticks, marks: session.marks(.seconds))
      let runs = RowFolding(rows: rows, link: report.link).runs()
        .filter { $0.count > 4 }
      let text = SessionText.text(report, style: style, contents: .report(folds: true))
      let claims = try text.split(separator: "\n").compactMap { try Claim(String($0)) }
      expect(claims.count, equals: runs.count, "\(seed)")
      expect(claims.count, equals: text.split(separator: "\n").count { $0.contains("omitted (") })
      for (claim, run) in zip(claims, runs) {
        let omitted = session.ticks[run.dropLast()]
        let (first, last) = (session.ticks[run.lowerBound - 1], session.ticks[run.upperBound - 1])
        expect(claim.count, equals: omitted.count)
        expect(
          claim.time == "\((last.wallTime - first.wallTime).secondsText) s"
            || last == session.ticks.last)
        for tick in omitted {
          var state = TickState(tick)
          if claim.fullCount > 0 { state.isFull = false }
          expect(state.text, equals: claim.state, "\(seed)")
          expect(random.profile.intervals.contains { $0.rate.figuresText == claim.rate })
          expect(report.link.rate(at: tick.wallTime).figuresText, equals: claim.rate)
          let level = Double(tick.bufferLevel.nanoseconds) / 1e9
          expect(
            level > claim.range.lowerBound - 0.0006 && level < claim.range.upperBound + 0.0006)
        }
        // Nothing happens between the rows around them but that the buffer is filled and drained.
        let marks = session.marks(.seconds).filter {
          first.wallTime < $0.wallTime && $0.wallTime <= last.wallTime
        }
        expect(marks.allSatisfy { $0.kind == .full || $0.kind == .noLongerFull }, "\(seed)")
        expect(marks.count { $0.kind == .full }, equals: claim.fullCount)
        expect(
          Self.courses(of: random.profile, from: first.wallTime, through: last.wallTime).count,
          equals: 1)
        if marks.isEmpty { Self.expectOneTrend(session.ticks[run.lowerBound - 1..<run.upperBound]) }
      }
    }
  }

  /// No level is followed by one that turns from it after another turned to it.
  private static func expectOneTrend(_ ticks: ArraySlice<Tick>) {
    let levels = ticks.map(\.bufferLevel)
    var (lowest, highest) = (levels[0], levels[0])
    var (hasRisen, hasFallen) = (false, false)
    for level in levels {
      hasFallen = hasFallen || highest - level > LevelTurns.swing(at: highest)
      hasRisen = hasRisen || level - lowest > LevelTurns.swing(at: level)
      lowest = min(lowest, level)
      highest = max(highest, level)
    }
    expect(!(hasRisen && hasFallen), "\(levels.map(\.secondsText))")
  }

  @Test func `is never written in a session without alike rows, and is in those of many`() throws {
    // A rate that changes every 100 ms changes between any two rows.
    let profile = try BandwidthProfile.steps([(100, 1), (100, 2)], .repeats)
    let changing = try SessionReport.played(
      .frames(60, lasting: .seconds(1), of: 100), over: profile, BufferingPolicy())
    let steady = try SessionReport.played(
      .frames(60, lasting: .seconds(1), of: 100), over: .byteAMillisecond(), BufferingPolicy())
    let style = TextStyle(width: 100, usesUnicode: false, usesColor: false)
    func isFolded(_ report: SessionReport) -> Bool {
      SessionText.text(report, style: style, contents: .report(folds: true)).contains("omitted (")
    }
    expect(!isFolded(changing))
    expect(isFolded(steady))
    // The same rate, but another latency each time; then the same again under two names.
    for (latencies, folds) in [([20, 30], false), ([20, 20], true)] as [([Int64], Bool)] {
      let profile = try BandwidthProfile(
        name: "latencies",
        intervals: latencies.map {
          .init(
            duration: .milliseconds(100), rate: BitRate(bitsPerSecond: 8000),
            latency: .milliseconds($0))
        }, afterwards: .repeats)
      let report = try SessionReport.played(
        .frames(60, lasting: .seconds(1), of: 100), over: profile, BufferingPolicy())
      expect(isFolded(report), equals: folds)
    }
  }
}
