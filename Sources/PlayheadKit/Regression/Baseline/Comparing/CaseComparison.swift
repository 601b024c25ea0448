/// How a case compares with its record in a baseline.
public struct CaseComparison: Hashable, Sendable {
  /// What was found.
  public enum Finding: Hashable, Sendable {
    /// The baseline has no record of the case.
    case notRecorded
    /// The media is not the recorded one, so there is nothing to compare.
    case mediaChanged(recorded: RecordedMedia, found: RecordedMedia)
    /// The metrics that changed, in their order, and whether the stalls are elsewhere though no
    /// metric changed.
    case compared([MetricChange], haveStallsMoved: Bool)
  }

  /// What was found.
  public var finding: Finding
  /// Where the timelines part; `nil` if they do not, or if nobody looked.
  public var tickDiff: TickDiff?

  /// A comparison that found `finding`.
  public init(_ finding: Finding, tickDiff: TickDiff? = nil) {
    self.finding = finding
    self.tickDiff = tickDiff
  }

  /// The changes beyond their tolerance.
  public var changes: [MetricChange] {
    guard case .compared(let changes, _) = finding else { return [] }
    return changes.filter { $0.verdict != .tolerated }
  }

  /// Whether it is against the case: a metric is worse than recorded, stalls have moved, or other
  /// media is played; or metrics changed of which none is better.
  ///
  /// What is better is told and passes, with what changes along and is neither better nor worse, and
  /// so does what was never recorded.
  public var hasFailed: Bool {
    switch finding {
    case .notRecorded: false
    case .mediaChanged: true
    case .compared(let changes, let haveStallsMoved):
      haveStallsMoved || changes.contains { $0.verdict == .worse }
        || !isBetter && changes.contains { $0.verdict == .changed }
    }
  }

  /// Whether something is better than recorded.
  public var isBetter: Bool { changes.contains { $0.verdict == .better } }
}

extension Baseline {
  /// Compares what became of the case called `name` with its record.
  ///
  /// - Parameters:
  ///   - name: what the suite calls the case.
  ///   - media: the content that was played.
  ///   - summary: what the session came to.
  ///   - stalls: its stalls, in order.
  ///   - tolerances: how far values may lie from the recorded ones.
  /// - Returns: what was found, without the ticks.
  public func compare(
    caseNamed name: String, media: RecordedMedia, summary: SessionSummary, stalls: [Stall],
    tolerances: Tolerances
  ) -> CaseComparison {
    guard let recorded = recordedCase(named: name) else { return CaseComparison(.notRecorded) }
    guard recorded.media.hasContent(of: media) else {
      return CaseComparison(.mediaChanged(recorded: recorded.media, found: media))
    }
    // A session that ends otherwise is another one: that it stalls less often is no comfort.
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
    // Where a metric has changed, stalls are bound to be elsewhere too.
    return CaseComparison(
      .compared(changes, haveStallsMoved: changes.isEmpty && recorded.stalls != stalls))
  }
}
