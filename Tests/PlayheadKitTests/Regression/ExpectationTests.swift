import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

/// Media of a frame of 1 kB a second, played at a rate at which it takes 1 ms a byte: all by hand.
@Suite struct `Expectations held against sessions` {
  /// Two stalls: from 12 s for 2.5 s, and from 20 s for 1 s.
  private static let stalls = [
    Stall(number: 1, start: .seconds(12), mediaTime: .seconds(9), elapsed: .milliseconds(2500)),
    Stall(number: 2, start: .seconds(20), mediaTime: .milliseconds(14_500), elapsed: .seconds(1)),
  ]

  /// A session whose figures are all known.
  private static func summary(stalls: [Stall] = stalls) throws -> SessionSummary {
    var summary = SessionSummary(
      try Clip.frames(2, lasting: .seconds(1), of: 100)
        .play(over: .byteAMillisecond(), BufferingPolicy()))
    summary.startup = .seconds(3)
    summary.stallCount = stalls.count
    let stalled = stalls.reduce(WallTime.zero) { $0 + $1.elapsed }
    summary.stalled = StallLength(stalled, isOpen: stalls.contains(where: \.isOpen))
    summary.longestStall = stalls.map(\.length).longest
    summary.rebufferRatio = Ratio(millionths: 20_000)
    summary.rebufferRatioWatch = Ratio(millionths: 15_000)
    summary.stallsPerMinute = Ratio(millionths: 500_000)
    summary.bytesDownloaded = 10_000_000
    summary.observedRate = BitRate(bitsPerSecond: 1_000_000)
    return summary
  }

  private func result(
    _ text: String, _ summary: SessionSummary, _ stalls: [Stall] = stalls
  ) throws -> ExpectationResult {
    try SessionExpectation(parsing: text).result(summary, stalls: stalls)
  }

  @Test(
    "compare exactly, on both sides of each bound",
    arguments: [
      ("startup <= 3s", true), ("startup <= 2999999999ns", false), ("startup < 3s", false),
      ("startup < 3000000001ns", true), ("startup >= 3s", true), ("startup > 3s", false),
      ("startup >= 3000000001ns", false), ("startup == 3s", true), ("startup != 3s", false),
      ("startup != 3000000001ns", true), ("startup == 0:03", true),
      ("stallCount <= 2", true), ("stallCount <= 1", false), ("stallCount < 3", true),
      ("stallCount < 2", false), ("stallCount == 2", true), ("stallCount != 2", false),
      ("rebufferRatio <= 2%", true), ("rebufferRatio < 2%", false),
      ("rebufferRatio < 2.0001%", true), ("rebufferRatio <= 0.019999", false),
      ("stallsPerMinute <= 0.5", true), ("stallsPerMinute < 0.5", false),
      ("stallsPerMinute < 0.500001", true),
      ("bytesDownloaded <= 10MB", true), ("bytesDownloaded <= 9999999", false),
      ("observed >= 1Mbps", true), ("observed >= 1000001bps", false),
      ("longestStall <= 2.5s", true), ("longestStall < 2.5s", false),
      ("stallSeconds <= 3.5s", true), ("stallSeconds < 3.5s", false),
      ("endReason == ended", true), ("endReason != ended", false), ("endReason != limit", true),
      ("no stall", false), ("no stall before 12s", true),
      ("no stall before 12000000001ns", false), ("no stall before 0s", true),
      ("every stall <= 2.5s", true), ("every stall < 2.5s", false),
      ("every stall <= 2499999999ns", false), ("every stall < 2500000001ns", true),
    ])
  func boundaries(text: String, holds: Bool) throws {
    let result = try result(text, Self.summary())
    expect(result.holds, equals: holds)
    expect(result.verdict, equals: (holds ? .passed : .failed))
    expect(!holds || result.stalls.isEmpty)
  }

