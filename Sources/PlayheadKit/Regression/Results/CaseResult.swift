/// The result of a case.
public struct CaseResult: Hashable, Sendable {
  /// The outcome of running a case.
  public enum Outcome: Hashable, Sendable {
    /// The session was played and checked.
    case ran(CheckedSession)
    /// The session could not be played.
    case couldNotRun(CaseError)
  }

  /// The verdict on a case.
  public enum Verdict: String, CaseIterable, Hashable, Sendable {
    /// All expectations that are not off passed.
    case passed
    /// Some expectations failed, all of which only warn.
    case warned
    /// At least one expectation failed.
    case failed
    /// The case could not run.
    case error
  }

  /// The case.
  public var checkCase: CheckCase
  /// The outcome.
  public var outcome: Outcome
  /// The comparison with a baseline; `nil` without one.
  public var comparison: CaseComparison?
  /// The record for a new baseline; `nil` unless requested.
  public var record: RecordedCase?

  /// The verdict.
  public var verdict: Verdict {
    switch outcome {
    case .couldNotRun: .error
    case .ran(let session) where session.contains(.failed) || comparison?.hasFailed == true: .failed
    case .ran(let session) where session.contains(.warned): .warned
    case .ran: .passed
    }
  }

  /// Whether it ran and nothing failed.
  public var hasPassed: Bool { verdict == .passed || verdict == .warned }

  /// A result of `checkCase`.
  public init(_ checkCase: CheckCase, _ outcome: Outcome) {
    self.checkCase = checkCase
    self.outcome = outcome
  }
}

/// A session checked against expectations.
public struct CheckedSession: Hashable, Sendable {
  /// Its figures of merit.
  public var summary: SessionSummary
  /// Its stalls, in order.
  public var stalls: [Stall]
  /// The result of each expectation, in order.
  public var results: [ExpectationResult]

  /// A session with the given values.
  public init(summary: SessionSummary, stalls: [Stall], results: [ExpectationResult]) {
    self.summary = summary
    self.stalls = stalls
    self.results = results
  }

  /// Whether an expectation has `verdict`.
  func contains(_ verdict: ExpectationResult.Verdict) -> Bool {
    results.contains { $0.verdict == verdict }
  }
}
