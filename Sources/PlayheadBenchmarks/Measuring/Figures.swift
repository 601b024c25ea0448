import PlayheadKit

/// Measurements as lines of text.
enum Figures {
  /// What one side took: `label  wall 85.1 ms (84.0–88.2)  CPU 80.0 ms (79.1–81.0)`.
  static func line(_ label: String, _ costs: [Cost], width: Int) -> String {
    let padding = String(repeating: " ", count: width - label.count)
    let wall = times(costs.map(\.wall))
    let cpu = times(costs.map(\.cpu))
    return "  \(label)\(padding)  wall \(wall)  CPU \(cpu)"
  }

  /// How the sides compare, by their medians and by each pair of runs.
  static func ratios(
    _ ours: [Cost], _ theirs: [Cost], target: Double, aim: Double?
  ) -> String {
    let wall = ratio(ours, theirs, \.wall)
    let cpu = ratio(ours, theirs, \.cpu)
    let wish = aim.map { ", aim \(fixed($0, 2))" } ?? ""
    return "  ratio wall \(wall.text)  CPU \(cpu.text)  "
      + "target wall ≤ \(fixed(target, 2))\(wish): \(verdict(wall.value <= target))"
  }

  /// Whether a figure that is no ratio keeps to its bound.
  static func bounded(_ label: String, _ value: String, _ target: String, isMet: Bool) -> String {
    "  \(label) \(value)  target \(target): \(verdict(isMet))"
  }

  /// `value` with `places` digits behind the point.
  static func fixed(_ value: Double, _ places: Int) -> String {
    guard value.isFinite else { return "\(value)" }
    return WallTime(nanoseconds: Int64(value * 1e9)).secondsText(places: places)
  }

  private static func ratio(
    _ ours: [Cost], _ theirs: [Cost], _ part: KeyPath<Cost, Double>
  ) -> (value: Double, text: String) {
    let pairs = CostSpread(zip(ours, theirs).map { $0[keyPath: part] / $1[keyPath: part] })
    let value =
      CostSpread(ours.map { $0[keyPath: part] }).median
      / CostSpread(theirs.map { $0[keyPath: part] }).median
    let range = "\(fixed(pairs.least, 2))–\(fixed(pairs.greatest, 2))"
    return (value, "\(fixed(value, 2)) (\(range))")
  }

  private static func times(_ seconds: [Double]) -> String {
    let spread = CostSpread(seconds)
    let (unit, factor) = spread.median < 1 ? ("ms", 1000.0) : ("s", 1.0)
    let places = spread.median < 1 ? 1 : 2
    let range = "\(fixed(spread.least * factor, places))–\(fixed(spread.greatest * factor, places))"
    return "\(fixed(spread.median * factor, places)) \(unit) (\(range))"
  }

  private static func verdict(_ isMet: Bool) -> String { isMet ? "met" : "MISSED" }
}

/// The middle and the ends of some measurements.
struct CostSpread {
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