  @Test(
    "name the stalls that are against them",
    arguments: [
      ("stallCount <= 1", [1, 2]), ("no stall", [1, 2]), ("no stall before 13s", [1]),
      ("no stall before 20s", [1]), ("no stall before 21s", [1, 2]),
      ("every stall <= 2s", [1]), ("every stall < 1s", [1, 2]), ("longestStall <= 2s", [1]),
      ("longestStall <= 1s", [1]), ("longestStall < 1s", [1, 2]), ("stallSeconds <= 3s", [1, 2]),
      ("rebufferRatio < 1%", [1, 2]), ("startup <= 1s", []),
      ("bytesDownloaded <= 1MB", []), ("longestStall > 3s", [1, 2]),
    ])
  func offendingStalls(text: String, numbers: [Int]) throws {
    let result = try result(text, Self.summary())
    expect(!result.holds)
    expect(result.stalls.map(\.number), equals: numbers)
  }

  @Test(
    "fail where there is no value, whatever the comparison",
    arguments: [
      SessionMetric.rebufferRatio, .rebufferRatioWatch, .stallsPerMinute,
      .meanBufferSeconds, .minimumBufferSeconds, .observedBitsPerSecond,
    ])
  func missingValues(metric: SessionMetric) throws {
    var summary = try Self.summary(stalls: [])
    summary.rebufferRatio = nil
    summary.rebufferRatioWatch = nil
    summary.stallsPerMinute = nil
    summary.meanBuffer = nil
    summary.minimumBuffer = nil
    summary.observedRate = nil
    expect(summary[metric] == nil)
    let bound: MetricValue =
      switch metric.kind {
      case .wallTime: .wallTime(.seconds(1))
      case .mediaTime: .mediaTime(.seconds(1))
      case .rate: .rate(BitRate(bitsPerSecond: 1))
      default: .ratio(Ratio(millionths: 1))
      }
    for comparison in ComparisonOperator.allCases {
      let result = SessionExpectation(.metric(metric, comparison, bound)).result(
        summary, stalls: [])
      expect(!result.holds && result.actual == .none && result.actualText == "none")
    }
  }

  @Test("take the longest stall of none for no time at all")
  func noStalls() throws {
    let summary = try Self.summary(stalls: [])
    for text in ["longestStall <= 1s", "longestStall == 0s", "no stall", "every stall < 1ns"] {
      try expect(result(text, summary, []).holds)
    }
    try expect(!result("longestStall > 0s", summary, []).holds)
    try expect(result("no stall", summary, []).actualText, equals: "no stall")
  }

  /// The first stall, and another that is still open at the end.
  private static let openStalls = [
    stalls[0],
    Stall(
      number: 2, start: .seconds(20), mediaTime: .seconds(14), elapsed: .seconds(1), isOpen: true),
  ]

  /// It stalled for 3.5 s until it was cut, for 2.5 s at a time at most, in 2 % of the time.
  @Test(
    "decide by what had elapsed of an open stall, and fail where that does not decide",
    arguments: [
      ("stallSeconds", "3.5s", "3499999999ns"), ("longestStall", "2.5s", "2499999999ns"),
      ("rebufferRatio", "2%", "1.9999%"), ("rebufferRatioWatch", "1.5%", "1.4999%"),
    ], Session.EndReason.allCases)
  func openStall(_ metric: (name: String, least: String, less: String), end: Session.EndReason)
    throws
  {
    var summary = try Self.summary(stalls: Self.openStalls)
    summary.endReason = end
    for (comparison, bound, holds) in [
      (">=", metric.least, true), (">", metric.least, false), (">", metric.less, true),
      ("!=", metric.less, true), ("!=", metric.least, false), ("==", metric.least, false),
      ("<=", metric.least, false), ("<", "100%", false), ("<=", metric.less, false),
    ] {
      let bound = bound == "100%" && metric.least.hasSuffix("s") ? "24h" : bound
      let result = try result("\(metric.name) \(comparison) \(bound)", summary, Self.openStalls)
      expect(result.holds, equals: holds, "\(result.expectation.text)")
      expect(
        result.actualText, equals: "at least \(metric.least): the session was cut in an open stall")
    }
    // How many there are is known all the same.
    try expect(result("stallCount <= 2", summary, Self.openStalls).holds)
  }

