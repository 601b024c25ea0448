public import PlayheadModel

/// The result of an expectation in one session.
public struct ExpectationResult: Hashable, Sendable {
  /// The verdict on an expectation.
  public enum Verdict: String, CaseIterable, Hashable, Sendable {
    /// The condition is true.
    case passed
    /// The condition is false, which only warns.
    case warned
    /// The condition is false.
    case failed
    /// The expectation is off.
    case off
  }

  /// The expectation.
  public package(set) var expectation: SessionExpectation
  /// The measured value.
  public package(set) var actual: MeasuredValue
  /// Whether the condition is true.
  public package(set) var holds: Bool
  /// The stalls that violate it, in order; empty if the condition is true.
  public package(set) var stalls: [Stall]

  /// The verdict, according to the expectation's level.
  public var verdict: Verdict {
    switch expectation.level {
    case .off: .off
    case .warn: holds ? .passed : .warned
    case .error: holds ? .passed : .failed
    }
  }

  /// A result with the given values.
  public init(
    _ expectation: SessionExpectation, actual: MeasuredValue, holds: Bool, stalls: [Stall]
  ) {
    self.expectation = expectation
    self.actual = actual
    self.holds = holds
    self.stalls = stalls
  }
}
