/// How far the value of a metric may lie from the recorded one and still count as the same.
///
/// It is one-sided or two-sided: `+5%` allows for more and not for less, `-5%` for less and not for
/// more, `±5%` or `5%` for both. What a side does not allow for is compared exactly.
public struct Tolerance: Hashable, Sendable {
  /// How far a value may lie to one side.
  public enum Margin: Hashable, Sendable {
    /// By so much of the recorded value, in 0…1 and beyond.
    case share(Ratio)
    /// By so many nanoseconds, millionths, bytes, bits per second or things, as the metric has them.
    case units(Int64)

    /// Not at all.
    public static let none = Margin.units(0)
  }

  /// How much more is allowed.
  public var above: Margin
  /// How much less is allowed.
  public var below: Margin

  /// A tolerance of the sides given.
  public init(above: Margin = .none, below: Margin = .none) {
    self.above = above
    self.below = below
  }

  /// Nothing but the recorded value will do.
  public static let exact = Tolerance()

  /// Whether `found` is as good as `recorded`, both in the units of one metric.
  func allows(_ found: Int64, for recorded: Int64) -> Bool {
    let difference = Int128(found) - Int128(recorded)
    guard difference != 0 else { return true }
    switch difference > 0 ? above : below {
    case .units(let units): return difference.magnitude <= units.magnitude
    case .share(let share):
      return difference.magnitude * 1_000_000
        <= UInt128(recorded.magnitude) * UInt128(share.millionths.magnitude)
    }
  }

  /// The tolerance as it is written for `metric`: `+5%`, `±0.1s`, `+5% -1%`, `0`.
  public func text(for metric: SessionMetric) -> String {
    if self == .exact { return "0" }
    if above == below { return "±\(Self.text(above, metric))" }
    let sides = [("+", above), ("-", below)].filter { $0.1 != .none }
    return sides.map { $0.0 + Self.text($0.1, metric) }.joined(separator: " ")
  }

  private static func text(_ margin: Margin, _ metric: SessionMetric) -> String {
    switch margin {
    case .share(let share): share.percentText.filter { $0 != " " }
    // A share of time in percent would read as a share of the recorded value.
    case .units(let units) where metric.kind == .share: Ratio(millionths: units).text
    case .units(let units):
      MetricValue(units: units, of: metric.kind).map(metric.text(of:)) ?? String(units)
    }
  }
}
