/// The harmonic mean of the latest samples.
package struct HarmonicMean: Hashable, Sendable {
  /// The number of samples that count.
  package let window: Int
  private var samples: [Double] = []

  /// A mean of the latest `window` samples.
  ///
  /// - Precondition: `window` is positive.
  package init(window: Int) {
    precondition(window > 0, "a mean of no samples")
    self.window = window
  }

  /// Takes in `value`, which is positive.
  package mutating func add(_ value: Double) {
    samples.append(value)
    if samples.count > window { samples.removeFirst() }
  }

  /// The mean; `nil` without a sample.
  package var value: Double? {
    guard !samples.isEmpty else { return nil }
    var sum = 0.0
    for sample in samples { sum += 1 / sample }
    return 1 / (sum / Double(samples.count))
  }
}
