public import PlayheadAnalysis
public import PlayheadModel

/// An expectation of a session.
///
/// Its text is `startup <= 2.5s`, `stallCount == 0`, `no stall before 30s` or `every stall <= 1s`;
/// `init(parsing:level:)` parses it.
public struct SessionExpectation: Hashable, Sendable {
  /// The condition of an expectation.
  public indirect enum Condition: Hashable, Sendable {
    /// A comparison of a metric with a bound of the metric's kind.
    case metric(SessionMetric, ComparisonOperator, MetricValue)
    /// Playback begins, and no stall begins before a wall time; `nil` permits no stall at all.
    case noStall(before: WallTime?)
    /// Playback begins, and each stall ends and is shorter than a wall time or, unless `isStrict`,
    /// equal to it.
    case everyStall(within: WallTime, isStrict: Bool)
    /// Another condition in at least this share of the runs of a ``Spread``.
    case mostly(Condition, inShare: Ratio)

    /// What is true or false of one session.
    package var ofOneSession: Condition {
      if case .mostly(let condition, _) = self { condition } else { self }
    }

    /// Whether it takes many runs to tell.
    package var needsSpread: Bool {
      if case .mostly = self { true } else { false }
    }
  }

  /// The consequence for a case if the condition is false.
  public enum Level: String, CaseIterable, Hashable, Sendable {
    /// None: the expectation is ignored.
    case off
    /// A warning; the case still passes.
    case warn
    /// The case fails.
    case error
  }

  /// The condition.
  public var condition: Condition
  /// The consequence if the condition is false.
  public var level: Level

  /// An expectation of `condition`.
  public init(_ condition: Condition, level: Level = .error) {
    self.condition = condition
    self.level = level
  }
}