  @Test("name the stalls that may be against a bound")
  func openStallsNamed() throws {
    let summary = try Self.summary(stalls: Self.openStalls)
    let short = try result("longestStall <= 3s", summary, Self.openStalls)
    expect(short.stalls, equals: [Self.openStalls[1]])
    try expect(
      result("rebufferRatio <= 99.9999%", summary, Self.openStalls).stalls, equals: Self.openStalls)
  }

  @Test("of many runs hold in the share of them that they name, and without runs not at all")
  func runs() throws {
    let calm = try Self.summary(stalls: [])
    let run = Spread.Run(summary: calm, stalls: [], levels: [:])
    let stalled = Spread.Run(summary: try Self.summary(), stalls: Self.stalls, levels: [:])
    let spread = Spread(
      seed: 1, evidence: .measured, runs: Array(repeating: run, count: 19) + [stalled])
    for (text, holds) in [
      ("stallCount <= 0 in 95%", true), ("stallCount <= 0 in 95.0001%", false),
      ("no stall in 95%", true), ("no stall in 100%", false), ("every stall <= 3s in 100%", true),
      ("startup < 3s in 1%", false),
    ] {
      let expectation = try SessionExpectation(parsing: text)
      let result = expectation.result(calm, stalls: [], spread: spread)
      expect(result.holds, equals: holds, "\(text)")
      expect(!expectation.result(calm, stalls: []).holds)
    }
    let result = try SessionExpectation(parsing: "stallCount == 0 in 100%")
      .result(calm, stalls: [], spread: spread)
    expect(result.actualText, equals: "holds in 19 of 20 runs")
    let range = try #require(spread.range(of: .stallCount))
    expect(range.least == .count(0) && range.most == .count(0))
  }

  @Test("have no bound without end", arguments: SessionMetric.allCases)
  func infinity(metric: SessionMetric) throws {
    expect((try? metric.bound(parsing: "inf")) == nil)
  }

  @Test("take seek latencies of no seeks for no time, of unfinished ones for none")
  func seeks() throws {
    var summary = try Self.summary()
    expect(summary.seekCount, equals: 0)
    try expect(result("longestSeekLatency <= 1s", summary).holds)
    try expect(result("meanSeekLatency <= 1s", summary).holds)
    summary.seekCount = 1
    try expect(!result("longestSeekLatency <= 1s", summary).holds)
    try expect(!result("meanSeekLatency <= 1s", summary).holds)
  }

  @Test("take a buffer that was all loaded before the start for large enough")
  func unlimitedBuffer() throws {
    var summary = try Self.summary()
    summary.meanBuffer = .seconds(5)
    summary.minimumBuffer = nil
    for (comparison, holds) in [
      (">=", true), (">", true), ("!=", true), ("<", false), ("<=", false), ("==", false),
    ] {
      let result = try result("minimumBuffer \(comparison) 1h", summary)
      expect(result.holds, equals: holds)
      expect(result.actualText, equals: "all loaded before the start")
    }
  }

  @Test("of stalls fail where playback never began")
  func neverStarted() throws {
    var summary = try Self.summary(stalls: [])
    summary.startup = nil
    for text in [
      "no stall", "no stall before 1s", "every stall <= 1s", "stallCount == 0",
      "stallSeconds <= 1s", "longestStall <= 1s", "rebufferRatio < 2%", "stallsPerMinute < 1",
    ] {
      let result = try result(text, summary, [])
      expect(!result.holds && result.actual == .neverStarted)
    }
  }

