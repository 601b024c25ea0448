/// The middle and the ends of some measurements.
struct Spread {
  let median: Double
  let least: Double
  let greatest: Double

  /// - Precondition: there are values.
  init(_ values: [Double]) {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    median =
      sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    least = sorted[0]
    greatest = sorted[sorted.count - 1]
  }
}
