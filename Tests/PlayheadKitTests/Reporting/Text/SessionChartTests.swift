import Testing

@testable import PlayheadKit

@Suite struct `The picture of a session` {
  private static func lines(
    _ report: SessionReport, width: Int, usesUnicode: Bool = false
  ) -> [String] {
    let style = TextStyle(width: width, usesUnicode: usesUnicode, usesColor: false)
    return SessionChart(report: report, style: style).lines
  }

  /// Sixteen seconds with a row each.
  ///
  /// A second is loaded from 1 s to 4 s, nothing from 5 s to 7 s, eight seconds at 8 s, and one less
  /// each second from there. It starts at 1 s, stalls from 5 s to 8 s, and is full from there until
  /// 12 s. The link carries 8 kbit/s for 4 s, nothing for 4 s, and 24 kbit/s from there.
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
      endReason: .ended, elapsed: .seconds(16), duration: .seconds(12), startup: .seconds(1),
      stalls: [Stall(number: 1, start: .seconds(5), mediaTime: .seconds(4), duration: .seconds(3))],
      seeks: [], phases: PhaseTimes(), bufferLevels: BufferLevels(), bytesDownloaded: 0,
      bytesWasted: 0, requestCount: 1, requestTime: .zero, events: events, ticks: ticks)
    return report
  }

  @Test func `has a column for each stretch of time`() throws {
    // "24 kbit/s" takes nine columns, so 16 are left of 27, one a second; the row at the end is in
    // the last one too. Of eight rows a second is one, and 8 of 24 kbit/s are four of twelve steps.
    let lines = Self.lines(try Self.report(), width: 27)
    #expect(
      lines == [
        "buffer level",
        "   8.00 s |        #",
        "          |        ##",
        "          |        ###",
        "          |        ####",
        "          |        #####",
        "          |        ######",
        "          |        #######",
        "          | ####   #######",
        "      0 s +----------------",
        "           0 s      16.00 s",
        "    start   ^",
        "  stalled       ###",
        "     full          ====",
        "",
        "link rate",
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
      for line in lines { #expect(line.count <= width) }
      let floor = try #require(lines.firstIndex { $0.contains(usesUnicode ? "└" : "+-") })
      let marks = lines[floor].enumerated().filter { $0.element == (usesUnicode ? "┬" : "+") }
        .map(\.offset).filter { $0 > 10 || usesUnicode }
      let labels = lines[floor + 1].matches(of: /\d+(\.\d+)? s/).dropFirst().dropLast()
      let middles = labels.map { label in
        lines[floor + 1].distance(
          from: lines[floor + 1].startIndex, to: label.range.lowerBound)
          + lines[floor + 1][label.range].count / 2
      }
      #expect(middles == marks)
      #expect(width < 40 || !marks.isEmpty)
    }
  }

  @Test func `is of the whole session also where nothing ever plays`() throws {
    let report = try SessionReport.played(
      .frames(3, lasting: .seconds(1), of: 100), over: .dead, BufferingPolicy())
    let lines = Self.lines(report, width: 40)
    #expect(!lines.contains { $0.contains("#") || $0.contains("stalled") })
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
    #expect(lines.contains("     seek     ^     ^"))
    #expect(lines.contains("     full          ===="))
  }

  /// The labels under an axis of 60 columns; the last ones have no room beside the end.
  private static func labels(
    _ length: MediaTime, _ durations: TextStyle.Durations = .seconds
  ) -> String {
    let style = TextStyle(
      width: 60, usesUnicode: false, usesColor: false, durations: durations)
    let axis = TimeAxis(style: style, labelWidth: 0, columns: 60, length: length)
    return axis.lines(floorLabel: "")[1].split(separator: " ").joined(separator: " ")
  }

  @Test(
    arguments: [
      (.seconds(20), "0 s 5 s 10 s 15 s 20.00 s"),
      (.seconds(100), "0 s 20 s 40 s 60 s 100.00 s"),
      (.seconds(101), "0 s 1 min 1.7 min"),
      (.seconds(600), "0 s 2 min 4 min 6 min 10.0 min"),
      (.seconds(5400), "0 s 15 min 30 min 45 min 60 min 90.0 min"),
      (.seconds(7203), "0 s 30 min 60 min 90 min 120.1 min"),
      (.seconds(5 * 3600), "0 s 1 h 2 h 3 h 4 h 5.0 h"),
      (.seconds(24 * 3600), "0 s 5 h 10 h 15 h 24.0 h"),
    ] as [(MediaTime, String)])
  func `has round steps of seconds, minutes or hours`(length: MediaTime, labels: String) {
    #expect(Self.labels(length) == labels)
  }

  @Test func `has the same steps in ISO 8601`() {
    #expect(Self.labels(.seconds(1500), .iso8601) == "PT0S PT5M PT10M PT15M PT25M0S")
    #expect(Self.labels(.seconds(20_000), .iso8601) == "PT0S PT1H PT2H PT3H PT4H PT5H33M20S")
  }
}
