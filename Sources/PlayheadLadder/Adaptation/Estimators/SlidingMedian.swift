/// The weighted median of the latest samples, as Media3 estimates bandwidth, in single precision.
///
/// The window is a weight, not a number of samples: weight that exceeds it is taken off the oldest.
package struct SlidingMedian: Hashable, Sendable {
  /// The total weight that counts.
  package let window: Int
  private var samples: [Sample] = []
  private var totalWeight = 0

  private struct Sample: Hashable, Sendable {
    var weight: Int
    var value: Float
  }

  /// A median of the latest samples of the total weight `window`.
  ///
  /// - Precondition: `window` is positive.
  package init(window: Int) {
    precondition(window > 0, "a median of no samples")
    self.window = window
  }

  /// Takes in `value` with `weight`, which is not negative.
  package mutating func add(_ value: Float, weight: Int) {
    samples.append(Sample(weight: weight, value: value))
    totalWeight += weight
    while totalWeight > window {
      let excess = totalWeight - window
      if samples[0].weight <= excess {
        totalWeight -= samples[0].weight
        samples.removeFirst()
      } else {
        samples[0].weight -= excess
        totalWeight -= excess
      }
    }
  }

  /// The first value, in ascending order, up to which lies half of the weight; `nil` without a
  /// sample.
  package var value: Float? {
    let sorted = samples.sorted { $0.value < $1.value }
    let half = 0.5 * Float(totalWeight)
    var weight = 0
    for sample in sorted {
      weight += sample.weight
      if Float(weight) >= half { return sample.value }
    }
    return sorted.last?.value
  }
}
