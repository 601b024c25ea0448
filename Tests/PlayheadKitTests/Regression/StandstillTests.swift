import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

/// 20 frames of a second and 1 kB each, over a link of a byte a millisecond while it works.
@Suite("Playback that stands still at the end")
struct StandstillTests {
  /// How a session comes to its end.
  enum End: String, CaseIterable {
    case played, neverStarted, cutOffBeforeStart, pausedBeforeStart, starvedInStall
    case cutOffInStall, starvedAfterSeek, cutOffAfterSeek, cutOffBelowThreshold, paused
    case cutOffWhilePlaying

    /// What playback waits for, as the rules of a session say; `nil` if it does not.
    var kind: Standstill.Kind? {
      switch self {
      case .played, .paused, .cutOffWhilePlaying: nil
      case .neverStarted, .cutOffBeforeStart, .pausedBeforeStart: .startup
      case .starvedInStall, .cutOffInStall: .stall
      case .starvedAfterSeek, .cutOffAfterSeek, .cutOffBelowThreshold: .seek
      }
    }

    var endReason: Session.EndReason {
      switch self {
      case .played: .ended
      case .neverStarted, .starvedInStall, .starvedAfterSeek: .starved
      case .pausedBeforeStart, .paused: .paused
      case .cutOffBeforeStart, .cutOffInStall, .cutOffAfterSeek, .cutOffBelowThreshold: .limit
      case .cutOffWhilePlaying: .limit
      }
    }

    /// The rates of the link, in bytes a millisecond, and how long each holds, in milliseconds; the
    /// last one is held.
    fileprivate var link: [(milliseconds: Int64, bytesAMillisecond: Int64)] {
      switch self {
      case .neverStarted: [(1000, 0)]
      case .starvedInStall, .starvedAfterSeek: [(5000, 2), (1000, 0)]
      // Nothing comes for an hour, and everything after it.
      case .cutOffBeforeStart: [(3_600_000, 0), (1000, 10)]
      case .cutOffInStall, .cutOffAfterSeek, .cutOffBelowThreshold:
        [(5000, 2), (3_600_000, 0), (1000, 10)]
      case .played, .pausedBeforeStart, .paused, .cutOffWhilePlaying: [(1000, 10)]
      }
    }

    fileprivate var actions: [UserAction] {
      get throws {
        let text: String? =
          switch self {
          case .pausedBeforeStart: "0s pause"
          // Ten seconds of media are in by then.
          case .starvedAfterSeek, .cutOffAfterSeek: "6s seek 15"
          // The target is loaded, and less than the threshold ahead of it.
          case .cutOffBelowThreshold: "6s seek 9"
          case .paused: "4s pause"
          default: nil
          }
        return try text.map { [try UserAction(parsing: $0)] } ?? []
      }
    }

    fileprivate var limit: WallTime? {
      switch self {
      case .cutOffBeforeStart, .cutOffInStall, .cutOffAfterSeek, .cutOffBelowThreshold: .seconds(60)
      case .cutOffWhilePlaying: .seconds(10)
      default: nil
      }
    }
  }

  private func result(_ end: End, _ expectations: [SessionExpectation]) throws -> CaseResult {
    let clip = Clip.frames(20, lasting: .seconds(1), of: 1000)
    let profile = try BandwidthProfile.steps(end.link, .holdsLast)
    let checkCase = SuiteCase(
      name: "x", media: CheckedMedia(name: "a", location: "a"),
      network: CheckedNetwork(name: "n", .profile(profile)),
      player: .policy(try BufferingPolicy(BufferingPolicy.Parameters())),
      actions: try end.actions, limit: end.limit, expectations: expectations)
    let media = PlayableMedia(try clip.presentation)
    let runner = SuiteRunner(media: { (_: CheckedMedia) throws(CaseError) in media })
    return try #require(runner.run(Suite(cases: [checkCase]))).cases[0]
  }

