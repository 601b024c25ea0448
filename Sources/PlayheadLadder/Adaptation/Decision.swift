public import PlayheadModel

/// What a rule chose, and why.
public struct Decision: Hashable, Sendable {
  /// The number of the level, 0 the lowest.
  public var level: Int
  /// How long to wait before the segment is requested.
  public var delay: WallTime
  /// The throughput that the rule reckons with, in bits per second; `nil` if it has none.
  public var estimate: Double?
  /// Why this level, as a phrase: "highest below 0.9 of the estimate".
  public var reason: String

  /// `level`, for `reason`, after `delay`.
  public init(
    level: Int, reason: String, estimate: Double? = nil, delay: WallTime = .zero
  ) {
    self.level = level
    self.reason = reason
    self.estimate = estimate
    self.delay = delay
  }

  /// Whether it is the same level at the same time, for whatever reason.
  package func isSameChoice(as other: Decision) -> Bool {
    level == other.level && delay == other.delay
  }
}
