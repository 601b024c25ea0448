/// An exponentially weighted moving average with a half-life, corrected for its start at zero.
///
/// A sample loses half of its influence while samples of the weight of a half-life follow.
package struct ExponentialAverage: Hashable, Sendable {
  /// The weight after which a sample counts half.
  package let halfLife: Double
  /// The sum of all weights.
  package private(set) var totalWeight = 0.0
  /// The average before the correction.
  private var average = 0.0

  /// An average of nothing yet.
  ///
  /// - Precondition: `halfLife` is positive.
  package init(halfLife: Double) {
    precondition(halfLife > 0, "a half-life that is not positive")
    self.halfLife = halfLife
  }

  /// Takes `value` into the average with `weight`.
  package mutating func add(_ value: Double, weight: Double) {
    let kept = Elementary.power(0.5, weight / halfLife)
    average = (1 - kept) * value + kept * average
    totalWeight += weight
  }

  /// The average; `nil` before there is any weight.
  package var value: Double? {
    guard totalWeight > 0 else { return nil }
    let halvings = totalWeight / halfLife
    // What is left of the start, less than half of the last bit of 1, then changes nothing.
    if halvings > 54 { return average }
    return average / (1 - Elementary.power(0.5, halvings))
  }
}
