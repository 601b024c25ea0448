import PlayheadModel

/// A metric whose value differs from that of the reference: a recorded session, or the first of
/// several.
package struct MetricChange: Hashable, Sendable {
  /// The verdict on a change.
  package enum Verdict: String, CaseIterable, Hashable, Sendable {
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
  package var metric: SessionMetric
  /// The value in the reference; `nil` if it has none.
  package var reference: MetricValue?
  /// The value in the session; `nil` if it has none.
  package var found: MetricValue?
  /// The permitted deviation.
  package var tolerance: Tolerance
  /// The verdict on the change.
  package var verdict: Verdict

  /// The change of `metric`; `nil` if the values are equal.
  package init?(
    _ metric: SessionMetric, reference: MetricValue?, found: MetricValue?, tolerance: Tolerance
  ) {
    guard reference != found else { return nil }
    self.metric = metric
    self.reference = reference
    self.found = found
    self.tolerance = tolerance
    verdict = Self.verdict(metric, reference: reference, found: found, tolerance)
  }

  private static func verdict(
    _ metric: SessionMetric, reference: MetricValue?, found: MetricValue?, _ tolerance: Tolerance
  ) -> Verdict {
    // A wait without an end is longer than one that ends, and no tolerance reaches so far.
    let (wasOpen, isOpen) = (reference?.isLowerBound ?? false, found?.isLowerBound ?? false)
    if wasOpen != isOpen { return isOpen ? .worse : .better }
    guard let old = metric.units(of: reference), let new = metric.units(of: found) else {
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
  package var text: String {
    let values = [("was", reference), ("is", found)].map { "\($0.0) \(text(of: $0.1))" }
    return "\(metric.plainName): \(values.joined(separator: ", "))\(differenceText)"
  }

  private func text(of value: MetricValue?) -> String {
    value.map { metric.text(of: $0) } ?? "none"
  }

  private var differenceText: String {
    guard let difference else { return "" }
    let amount = difference.amount
    if metric.kind == .share {
      // Not a share of a share.
      return " (\(difference.sign)\(metric.text(of: amount)) points)"
    }
    let text = metric.text(of: amount)
    let share = difference.percentText.map { ", \($0)%" } ?? ""
    return " (\(difference.sign)\(text)\(share))"
  }

  /// By how much a value lies above or below that of the reference.
  package struct Difference: Hashable, Sendable {
    /// Whether it lies below.
    package let isLess: Bool
    /// By how much.
    package let amount: MetricValue
    /// The reference's value, in the metric's units.
    private let reference: Int64
    private let units: Int64

    fileprivate init?(from old: Int64, to new: Int64, of kind: SessionMetric.Kind) {
      units = max(old, new) - min(old, new)
      guard kind.isOrdered, let amount = MetricValue(units: units, of: kind) else { return nil }
      (self.amount, isLess, reference) = (amount, new < old, old)
    }

    /// `-` or `+`.
    package var sign: String { isLess ? "-" : "+" }

    /// The difference in percent of the reference's value, to a hundredth, halves up; a smaller one
    /// reads `<0.01`, not zero; `nil` if that value is zero.
    package var percentText: String? {
      guard reference > 0 else { return nil }
      let hundredths = (Int128(units) * 20_000 + Int128(reference)) / (2 * Int128(reference))
      return hundredths > 0 ? sign + decimalText(hundredths, places: 2, trimmed: true) : "<0.01"
    }
  }

  /// The difference of both values; `nil` unless both exist and can be subtracted, which lower
  /// bounds cannot.
  package var difference: Difference? {
    guard reference?.isLowerBound != true, found?.isLowerBound != true, let old = reference?.units,
      let new = found?.units
    else { return nil }
    return Difference(from: old, to: new, of: metric.kind)
  }
}
