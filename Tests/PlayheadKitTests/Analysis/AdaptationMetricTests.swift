import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadLadder
@testable import PlayheadModel
@testable import PlayheadRegression

@Suite struct `Metrics of adaptation` {
  /// Levels 0, 1, 1, 0, 1 of 100 and 300 kbit/s, of which 9 of 10 s were played.
  private static let adaptation = LadderSummary(
    TestLadder.session(levels: [0, 1, 1, 0, 1], playedTo: .seconds(9)), of: TestLadder.ladder())
  private static let summary = SessionSummary(CheckResults.session, adaptation: adaptation)

  @Test(
    arguments: [
      // (2 × 100 + 3 × 300) ÷ 5, and of what was played (4 × 100 + 5 × 300) ÷ 9.
      ("meanBitRate", "220000"), ("meanBitRateBitsPerSecond", "220000"),
      ("meanPlayedBitRate", "211111"), ("switchCount", "3"), ("switchUpCount", "2"),
      ("switchDownCount", "1"), ("switchReversalCount", "2"), ("abandonmentCount", "0"),
      ("timeAtLevel(0)", "4"), ("secondsAtLevel(1)", "5"), ("shareAtLevel(0)", "0.444444"),
      ("shareAtLevel(1)", "0.555556"),
      // 0.1 + 0.3 + 0.3 + 0.1 + 0.3 − 4.3 × 2 s − 3 × 0.2, and its fifth.
      ("linearScore", "-8.1"), ("linearScorePerSegment", "-1.62"),
      // 3 ln 3 ÷ 5; and (10 s × 5 ln 3 ÷ 9 − 5 × 2 s) ÷ 13 s.
      ("meanUtility", "0.659167"), ("bolaScore", "-0.299738"),
    ])
  func `have the values that a table gives`(name: String, value: String) throws {
    expect(Self.summary[try SessionMetric(named: name)]?.plainText, equals: value)
  }

  @Test func `do not exist for files, and levels that are not there have none`() throws {
    let file = SessionSummary(CheckResults.session)
    expect(file.metrics, equals: SessionMetric.allCases)
    expect(file.values.count, equals: 29)
    for metric in SessionMetric.ofAdaptation + [.secondsAtLevel(0), .shareAtLevel(0)] {
      expect(metric.isOfAdaptation)
      expect(file[metric] == nil)
      expect(Self.summary[metric] != nil)
    }
    expect(Self.summary[.secondsAtLevel(2)] == nil)
    expect(Self.summary[.shareAtLevel(2)] == nil)
    expect(SessionMetric.allCases.allSatisfy { !$0.isOfAdaptation })
    expect(
      Self.summary.metrics,
      equals: SessionMetric.allCases + SessionMetric.ofAdaptation
        + [.secondsAtLevel(0), .secondsAtLevel(1)])
  }

  @Test func `have names of their own that are read back`() throws {
    let metrics =
      SessionMetric.allCases + SessionMetric.ofAdaptation
      + [0, 1, 10, 9999].flatMap { [SessionMetric.secondsAtLevel($0), .shareAtLevel($0)] }
    expect(Set(metrics.map(\.rawValue)).count, equals: metrics.count)
    for metric in metrics {
      expect(SessionMetric(rawValue: metric.rawValue), equals: metric)
      try expect(SessionMetric(named: metric.plainName), equals: metric)
      try expect(SessionMetric(named: metric.rawValue), equals: metric)
    }
    expect(SessionMetric.inOrder(metrics.shuffled()), equals: metrics)
    expect(SessionMetric(rawValue: "timeAtLevel(0)") == nil)
    expect(SessionMetric(rawValue: "startup") == nil)
  }

  @Test(
    arguments: [
      ("timeAtLevel", "expected the number of a level behind timeAtLevel"),
      ("timeAtLevel()", "expected the number"), ("timeAtLevel(-1)", "expected the number"),
      ("timeAtLevel(00)", "expected the number"), ("shareAtLevel(10000)", "expected the number"),
      ("secondsAtLevel(٣)", "expected the number"), ("timeAtLevel(1", "expected the number"),
      ("timeAtLevl(0)", "unknown metric"), ("switches", "unknown metric"),
    ])
  func `refuse what is no level or no name`(name: String, problem: String) {
    let error = #expect(throws: GrammarError.self) { try SessionMetric(named: name) }
    expect(error?.problem.hasPrefix(problem), equals: true)
    expect(error?.hint != nil)
  }

  @Test(
    arguments: [
      ("timeAtLevel(0) < 10%", "shareAtLevel(0) < 10%", false),
      ("timeAtLevel(0) < 44.4445%", "shareAtLevel(0) < 44.4445%", true),
      ("shareAtLevel(0) <= 0.444444", "shareAtLevel(0) <= 44.4444%", true),
      ("timeAtLevel(0) <= 4s", "timeAtLevel(0) <= 4s", true),
      ("secondsAtLevel(0)<4", "timeAtLevel(0) < 4s", false),
      ("meanBitRate >= 220kbps", "meanBitRate >= 220kbit/s", true),
      ("meanBitRate > 220kbps", "meanBitRate > 220kbit/s", false),
      ("switchCount <= 3", "switchCount <= 3", true),
      ("switchDownCount == 0", "switchDownCount == 0", false),
      ("linearScore >= -8.1", "linearScore >= -8.1", true),
      ("linearScore>-8.1", "linearScore > -8.1", false),
      ("linearScore >= −8.100000", "linearScore >= -8.1", true),
      ("bolaScore < 0", "bolaScore < 0", true), ("bolaScore >= -0", "bolaScore >= 0", false),
      ("meanUtility >= .5", "meanUtility >= 0.5", true),
    ])
  func `are compared exactly, the time at a level also with a share`(
    text: String, canonical: String, holds: Bool
  ) throws {
    let expectation = try SessionExpectation(parsing: text)
    expect(expectation.text, equals: canonical)
    try expect(SessionExpectation(parsing: canonical), equals: expectation)
    expect(expectation.result(Self.summary, stalls: []).holds, equals: holds)
  }

