public import PlayheadAnalysis
import PlayheadModel

/// A metric whose value differs from the recorded one.
public struct MetricChange: Hashable, Sendable {
  /// The verdict on a change.
  public enum Verdict: String, CaseIterable, Hashable, Sendable {
    /// The change is within the tolerance.
    case tolerated
    /// The change is beyond the tolerance, and an improvement for the viewer.
    case better
    /// The change is beyond the tolerance, and a regression for the viewer.
    case worse
    /// The change is beyond the tolerance, and neither; or only one of the two values exists.
    case changed
  }

  /// The metric.
  public package(set) var metric: SessionMetric
  /// The recorded value; `nil` if there was none.
  public package(set) var recorded: MetricValue?
  /// The current value; `nil` if the session has none.
  public package(set) var found: MetricValue?
  /// The permitted deviation.
  public package(set) var tolerance: Tolerance
  /// The verdict on the change.
  public package(set) var verdict: Verdict

  /// The change of `metric`; `nil` if the values are equal.
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
  /// `value` in its units; the longest stall without stalls is zero.
  fileprivate func units(of value: MetricValue?) -> Int64? {
    value == nil && self == .longestStallSeconds ? 0 : value?.units
  }
}

extension MetricChange {
  /// The change as exact text: `startup: was 2.5s, is 3.1s (+0.6s, +24%)`.
  public var text: String {
    let values = [("was", recorded), ("is", found)].map { "\($0.0) \(text(of: $0.1))" }
    return "\(metric.plainName): \(values.joined(separator: ", "))\(differenceText)"
  }

  private func text(of value: MetricValue?) -> String {
    switch value {
    case nil: "none"
    case .unbounded?: "still open at the end"
    case let value?: metric.text(of: value)
    }
  }

  /// The difference in the metric's unit and in percent, to a hundredth, halves up; a smaller
  /// difference reads `<0.01`, not zero.
  private var differenceText: String {
    guard metric.kind.isOrdered, let old = recorded?.units, let new = found?.units,
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
