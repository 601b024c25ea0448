import PlayheadModel

/// The values of a session's metrics.
///
/// A metric without a value is there as `nil`; one that nobody recorded is not there.
package typealias MetricValues = [SessionMetric: MetricValue?]

extension SessionSummary {
  /// The values of all metrics that the session has.
  package var values: MetricValues {
    Dictionary(uniqueKeysWithValues: metrics.map { ($0, self[$0]) })
  }
}

extension [MetricChange] {
  /// The metrics in which a session with the values `found` differs from one with those of
  /// `reference`, in their order, of those that both know.
  package init(
    from reference: MetricValues, to found: MetricValues, tolerances: Tolerances = Tolerances()
  ) {
    let ignored = Self.incomparable(reference, found)
    self = SessionMetric.inOrder(reference.keys).compactMap { metric in
      guard !ignored.contains(metric), let old = reference[metric], let new = found[metric] else {
        return nil
      }
      return MetricChange(metric, reference: old, found: new, tolerance: tolerances[metric])
    }
  }

  /// The metrics of damage of which only one of the two sessions knows the value, as only one was
  /// decoded.
  private static func incomparable(
    _ reference: MetricValues, _ found: MetricValues
  ) -> Set<SessionMetric> {
    guard let old = reference[.undecodableSeconds], let new = found[.undecodableSeconds] else {
      return []
    }
    if (old == nil) != (new == nil) { return [.undecodableSeconds, .damaged] }
    // Without decoding, older records say false of media of which nothing is missing.
    let isSound = [reference, found].allSatisfy { ($0[.damaged] ?? nil) != .flag(true) }
    return old == nil && isSound ? [.damaged] : []
  }

  /// In what the session is worse for the viewer, each once: a metric of it is worse beyond its
  /// tolerance, or it does not start, or not play to its end, where the reference does.
  package var worse: [SessionMetric.Noticed] {
    var found: [SessionMetric.Noticed] = []
    for change in self {
      let isWorse =
        switch change.metric {
        case .startupSeconds where change.found == nil: true
        case .endReason: change.reference == .word(Session.EndReason.ended.rawValue)
        default: change.verdict == .worse
        }
      if isWorse, let noticed = change.metric.noticed, !found.contains(noticed) {
        found.append(noticed)
      }
    }
    return found
  }

  /// Whether the session is worse for the viewer.
  package var areWorse: Bool { !worse.isEmpty }
}
