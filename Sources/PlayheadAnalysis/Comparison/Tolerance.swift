package import PlayheadModel

/// The deviation of a metric from its value in the reference that counts as equal.
///
/// It is one-sided or two-sided: `+5%` permits more but not less, `-5%` less but not more, `±5%` or
/// `5%` both. A side without a margin is compared exactly.
package struct Tolerance: Hashable, Sendable {
  /// The permitted deviation to one side.
  package enum Margin: Hashable, Sendable {
    /// A share of the reference's value, 0…1 and beyond.
    case share(Ratio)
    /// An amount in nanoseconds, millionths, bytes, bits per second or counts, as the metric has
    /// them.
    case units(Int64)

    /// No deviation.
    package static let none = Margin.units(0)
  }

  /// The permitted increase.
  package var above: Margin
  /// The permitted decrease.
  package var below: Margin

  /// A tolerance with the given margins.
  package init(above: Margin = .none, below: Margin = .none) {
    self.above = above
    self.below = below
  }

  /// Permits only the reference's value.
  package static let exact = Tolerance()

  /// Whether `found` is within the tolerance of `reference`, both in the metric's units.
  func allows(_ found: Int64, for reference: Int64) -> Bool {
    let difference = Int128(found) - Int128(reference)
    guard difference != 0 else { return true }
    switch difference > 0 ? above : below {
    case .units(let units): return difference.magnitude <= units.magnitude
    case .share(let share):
      return difference.magnitude * 1_000_000
        <= UInt128(reference.magnitude) * UInt128(share.millionths.magnitude)
    }
  }

  /// The tolerance in its input form for `metric`: `+5%`, `±0.1s`, `+5% -1%`, `0`.
  package func text(for metric: SessionMetric) -> String {
    if self == .exact { return "0" }
    if above == below { return "±\(Self.text(above, metric))" }
    let sides = [("+", above), ("-", below)].filter { $0.1 != .none }
    return sides.map { $0.0 + Self.text($0.1, metric) }.joined(separator: " ")
  }

  private static func text(_ margin: Margin, _ metric: SessionMetric) -> String {
    switch margin {
    case .share(let share): share.percentText.filter { $0 != " " }
    // An absolute share in percent would read as a share of the reference's value.
    case .units(let units) where metric.kind == .share: Ratio(millionths: units).text
    case .units(let units):
      MetricValue(units: units, of: metric.kind).map(metric.text(of:)) ?? String(units)
    }
  }
}
