/// What a session is expected to come to.
///
/// It is written `startup <= 2.5s`, `stallCount == 0`, `no stall before 30s` or
/// `every stall <= 1s`; ``init(parsing:level:)`` reads it.
public struct SessionExpectation: Hashable, Sendable {
  /// What has to hold.
  public enum Condition: Hashable, Sendable {
    /// A metric stands so to a bound of its kind.
    case metric(SessionMetric, Comparison, MetricValue)
    /// Playback begins, and no stall begins before a wall time; none at all if there is none.
    case noStall(before: MediaTime?)
    /// Playback begins, and each of its stalls ends and is shorter than a wall time, or, unless
    /// `isStrict`, just as long.
    case everyStall(within: MediaTime, isStrict: Bool)
  }

  /// What it means for a case if the condition does not hold.
  public enum Level: String, CaseIterable, Hashable, Sendable {
    /// Nothing.
    case off
    /// It is told, and the case passes all the same.
    case warn
    /// The case fails.
    case error
  }

  /// What has to hold.
  public var condition: Condition
  /// What it means if it does not.
  public var level: Level

  /// An expectation of `condition`.
  public init(_ condition: Condition, level: Level = .error) {
    self.condition = condition
    self.level = level
  }
}
