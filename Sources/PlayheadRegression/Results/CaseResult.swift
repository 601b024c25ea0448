public import PlayheadAnalysis
public import PlayheadModel

/// The result of a case.
public struct CaseResult: Hashable, Sendable {
  /// The outcome of running a case.
  public enum Outcome: Hashable, Sendable {
    /// The session was played and checked against what was expected.
    case ran(CheckedSession)
    /// The session could not be played.
    case couldNotRun(CaseError)
  }

  /// The verdict on a case.
  public enum Verdict: String, CaseIterable, Hashable, Sendable {
    /// Nothing failed, and no expectation of level `warn` either.
    case passed
    /// Only expectations of level `warn` do not hold.
    case warned
    /// An expectation does not hold, the media is damaged and that is not allowed, playback stands
    /// still at the end and that is not expected, or the session is worse than its baseline or not
    /// comparable with it.
    case failed
    /// The case could not run.
    case error
  }

  /// The case.
  public package(set) var checkCase: SuiteCase
  /// The outcome.
  public package(set) var outcome: Outcome
  /// How long running it took, in real time; `nil` if nobody measured.
  public package(set) var runTime: Duration?
  /// What the case was run with; `nil` if it could not run.
  package var setting: CaseSetting?
  /// The comparison with a baseline; `nil` without one.
  package var comparison: CaseComparison?
  /// Why its session waits; `nil` unless the case does not pass for its waits and causes are looked
  /// for.
  package var causes: SessionCauses?
  /// The record for a new baseline; `nil` unless requested.
  public package(set) var record: RecordedCase?

  /// The verdict.
  public var verdict: Verdict {
    switch outcome {
    case .couldNotRun: .error
    case .ran(let session)
    where session.contains(.failed) || isDamageRefused || isStandstillRefused
      || comparison?.hasFailed == true:
      .failed
    case .ran(let session) where session.contains(.warned): .warned
    case .ran: .passed
    }
  }

  /// What is missing from the media that was played; `nil` if the case could not run.
  public var damage: MediaDamage? {
    if case .ran(let session) = outcome { session.summary.damage } else { nil }
  }

  /// Whether the case fails because its media is damaged.
  public var isDamageRefused: Bool { damage?.isDamaged == true && !checkCase.allowsDamage }

  /// How playback stands still at the end; `nil` if it does not, or if the case could not run.
  package var standstill: Standstill? {
    if case .ran(let session) = outcome { session.standstill } else { nil }
  }

  /// Whether the case fails because playback stands still at the end.
  ///
  /// An expectation `endReason == …` that names how the session ends accepts it.
  public var isStandstillRefused: Bool {
    guard let standstill else { return false }
    return !checkCase.expectations.contains { $0.accepts(standstill) }
  }

  /// Whether it ran and nothing failed.
  public var hasPassed: Bool { verdict == .passed || verdict == .warned }

  /// A result of `checkCase`.
  public init(_ checkCase: SuiteCase, _ outcome: Outcome) {
    self.checkCase = checkCase
    self.outcome = outcome
  }
}

extension SessionExpectation {
  /// Whether it expects the end that `standstill` has.
  fileprivate func accepts(_ standstill: Standstill) -> Bool {
    switch condition {
    case _ where level == .off: false
    case .metric(.endReason, .equal, .word(standstill.endReason.rawValue)): true
    default: false
    }
  }
}

/// A session that was checked against expectations.
public struct CheckedSession: Hashable, Sendable {
  /// Its figures of merit.
  public package(set) var summary: SessionSummary
  /// Its stalls, in order.
  public package(set) var stalls: [Stall]
  /// How playback stands still at the end; `nil` if it does not.
  package var standstill: Standstill?
  /// The result of each expectation, in order.
  public package(set) var results: [ExpectationResult]

  /// A session with the given values.
  package init(
    summary: SessionSummary, stalls: [Stall], standstill: Standstill? = nil,
    results: [ExpectationResult]
  ) {
    self.summary = summary
    self.stalls = stalls
    self.standstill = standstill
    self.results = results
  }

  /// Whether an expectation has `verdict`.
  func contains(_ verdict: ExpectationResult.Verdict) -> Bool {
    results.contains { $0.verdict == verdict }
  }
}