  /// A bound on each metric that a session which does nothing keeps from above, and one from below.
  private static func bounds(_ metric: SessionMetric) -> [MetricValue] {
    switch metric.kind {
    case .wallTime: [.wallTime(.zero), .wallTime(.seconds(86_400))]
    case .mediaTime: [.mediaTime(.zero), .mediaTime(.seconds(86_400))]
    case .count: [.count(0), .count(1_000_000)]
    case .share, .frequency, .score: [.ratio(Ratio(millionths: 0)), .ratio(.one)]
    case .bytes: [.bytes(0), .bytes(1 << 40)]
    case .rate: [.rate(BitRate(bitsPerSecond: 0)), .rate(BitRate(bitsPerSecond: 1 << 40))]
    case .word: Session.EndReason.allCases.map { .word($0.rawValue) }
    case .flag: [.flag(false), .flag(true)]
    }
  }

  @Test(
    "fail on every metric of playback that never started, except how it ended",
    arguments: SessionMetric.allCases + SessionMetric.ofAdaptation + SessionMetric.ofOptimum,
    [Session.EndReason.starved, .limit, .paused])
  func nothingPlayed(metric: SessionMetric, end: Session.EndReason) throws {
    var summary = try Self.summary(stalls: [])
    summary.startup = nil
    summary.endReason = end
    let ofMedia: Set<SessionMetric> = [
      .missingSamples, .missingSeconds, .undecodableSeconds, .damaged,
    ]
    guard !ofMedia.contains(metric) else { return }
    for comparison in ComparisonOperator.allCases {
      for bound in Self.bounds(metric) {
        let result = SessionExpectation(.metric(metric, comparison, bound))
          .result(summary, stalls: [])
        let isTold =
          metric == .endReason && comparison == .equal && bound == .word(end.rawValue)
        expect(result.holds, equals: isTold, "\(result.expectation.text)")
        if metric != .endReason {
          expect(result.actualText, equals: "unknown: playback never started")
        }
      }
    }
  }

  @Test("say long times as reports do, and read them back")
  func longTimes() throws {
    var summary = try Self.summary()
    for (milliseconds, text) in [
      (59_999, "59.999s"), (60_000, "1:00"), (62_500, "1:02.5"), (3_600_000, "1:00:00"),
    ] as [(Int64, String)] {
      summary.startup = .milliseconds(milliseconds)
      let condition = SessionExpectation.Condition.metric(
        .startupSeconds, .atMost, .wallTime(.milliseconds(milliseconds)))
      let result = SessionExpectation(condition).result(summary, stalls: [])
      expect(result.expectation.text == "startup <= \(text)" && result.actualText == text)
      try expect(SessionExpectation(parsing: result.expectation.text).condition, equals: condition)
      let others = [
        SessionExpectation.Condition.noStall(before: .milliseconds(milliseconds)),
        .everyStall(within: .milliseconds(milliseconds), isStrict: true),
      ]
      for other in others {
        try expect(
          SessionExpectation(parsing: SessionExpectation(other).text).condition, equals: other)
        expect(SessionExpectation(other).text.hasSuffix(" \(text)"))
      }
    }
  }

  @Test("hold no open stall for short enough", arguments: ["<=", "<"])
  func everyOpenStall(comparison: String) throws {
    let summary = try Self.summary(stalls: Self.openStalls)
    let result = try result("every stall \(comparison) 24h", summary, Self.openStalls)
    expect(!result.holds && result.stalls == [Self.openStalls[1]])
    expect(
      result.actualText,
      equals: "the longest lasts at least 2.5s: the session was cut in an open stall")
  }

  @Test("mean what their level says")
  func levels() throws {
    let summary = try Self.summary()
    for (level, failing, passing) in [
      (
        SessionExpectation.Level.error, ExpectationResult.Verdict.failed,
        ExpectationResult.Verdict.passed
      ),
      (.warn, .warned, .passed), (.off, .off, .off),
    ] {
      func verdict(_ text: String) throws -> ExpectationResult.Verdict {
        try SessionExpectation(parsing: text, level: level).result(summary, stalls: Self.stalls)
          .verdict
      }
      try expect(verdict("no stall"), equals: failing)
      try expect(verdict("startup <= 3s"), equals: passing)
    }
  }
}
