/// The comparison of a case with its record in a baseline.
public struct CaseComparison: Hashable, Sendable {
  /// The finding of a comparison.
  public enum Finding: Hashable, Sendable {
    /// The baseline has no record of the case.
    case notRecorded
    /// The media differs from the recorded one, so nothing is compared.
    case mediaChanged(recorded: RecordedMedia, found: RecordedMedia)
    /// The changed metrics, in order, and whether the stalls moved although no metric changed.
    case compared([MetricChange], haveStallsMoved: Bool)
  }

  /// The finding.
  public var finding: Finding
  /// The first difference of the timelines; `nil` if they are equal or were not compared.
  public var tickDiff: TickDiff?

  /// A comparison with `finding`.
  public init(_ finding: Finding, tickDiff: TickDiff? = nil) {
    self.finding = finding
    self.tickDiff = tickDiff
  }

  /// The changes beyond their tolerance.
  public var changes: [MetricChange] {
    guard case .compared(let changes, _) = finding else { return [] }
    return changes.filter { $0.verdict != .tolerated }
  }

  /// Whether the comparison fails the case: a metric is worse than recorded, the stalls moved, or
  /// the media differs; or metrics changed and none is better.
  ///
  /// An improvement passes, together with neutral changes that accompany it. So does a case without
  /// a record.
  public var hasFailed: Bool {
    switch finding {
    case .notRecorded: false
    case .mediaChanged: true
    case .compared(let changes, let haveStallsMoved):
      haveStallsMoved || changes.contains { $0.verdict == .worse }
        || !isBetter && changes.contains { $0.verdict == .changed }
    }
  }

  /// Whether a metric is better than recorded.
  public var isBetter: Bool { changes.contains { $0.verdict == .better } }
}

extension Baseline {
  /// Compares the result of the case named `name` with its record.
  ///
  /// - Parameters:
  ///   - name: the case's name in the suite.
  ///   - media: the content played.
  ///   - summary: the summary of the session.
  ///   - stalls: its stalls, in order.
  ///   - tolerances: the permitted deviations from the recorded values.
  /// - Returns: the comparison, without the timeline difference.
  public func compare(
    caseNamed name: String, media: RecordedMedia, summary: SessionSummary, stalls: [Stall],
    tolerances: Tolerances
  ) -> CaseComparison {
    guard let recorded = recordedCase(named: name) else { return CaseComparison(.notRecorded) }
    guard recorded.media.hasContent(of: media) else {
      return CaseComparison(.mediaChanged(recorded: recorded.media, found: media))
    }
    // A session with another end reason is a different one: fewer stalls are then no improvement.
    let endsAlike = recorded.metrics[.endReason] == summary[.endReason]
    var changes = SessionMetric.allCases.compactMap { metric in
      recorded.metrics[metric].flatMap { old in
        MetricChange(
          metric, recorded: old, found: summary[metric], tolerance: tolerances[metric])
      }
    }
    if !endsAlike {
      for number in changes.indices where changes[number].verdict == .better {
        changes[number].verdict = .changed
      }
    }
    // Changed metrics imply moved stalls.
    return CaseComparison(
      .compared(changes, haveStallsMoved: changes.isEmpty && recorded.stalls != stalls))
  }
}
