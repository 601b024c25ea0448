package import PlayheadAnalysis
package import PlayheadModel

/// The comparison of a case with its record in a baseline.
package struct CaseComparison: Hashable, Sendable {
  /// The finding of a comparison.
  package enum Finding: Hashable, Sendable {
    /// The baseline has no record of the case; it has these records that match no case of the
    /// suite.
    case notRecorded(leftOver: [String])
    /// The record lacks the case's definition, so that nobody knows whether the case has changed.
    case definitionMissing
    /// The media has other bytes than the recorded one; the metrics that changed, in their order.
    case mediaChanged(MediaChange, [MetricChange])
    /// The case is another one: its network, its player or how it is played changed, and perhaps
    /// its media too, so there is nothing to compare.
    case definitionChanged([DefinitionChange])
    /// The metrics that changed, in their order, and whether the stalls are elsewhere though no
    /// metric changed.
    case compared([MetricChange], haveStallsMoved: Bool)
  }

  /// The finding.
  package var finding: Finding
  /// The name under which the case is recorded; `nil` if that is its own, or if it is not recorded.
  package var recordedName: String?
  /// Where the timelines part; `nil` if they do not, or if nobody looked.
  package var tickDiff: TickDiff?

  /// A comparison with `finding`.
  package init(_ finding: Finding, tickDiff: TickDiff? = nil) {
    self.finding = finding
    self.tickDiff = tickDiff
  }

  /// The changes beyond their tolerance.
  package var changes: [MetricChange] {
    let changes: [MetricChange]
    switch finding {
    case .compared(let found, _), .mediaChanged(_, let found): changes = found
    case .notRecorded, .definitionMissing, .definitionChanged: return []
    }
    return changes.filter { $0.verdict != .tolerated }
  }

  /// Whether the case fails by it: a metric is worse than recorded, stalls have moved, or another
  /// session is played; or metrics changed of which none is better.
  ///
  /// An improvement passes, with what changes along and is neither better nor worse. A case that
  /// was never recorded passes, unless records are left over: it may be one of their cases,
  /// changed. A case that only has another name passes: what it plays is the same, and its record
  /// says how. A case with other media fails by that or, by ``MediaChange/Rule/compare``, if it is
  /// worse for the viewer: other bytes are bound to change what is neither better nor worse.
  package var hasFailed: Bool {
    switch finding {
    case .notRecorded(let leftOver): !leftOver.isEmpty
    case .definitionMissing, .definitionChanged: true
    case .mediaChanged(let media, let changes): media.rule == .fail || changes.areWorse
    case .compared(let changes, let haveStallsMoved):
      haveStallsMoved || changes.contains { $0.verdict == .worse }
        || !isBetter && changes.contains { $0.verdict == .changed }
    }
  }

  /// Whether metrics are what it may fail by.
  var isOfMetrics: Bool {
    switch finding {
    case .compared: true
    case .mediaChanged(let media, _): media.rule == .compare
    case .notRecorded, .definitionMissing, .definitionChanged: false
    }
  }

  /// Whether a metric is better than recorded.
  package var isBetter: Bool { changes.contains { $0.verdict == .better } }
}

extension Baseline {
  /// Compares the result of the case called `name` with its record.
  ///
  /// - Parameters:
  ///   - name: what the suite calls the case.
  ///   - recordName: the name of its record, where that is another; see `CaseMatching`.
  ///   - media: the content that was played.
  ///   - definition: what the case plays; `nil` to compare only media, whatever the record has.
  ///   - summary: the figures of the session.
  ///   - stalls: its stalls, in order.
  ///   - tolerances: the permitted deviations from the recorded values.
  ///   - rule: how media that has other bytes than recorded is judged.
  /// - Returns: the comparison, without the timeline difference.
  package func compare(
    caseNamed name: String, recordedAs recordName: String? = nil, media: RecordedMedia,
    definition: CaseDefinition? = nil, summary: SessionSummary, stalls: [Stall],
    tolerances: Tolerances, mediaChanges rule: MediaChange.Rule = .fail
  ) -> CaseComparison {
    let recordName = recordName ?? name
    guard let recorded = recordedCase(named: recordName) else {
      return CaseComparison(.notRecorded(leftOver: []))
    }
    var comparison = CaseComparison(
      recorded.finding(media, definition, summary, stalls, tolerances, rule))
    if recordName != name { comparison.recordedName = recordName }
    return comparison
  }
}

extension RecordedCase {
  /// What comparing a session with the record finds.
  fileprivate func finding(
    _ media: RecordedMedia, _ definition: CaseDefinition?, _ summary: SessionSummary,
    _ stalls: [Stall], _ tolerances: Tolerances, _ rule: MediaChange.Rule
  ) -> CaseComparison.Finding {
    if let definition {
      guard let old = self.definition else { return .definitionMissing }
      let changes = definition.changes(since: old)
      if !changes.isEmpty {
        return .definitionChanged(
          changes + [media.change(since: self.media)].compactMap(\.self))
      }
    }
    var changes = [MetricChange](from: metrics, to: summary.values, tolerances: tolerances)
    // A session that ends otherwise is another one: that it stalls less often is no comfort.
    if metrics[.endReason] != summary[.endReason] {
      for number in changes.indices where changes[number].verdict == .better {
        changes[number].verdict = .changed
      }
    }
    guard self.media.hasContent(of: media) else {
      return .mediaChanged(MediaChange(recorded: self.media, found: media, judgedBy: rule), changes)
    }
    // Where a metric has changed, stalls are bound to be elsewhere too.
    return .compared(changes, haveStallsMoved: changes.isEmpty && self.stalls != stalls)
  }
}
