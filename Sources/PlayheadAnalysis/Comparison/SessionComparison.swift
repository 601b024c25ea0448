import PlayheadModel

/// A session compared with another one, the reference.
package struct SessionComparison: Hashable, Sendable {
  /// The metrics that differ, in their order, those within their tolerance included.
  ///
  /// Where one of the two sessions plays to its end and the other does not, nothing is better in
  /// the one that is cut short, and nothing worse in the other: less time is no merit there.
  package let changes: [MetricChange]
  /// Where the sessions part; `nil` if all their events are the same.
  package let parting: Parting?
  /// What differs there of all that sessions depend on; empty if nothing that is known.
  package let reasons: [PartingReason]
  /// Where they first part in what a viewer notices; `nil` if they do not.
  package let noticedParting: Parting?

  /// `session` compared with `reference`, of which metrics may differ within `tolerances`.
  package init(
    _ session: ComparedSession, with reference: ComparedSession,
    tolerances: Tolerances = Tolerances()
  ) {
    var changes = [MetricChange](
      from: reference.metrics, to: session.metrics, tolerances: tolerances)
    let ended = MetricValue.word(Session.EndReason.ended.rawValue)
    let ends = [reference, session].map { $0.metrics[.endReason] ?? nil }
    if ends[0] != ends[1] {
      // Which verdict is none: of the session that is cut short, if the other one is not.
      for number in changes.indices {
        let verdict = changes[number].verdict
        let isNone =
          switch verdict {
          case .better: ends[1] != ended
          case .worse: ends[0] != ended
          case .changed, .tolerated: false
          }
        if isNone { changes[number].verdict = .changed }
      }
    }
    self.changes = changes
    parting = Parting(from: reference.events, to: session.events)
    reasons = parting.map { PartingReason.reasons(for: $0, from: reference, to: session) } ?? []
    noticedParting = Parting(
      from: reference.events.filter(\.isNoticed), to: session.events.filter(\.isNoticed))
  }

  /// Whether every metric is the same, and so is every event.
  package var isSame: Bool { changes.isEmpty && parting == nil }

  /// Whether the session is worse for the viewer: its startup, stalls, freezes, missing sound,
  /// seeks or quality are beyond the tolerance, or it does not start, plays less, or does not play
  /// to its end, where the reference does.
  package var isWorse: Bool { changes.areWorse }
}
