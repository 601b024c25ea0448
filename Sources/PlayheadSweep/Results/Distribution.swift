/// Values with weights, in order, and what is said of them.
package struct Distribution: Hashable, Sendable {
  /// The values from the smallest to the largest.
  package let values: [Double]
  /// Their weights; empty if all are one.
  private let weights: [Double]
  /// The sum of the weights.
  package let weight: Double

  /// The distribution of `values`, each with its weight.
  package init(_ values: [(value: Double, weight: Double)]) {
    let sorted = values.sorted { $0.value < $1.value }
    self.values = sorted.map(\.value)
    let isPlain = sorted.allSatisfy { $0.weight == 1 }
    weights = isPlain ? [] : sorted.map(\.weight)
    weight = isPlain ? Double(sorted.count) : sorted.reduce(0) { $0 + $1.weight }
  }

  package var count: Int { values.count }

  /// The mean by weights; `nil` without values.
  package var mean: Double? {
    guard weight > 0 else { return nil }
    if weights.isEmpty { return values.reduce(0, +) / weight }
    return zip(values, weights).reduce(0) { $0 + $1.0 * $1.1 } / weight
  }

  /// The smallest value that at least `share` of the weight does not exceed; `nil` without values.
  package func quantile(_ share: Double) -> Double? {
    guard let last = values.last, weight > 0 else { return nil }
    if weights.isEmpty {
      let rank = Int((share * Double(values.count)).rounded(.up))
      return values[min(max(rank, 1), values.count) - 1]
    }
    var sum = 0.0
    for (value, own) in zip(values, weights) {
      sum += own
      if sum >= share * weight { return value }
    }
    return last
  }

  /// The share of the weight whose values do not exceed `bound`.
  package func share(upTo bound: Double) -> Double {
    guard weight > 0 else { return 0 }
    var (low, high) = (0, values.count)
    while low < high {
      let middle = (low + high) / 2
      if values[middle] <= bound { low = middle + 1 } else { high = middle }
    }
    if weights.isEmpty { return Double(low) / weight }
    return weights[..<low].reduce(0, +) / weight
  }
}
