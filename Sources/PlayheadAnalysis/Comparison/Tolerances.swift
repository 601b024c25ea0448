/// The tolerances of metrics; an unlisted metric is compared exactly.
package struct Tolerances: Hashable, Sendable {
  private var tolerances: [SessionMetric: Tolerance] = [:]

  /// Compares every metric exactly.
  package init() {}

  /// Whether every metric is compared exactly.
  package var isEmpty: Bool { tolerances.isEmpty }

  /// The tolerance of `metric`.
  package subscript(metric: SessionMetric) -> Tolerance {
    get { tolerances[metric] ?? .exact }
    set { tolerances[metric] = newValue }
  }

  /// Whether a tolerance of `metric` is listed.
  package func has(_ metric: SessionMetric) -> Bool { tolerances[metric] != nil }

  /// A copy in which the tolerances of `others` take precedence.
  package func overridden(by others: Tolerances) -> Tolerances {
    var result = self
    result.tolerances.merge(others.tolerances) { $1 }
    return result
  }
}
