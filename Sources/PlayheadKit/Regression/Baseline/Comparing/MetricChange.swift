/// A metric whose value is not the recorded one.
public struct MetricChange: Hashable, Sendable {
  /// What is made of a change.
  public enum Verdict: String, CaseIterable, Hashable, Sendable {
    /// It is within the tolerance.
    case tolerated
    /// It is beyond the tolerance, and what a viewer would rather have.
    case better
    /// It is beyond the tolerance, and what a viewer would rather not have.
    case worse
    /// It is beyond the tolerance, and neither; or the value exists on one side only.
    case changed
  }

  /// The metric.
  public var metric: SessionMetric
  /// What was recorded; `nil` if there was no such value.
  public var recorded: MetricValue?
  /// What was found; `nil` if there is no such value.
  public var found: MetricValue?
  /// How far the one may lie from the other.
  public var tolerance: Tolerance
  /// What is made of it.
  public var verdict: Verdict

  /// The change of `metric`; `nil` if there is none.
  init?(
    _ metric: SessionMetric, recorded: MetricValue?, found: MetricValue?, tolerance: Tolerance
  ) {
    guard recorded != found else { return nil }
    self.metric = metric
    self.recorded = recorded
    self.found = found
    self.tolerance = tolerance
    verdict = Self.verdict(metric, recorded: recorded, found: found, tolerance)
  }

  private static func verdict(
    _ metric: SessionMetric, recorded: MetricValue?, found: MetricValue?, _ tolerance: Tolerance
  ) -> Verdict {
    // An unbounded value is greater than any other, and no tolerance reaches so far.
    if recorded == .unbounded || found == .unbounded {
      return recorded == .unbounded ? .better : .worse
    }
    guard let old = metric.units(of: recorded), let new = metric.units(of: found) else {
      return .changed
    }
    if tolerance.allows(new, for: old) { return .tolerated }
    return switch metric.preference {
    case .lower: new < old ? .better : .worse
    case .higher: new > old ? .better : .worse
    case .none: .changed
    }
  }
}

extension SessionMetric {
  /// `value` in its units; the longest of no stalls is no time at all.
  fileprivate func units(of value: MetricValue?) -> Int64? {
    value == nil && self == .longestStallSeconds ? 0 : value?.units
  }
}

extension MetricChange {
  /// The change in words, exact: `startup: was 2.5s, is 3.1s (+0.6s, +24%)`.
  public var text: String {
    let values = [("was", recorded), ("is", found)]
      .map { "\($0.0) \($0.1.map(metric.text(of:)) ?? "none")" }
    return "\(metric.plainName): \(values.joined(separator: ", "))\(differenceText)"
  }

  /// By how much, in the metric's unit and in hundredths of a percent, halves up; less than one of them
  /// is not shown as nothing.
  private var differenceText: String {
    guard let old = recorded?.units, let new = found?.units,
      let amount = MetricValue(units: max(old, new) - min(old, new), of: metric.kind)
    else { return "" }
    let sign = new < old ? "-" : "+"
    let difference = metric.kind == .share ? amount.plainText : metric.text(of: amount)
    guard old > 0, let units = amount.units else { return " (\(sign)\(difference))" }
    let hundredths = (Int128(units) * 20_000 + Int128(old)) / (2 * Int128(old))
    let share =
      hundredths > 0 ? sign + decimalText(hundredths, places: 2, trimmed: true) : "<0.01"
    return " (\(sign)\(difference), \(share)%)"
  }
}
