/// Two exponential averages of the same samples, one of a short half-life and one of a long one.
///
/// The lower of them falls as quickly as the fast one and rises as slowly as the slow one.
public struct FastSlowAverage: Hashable, Sendable {
  /// The average that follows changes quickly.
  public private(set) var fast: ExponentialAverage
  /// The average that follows changes slowly.
  public private(set) var slow: ExponentialAverage

  /// Averages with the half-lives `fast` and `slow`.
  ///
  /// - Precondition: both are positive.
  public init(fast: Double, slow: Double) {
    self.fast = ExponentialAverage(halfLife: fast)
    self.slow = ExponentialAverage(halfLife: slow)
  }

  /// Takes `value` into both averages with `weight`.
  public mutating func add(_ value: Double, weight: Double) {
    fast.add(value, weight: weight)
    slow.add(value, weight: weight)
  }

  /// The sum of all weights.
  public var totalWeight: Double { fast.totalWeight }

  /// The lower average; `nil` before there is any weight.
  public var minimum: Double? {
    guard let fast = fast.value, let slow = slow.value else { return nil }
    return min(fast, slow)
  }

  /// The higher average; `nil` before there is any weight.
  public var maximum: Double? {
    guard let fast = fast.value, let slow = slow.value else { return nil }
    return max(fast, slow)
  }
}
