import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `The picture of a session` {
  private static func lines(
    _ report: SessionReport, width: Int, usesUnicode: Bool = false
  ) -> [String] {
    let style = TextStyle(width: width, usesUnicode: usesUnicode, usesColor: false)
    return SessionChart(report: report, style: style).lines
  }

  /// Sixteen seconds with a row each.
  ///
  /// A second is loaded from 1 s to 4 s, nothing from 5 s to 7 s, eight seconds at 8 s, and one
  /// less each second from there. It starts at 1 s, stalls from 5 s to 8 s, and is full from there
  /// until 12 s. The link carries 8 kbit/s for 4 s, nothing for 4 s, and 24 kbit/s from there.
  private static func report() throws -> SessionReport {
    let levels: [Int64] = [0, 1, 1, 1, 1, 0, 0, 0, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    let ticks = levels.enumerated().map { second, level in
      Tick(
        wallTime: .seconds(Int64(second)), mediaTime: .zero, progress: Ratio(millionths: 0),
        buffered: Ratio(millionths: 0), bufferLevel: .seconds(level),
        loadedTimeRanges: TimeRangeSet(), status: .playing, rate: .normal, phase: .playing,
        isPlaybackBufferEmpty: false, isPlaybackBufferFull: false,
        isPlaybackLikelyToKeepUp: true, bytesDownloaded: 0, bytesWasted: 0, requestTime: .zero,
        stallCount: 0, stalled: .zero)
    }
    let events = [
      (1, Event.Kind.playbackStarted), (8, .isPlaybackBufferFull(true)),
      (12, .isPlaybackBufferFull(false)),
    ].map { Event(wallTime: .seconds($0.0), mediaTime: .zero, kind: $0.1) }
    var report = try SessionReport.played(
      .frames(1, lasting: .seconds(1), of: 1),
      over: .steps([(4000, 1), (4000, 0), (0, 3)]), BufferingPolicy())
    report.session = Session(
      PlaybackRecord(
        elapsed: .seconds(16), duration: .seconds(12), startup: .seconds(1),
        stalls: [
          Stall(number: 1, start: .seconds(5), mediaTime: .seconds(4), elapsed: .seconds(3))
        ],
        seeks: [], phases: PhaseTimes(), bufferLevels: BufferLevels(), bytesDownloaded: 0,
        bytesWasted: 0, requestCount: 1, requestTime: .zero, events: events, ticks: ticks),
      endReason: .ended)
    return report
  }

  @Test func `has a column for each stretch of time`() throws {
    // "24 kbit/s" takes nine columns, so 16 are left of 27, one a second; the row at the end is in
    // the last one too. Of eight rows a second is one, and 8 of 24 kbit/s are four of twelve steps.
    let lines = Self.lines(try Self.report(), width: 27)
    expect(
      lines,
      equals: [
        "buffer level per column", ".:# minimum, - maximum", "sampled every 1 s",
        "   8.00 s |        #",
        "          |        ##",
        "          |        ###",
        "          |        ####",
        "          |        #####",
        "          |        ######",
        "          |        #######",
        "          | ####   #######-",
        "      0 s +----------------",
        "           0 s      16.00 s",
        "    start   ^",
        "  stalled       ###",
        "     full          ####", "  . up to a third, : more",
        "  # all of the column",
        "",
        "link rate, mean per column",
        "24 kbit/s |        ########",
        "          |        ########",
        "          |....    ########",
        "          |####    ########",
        "  0 bit/s +----------------",
        "           0 s      16.00 s",
      ])
  }

  @Test(arguments: [20, 40, 80, 200, 1000])
  func `fits, with its times under their columns`(width: Int) throws {
    for usesUnicode in [true, false] {
      let lines = Self.lines(try Self.report(), width: width, usesUnicode: usesUnicode)
      for line in lines { expect(line.count <= width) }
      let floor = try #require(lines.firstIndex { $0.contains(usesUnicode ? "└" : "+-") })
      let marks = lines[floor].enumerated().filter { $0.element == (usesUnicode ? "┬" : "+") }
        .map(\.offset).filter { $0 > 10 || usesUnicode }
      let labels = lines[floor + 1].matches(of: /\d+(\.\d+)? s/).dropFirst().dropLast()
      let middles = labels.map { label in
        lines[floor + 1].distance(
          from: lines[floor + 1].startIndex, to: label.range.lowerBound)
          + lines[floor + 1][label.range].count / 2
      }
      expect(middles, equals: marks)
      expect(width < 40 || !marks.isEmpty)
    }
  }

  @Test func `is of the whole session also where nothing ever plays`() throws {
    let report = try SessionReport.played(
      .frames(3, lasting: .seconds(1), of: 100), over: .dead, BufferingPolicy())
    let lines = Self.lines(report, width: 40)
    expect(!lines.contains { $0.contains("|") && $0.contains("#") || $0.contains("stalled") })
  }

  @Test func `marks seeks, and a full buffer only while something is left to load`() throws {
    var report = try Self.report()
    report.session.seeks = [
      Seek(number: 1, start: .seconds(3), from: .zero, to: .zero, latency: .zero),
      Seek(number: 2, start: .milliseconds(9900), from: .zero, to: .zero, latency: nil),
    ]
    report.session.events += [
      (14, Event.Kind.loadingFinished), (14, .isPlaybackBufferFull(true)),
    ].map { Event(wallTime: .seconds($0.0), mediaTime: .zero, kind: $0.1) }
    let lines = Self.lines(report, width: 27)
    expect(lines.contains("     seek     ^     ^"))
    expect(lines.contains("     full          ####"))
  }

  @Test func `fills a column only with what covers all of it`() throws {
    // Columns of a second; in ASCII there are two steps below a full one.
    let columns = TimeColumns(count: 8, length: .seconds(8))
    func shares(_ ranges: [(Int64, Int64)], usesUnicode: Bool = false) -> String {
      let style = TextStyle(width: 80, usesUnicode: usesUnicode, usesColor: false)
      return ColumnMarks(style: style, columns: columns).shares(
        ranges.map { WallTime(nanoseconds: $0.0)...WallTime(nanoseconds: $0.1) })
    }
    let second: Int64 = 1_000_000_000
    expect(shares([(0, second)]), equals: "#")
    expect(shares([(0, second - 1)]), equals: ":")
    expect(shares([(0, second + 1)]), equals: "#.")
    expect(shares([(1, second)]), equals: ":")
    expect(shares([(second / 2, 3 * second)]), equals: ":##")
    // What is short is still there; several add up.
    expect(shares([(2 * second, 2 * second)]), equals: "  .")
    expect(shares([(7 * second + 5, 7 * second + 6)]), equals: "       .")
    expect(shares([(0, second / 4), (second / 2, 3 * second / 4)]), equals: ":")
    expect(shares([(0, second / 2), (second / 2, second)]), equals: "#")
    expect(shares([(0, second / 8)], usesUnicode: true), equals: "▁")
    expect(shares([(0, second / 8 + 1)], usesUnicode: true), equals: "▂")
    expect(shares([(0, second - 1)], usesUnicode: true), equals: "▇")
    expect(shares([(8 * second, 8 * second)]), equals: "       .")
  }

  @Test func `counts what happens in one column`() {
    let columns = TimeColumns(count: 4, length: .seconds(4))
    func points(_ count: Int) -> String {
      let style = TextStyle(width: 80, usesUnicode: false, usesColor: false)
      return ColumnMarks(style: style, columns: columns).points(
        [.seconds(3)] + Array(repeating: .zero, count: count))
    }
    expect([0, 1, 2, 9, 10].map(points), equals: ["   ^", "^  ^", "2  ^", "9  ^", "+  ^"])
  }

  @Test func `has scales that end at what is drawn`() throws {
    // 8 Mbit/s for a millisecond are 14.5 kbit/s in the first of 29 columns, which lasts 16/29 s,
    // and what comes after the session is in none.
    var report = try Self.report()
    report.setting.fileScenario.link = NetworkLink(
      following: try .steps([(1, 1000), (999, 0), (15_000, 2), (0, 10_000)]))
    let lines = Self.lines(report, width: 40)
    let rates = lines.drop { !$0.hasPrefix("link rate") }
    expect(rates.dropFirst().first?.hasPrefix("16 kbit/s |"), equals: true)
    expect(!lines.contains { $0.contains("Mbit/s") })
    // 1001 bytes in the first of 26 columns, which lasts 8/13 s, are 13 013 bit/s.
    report.setting.fileScenario.link = NetworkLink(following: try .steps([(1, 1001), (0, 0)]))
    expect(Self.lines(report, width: 40).contains { $0.hasPrefix("13.02 kbit/s |#") })
  }

  @Test func `shows a stall between two rows as a minimum of zero`() throws {
    var report = try Self.report()
    report.session.stalls = [
      Stall(
        number: 1, start: .milliseconds(9500), mediaTime: .zero, elapsed: .milliseconds(100))
    ]
    let lines = Self.lines(report, width: 27)
    // Of the column at 9 s only the shade is left, seven rows high.
    expect(lines.filter { $0.dropFirst(20).first == "-" && $0.contains("|") }.count, equals: 7)
    expect(lines.contains("  stalled           ."))
  }

  /// The labels under an axis of 60 columns; the last ones have no room beside the end.
  private static func labels(
    _ length: WallTime, _ durations: TextStyle.Durations = .clock
  ) -> String {
    let style = TextStyle(
      width: 60, usesUnicode: false, usesColor: false, durations: durations)
    let axis = TimeAxis(style: style, labelWidth: 0, columns: 60, length: length)
    return axis.lines(floorLabel: "")[1].split(separator: " ").joined(separator: " ")
  }

  @Test(
    arguments: [
      (.seconds(20), "0 s 5 s 10 s 15 s 20.00 s"),
      (.milliseconds(59_999), "0 s 10 s 20 s 30 s 40 s 1:00.00"),
      (.seconds(60), "0:00 0:10 0:20 0:30 0:40 0:50 1:00"),
      (.seconds(600), "0:00 2:00 4:00 6:00 8:00 10:00"),
      (.seconds(5400), "0:00 0:15 0:30 0:45 1:00 1:30:00"),
      (.seconds(7203), "0:00 0:30 1:00 1:30 2:00:03"),
      (.seconds(5 * 3600), "0:00 1:00 2:00 3:00 4:00 5:00:00"),
      (.seconds(24 * 3600), "0:00 6:00 12:00 18:00 24:00:00"),
    ] as [(WallTime, String)])
  func `has round steps in seconds, m:ss or h:mm`(length: WallTime, labels: String) {
    expect(Self.labels(length), equals: labels)
  }

  @Test func `has the same steps in ISO 8601`() {
    expect(Self.labels(.seconds(1500), .iso8601), equals: "PT0S PT5M PT10M PT15M PT25M0S")
    expect(Self.labels(.seconds(20_000), .iso8601), equals: "PT0S PT1H PT2H PT3H PT4H PT5H33M20S")
  }

  @Test func `says how its times are to be read`() {
    func form(_ length: WallTime, _ durations: TextStyle.Durations = .clock) -> Substring? {
      let style = TextStyle(width: 60, usesUnicode: false, usesColor: false, durations: durations)
      let axis = TimeAxis(style: style, labelWidth: 8, columns: 40, length: length)
      return axis.lines(floorLabel: "")[1].split(separator: " ").first
    }
    expect(form(.milliseconds(59_999)), equals: "0")
    expect(form(.seconds(60)), equals: "m:ss")
    expect(form(.milliseconds(3_599_999)), equals: "m:ss")
    expect(form(.seconds(3600)), equals: "h:mm")
    expect(form(.seconds(3600), .iso8601), equals: "PT0S")
    expect(form(.seconds(3600), .seconds), equals: "0")
  }

  @Test func `has the same steps in plain seconds`() {
    expect(Self.labels(.seconds(7203), .seconds), equals: "0 s 2000 s 4000 s 7203.00 s")
  }
}