  @Test(arguments: [
    ("timeAtLevel(0) < 3", "3s"), ("meanBitRate >= 2s", "rate"),
    ("linearScore >= 2s", "expected a score"), ("linearScore >= 2%", "expected a score"),
    ("bolaScore >= --1", "invalid score"), ("bolaScore >= 0.1234567", "resolution"),
    ("meanUtility >= 1e3", "invalid score"), ("linearScore >= -1000000001", "lie between"),
  ])
  func `need bounds of their kind`(text: String, words: String) {
    let error = #expect(throws: GrammarError.self) { try SessionExpectation(parsing: text) }
    let said = "\(error?.problem ?? "") \(error?.hint ?? "")"
    expect(said.contains(words))
  }

  @Test func `say nothing of a session that never started`() throws {
    var session = CheckResults.session
    session.startup = nil
    let summary = SessionSummary(session, adaptation: Self.adaptation)
    for metric in SessionMetric.ofAdaptation + [.secondsAtLevel(0), .shareAtLevel(0)] {
      expect(summary.measurement(of: metric), equals: .neverStarted)
    }
  }

  @Test func `of stalls have no score while one is open`() throws {
    var session = CheckResults.session
    session.stalls = [
      Stall(
        number: 1, start: .seconds(4), mediaTime: .seconds(3), elapsed: .seconds(1), isOpen: true)
    ]
    let summary = SessionSummary(session, adaptation: Self.adaptation)
    for metric in [SessionMetric.linearScore, .linearScorePerSegment, .bolaScore] {
      expect(summary[metric] == nil && summary.measurement(of: metric) == .none)
      let result = SessionExpectation(.metric(metric, .less, .ratio(.one)))
        .result(summary, stalls: session.stalls)
      expect(!result.holds && result.actualText == "unknown: a wait is still open at the end")
    }
    expect(summary[.meanUtility] != nil)
  }

  @Test func `are recorded and compared below zero, too`() throws {
    for text in ["-8.1", "0", "-0.000001", "1000000000000", "-1000000000000"] {
      expect(MetricValue(plainText: text, of: .linearScore)?.plainText, equals: text)
    }
    for text in ["-1000000000000.000001", "1e3", "--1", "−1", "-", "0.1234567", "inf"] {
      expect(MetricValue(plainText: text, of: .linearScore) == nil, "\(text)")
    }
    expect(MetricValue(plainText: "-1", of: .rebufferRatio) == nil)
    let value = { (millionths: Int64) in MetricValue.ratio(Ratio(millionths: millionths)) }
    let change = MetricChange(
      .linearScore, reference: value(-2_000_000), found: value(-2_500_000), tolerance: .exact)
    expect(change?.verdict, equals: .worse)
    expect(change?.text, equals: "linearScore: was -2, is -2.5 (-0.5)")
    for (tolerance, verdict) in [
      ("-0.5", MetricChange.Verdict.tolerated), ("-0.4", .worse), ("+1", .worse),
      ("25%", .tolerated), ("24%", .worse),
    ] {
      let change = MetricChange(
        .linearScore, reference: value(-2_000_000), found: value(-2_500_000),
        tolerance: try Tolerance(parsing: tolerance, for: .linearScore))
      expect(change?.verdict, equals: verdict, "\(tolerance)")
    }
    #expect(throws: GrammarError.self) { try Tolerance(parsing: "--1", for: .linearScore) }
    try expect(
      Tolerance(parsing: "-0.5", for: .linearScore).text(for: .linearScore), equals: "-0.5")
  }

  @Test(
    arguments: [
      (-8.1, -8_100_000), (0.000_000_5, 1), (-0.000_000_5, 0), (-0.000_000_6, -1), (.nan, nil),
      (.infinity, nil), (1e12, 1_000_000_000_000_000_000), (1.1e12, nil),
    ] as [(Double, Int64?)])
  func `are nearest to what was computed`(value: Double, millionths: Int64?) {
    expect(Ratio(nearest: value)?.millionths, equals: millionths)
  }

  @Test func `have tolerances, but not the share of a level`() throws {
    var tolerances = Tolerances()
    try tolerances.add(parsing: "meanBitRate=-5%")
    try tolerances.add(parsing: "timeAtLevel(0)=2s")
    expect(tolerances.has(.meanBitRateBitsPerSecond))
    expect(tolerances.has(.secondsAtLevel(0)))
    let error = #expect(throws: GrammarError.self) {
      var tolerances = Tolerances()
      try tolerances.add(parsing: "shareAtLevel(1)=2%")
    }
    expect(error?.hint, equals: "write timeAtLevel(1)")
  }
}
