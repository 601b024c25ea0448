/// Two exponential averages of the same samples, one of a short half-life and one of a long one.
///
/// The lower of them falls as quickly as the fast one and rises as slowly as the slow one.
package struct FastSlowAverage: Hashable, Sendable {
  /// The average that follows changes quickly.
  package private(set) var fast: ExponentialAverage
  /// The average that follows changes slowly.
  package private(set) var slow: ExponentialAverage

  /// Averages with the half-lives `fast` and `slow`.
  ///
  /// - Precondition: both are positive.
  package init(fast: Double, slow: Double) {
    self.fast = ExponentialAverage(halfLife: fast)
    self.slow = ExponentialAverage(halfLife: slow)
  }

  /// Takes `value` into both averages with `weight`.
  package mutating func add(_ value: Double, weight: Double) {
    fast.add(value, weight: weight)
    slow.add(value, weight: weight)
  }

  /// The sum of all weights.
  package var totalWeight: Double { fast.totalWeight }

  /// The lower average; `nil` before there is any weight.
  package var minimum: Double? {
    guard let fast = fast.value, let slow = slow.value else { return nil }
    return min(fast, slow)
  }

  /// The higher average; `nil` before there is any weight.
  package var maximum: Double? {
    guard let fast = fast.value, let slow = slow.value else { return nil }
    return max(fast, slow)
  }
}