  @Test("is told with what it waits for", arguments: End.allCases)
  func kinds(end: End) throws {
    let result = try result(end, [])
    expect(result.standstill?.kind, equals: end.kind)
    guard case .ran(let session) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    expect(session.summary.endReason, equals: end.endReason)
    // 10 kB are 10 s of media; the seek is at 6 s.
    switch end.kind {
    case .stall: expect(result.standstill?.mediaTime, equals: .seconds(10))
    case .seek:
      expect(result.standstill?.start, equals: .seconds(6))
      expect(result.standstill?.mediaTime, equals: .seconds(end == .cutOffBelowThreshold ? 9 : 15))
    case .startup, nil: expect(result.standstill?.start == nil)
    case .error: Issue.record("a file that a player gives up on")
    }
  }

  /// Expectations on each metric, one of which holds whatever the value is.
  private static func expectations(_ metric: SessionMetric) throws -> [SessionExpectation] {
    let bounds =
      switch metric.kind {
      case .wallTime, .mediaTime: ["<= 24h", ">= 0s"]
      case .count: ["<= 1000000", ">= 0"]
      case .share: ["<= 100%", ">= 0%"]
      case .frequency: ["<= 100000", ">= 0"]
      case .score: ["<= 1000000", ">= -1000000"]
      case .bytes: ["<= 100GB", ">= 0B"]
      case .rate: ["<= 1Gbps", ">= 0bps"]
      case .word: ["== ended", "!= ended"]
      case .flag: ["== false", "== true"]
      }
    return try bounds.map { try SessionExpectation(parsing: "\(metric.plainName) \($0)") }
  }

  @Test(
    "fails a case, whatever is expected", arguments: End.allCases,
    SessionMetric.allCases)
  func metrics(end: End, metric: SessionMetric) throws {
    for expectation in try Self.expectations(metric) {
      let result = try result(end, [expectation])
      if end.kind != nil { expect(result.verdict, equals: .failed, "\(expectation)") }
    }
  }

  @Test("fails a case that expects something of stalls, or nothing", arguments: End.allCases)
  func stalls(end: End) throws {
    let texts = ["no stall", "no stall before 1s", "every stall <= 24h"]
    let expectations = [[]] + (try texts.map { [try SessionExpectation(parsing: $0)] })
    for expectations in expectations {
      try expect(result(end, expectations).verdict, equals: (end.kind == nil ? .passed : .failed))
    }
  }

  @Test("is accepted by a case that expects how it ends, and by no other", arguments: End.allCases)
  func accepted(end: End) throws {
    for reason in Session.EndReason.allCases {
      for level in SessionExpectation.Level.allCases {
        let expected = try SessionExpectation(
          parsing: "endReason == \(reason.rawValue)", level: level)
        let result = try result(end, [expected])
        let isExpected = reason == end.endReason && level != .off
        expect(result.isStandstillRefused, equals: (end.kind != nil && !isExpected))
        if isExpected { expect(result.verdict, equals: .passed) }
      }
    }
  }

  @Test("is accepted by no bound on stalls", arguments: End.allCases)
  func openStall(end: End) throws {
    for text in ["longestStall >= 0s", "stallSeconds != 1s", "stallCount >= 0"] {
      let result = try result(end, [SessionExpectation(parsing: text)])
      expect(result.isStandstillRefused, equals: (end.kind != nil))
    }
  }

  @Test(
    "is in words, with how to accept it",
    arguments: [
      (End.neverStarted, ["playback never starts"]),
      (
        .starvedInStall,
        ["playback stops at 11.000 s, media 10.000 s: stall still open at the end"]
      ),
      (
        .starvedAfterSeek,
        ["playback stops at 6.000 s, media 15.000 s: does not resume after the seek"]
      ),
      (.played, []),
    ])
  func words(end: End, lines: [String]) throws {
    let hint =
      lines.isEmpty ? [] : ["accept with the expectation “endReason == \(end.endReason.rawValue)”"]
    try expect(result(end, []).standstillLines, equals: lines + hint)
    let expected = try SessionExpectation(parsing: "endReason == \(end.endReason.rawValue)")
    try expect(
      result(end, [expected]).standstillLines, equals: lines.map { $0 + ", as expected" })
  }
}
