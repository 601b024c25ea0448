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
    ])
  func `have the values that a table gives`(name: String, value: String) throws {
    #expect(Self.summary[try SessionMetric(named: name)]?.plainText == value)
  }

  @Test func `do not exist for files, and levels that are not there have none`() throws {
    let file = SessionSummary(CheckResults.session)
    #expect(file.metrics == SessionMetric.allCases)
    #expect(file.values.count == 25)
    for metric in SessionMetric.ofAdaptation + [.secondsAtLevel(0), .shareAtLevel(0)] {
      #expect(metric.isOfAdaptation)
      #expect(file[metric] == nil)
      #expect(Self.summary[metric] != nil)
    }
    #expect(Self.summary[.secondsAtLevel(2)] == nil)
    #expect(Self.summary[.shareAtLevel(2)] == nil)
    #expect(SessionMetric.allCases.allSatisfy { !$0.isOfAdaptation })
    #expect(
      Self.summary.metrics
        == SessionMetric.allCases + SessionMetric.ofAdaptation
        + [.secondsAtLevel(0), .secondsAtLevel(1)])
  }

  @Test func `have names of their own that are read back`() throws {
    let metrics =
      SessionMetric.allCases + SessionMetric.ofAdaptation
      + [0, 1, 10, 9999].flatMap { [SessionMetric.secondsAtLevel($0), .shareAtLevel($0)] }
    #expect(Set(metrics.map(\.rawValue)).count == metrics.count)
    for metric in metrics {
      #expect(SessionMetric(rawValue: metric.rawValue) == metric)
      #expect(try SessionMetric(named: metric.plainName) == metric)
      #expect(try SessionMetric(named: metric.rawValue) == metric)
    }
    #expect(SessionMetric.inOrder(metrics.shuffled()) == metrics)
    #expect(SessionMetric(rawValue: "timeAtLevel(0)") == nil)
    #expect(SessionMetric(rawValue: "startup") == nil)
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
    #expect(error?.problem.hasPrefix(problem) == true)
    #expect(error?.hint != nil)
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
    ])
  func `are compared exactly, the time at a level also with a share`(
    text: String, canonical: String, holds: Bool
  ) throws {
    let expectation = try SessionExpectation(parsing: text)
    #expect(expectation.text == canonical)
    #expect(try SessionExpectation(parsing: canonical) == expectation)
    #expect(expectation.result(Self.summary, stalls: []).holds == holds)
  }

  @Test(arguments: [("timeAtLevel(0) < 3", "3s"), ("meanBitRate >= 2s", "rate")])
  func `need bounds of their kind`(text: String, words: String) {
    let error = #expect(throws: GrammarError.self) { try SessionExpectation(parsing: text) }
    let said = "\(error?.problem ?? "") \(error?.hint ?? "")"
    #expect(said.contains(words))
  }

  @Test func `say nothing of a session that never started`() throws {
    var session = CheckResults.session
    session.startup = nil
    let summary = SessionSummary(session, adaptation: Self.adaptation)
    for metric in SessionMetric.ofAdaptation + [.secondsAtLevel(0), .shareAtLevel(0)] {
      #expect(summary.measurement(of: metric) == .neverStarted)
    }
  }

  @Test func `have tolerances, but not the share of a level`() throws {
    var tolerances = Tolerances()
    try tolerances.add(parsing: "meanBitRate=-5%")
    try tolerances.add(parsing: "timeAtLevel(0)=2s")
    #expect(tolerances.has(.meanBitRateBitsPerSecond))
    #expect(tolerances.has(.secondsAtLevel(0)))
    let error = #expect(throws: GrammarError.self) {
      var tolerances = Tolerances()
      try tolerances.add(parsing: "shareAtLevel(1)=2%")
    }
    #expect(error?.hint == "write timeAtLevel(1)")
  }
}
