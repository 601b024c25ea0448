/// What became of an expectation in one session.
public struct ExpectationResult: Hashable, Sendable {
  /// How it ended.
  public enum Verdict: String, CaseIterable, Hashable, Sendable {
    /// The condition holds.
    case passed
    /// The condition does not hold, and that is only told.
    case warned
    /// The condition does not hold.
    case failed
    /// The expectation is turned off.
    case off
  }

  /// What was expected.
  public var expectation: SessionExpectation
  /// What was found.
  public var actual: Measurement
  /// Whether the condition holds.
  public var holds: Bool
  /// The stalls that are against it, in order; of a condition that holds none.
  public var stalls: [Stall]

  /// What is made of it, by its level.
  public var verdict: Verdict {
    switch expectation.level {
    case .off: .off
    case .warn: holds ? .passed : .warned
    case .error: holds ? .passed : .failed
    }
  }

  /// A result of the parts given.
  public init(_ expectation: SessionExpectation, actual: Measurement, holds: Bool, stalls: [Stall])
  {
    self.expectation = expectation
    self.actual = actual
    self.holds = holds
    self.stalls = stalls
  }
}
