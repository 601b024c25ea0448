public import PlayheadAnalysis
public import PlayheadModel

/// The comparison of a case with its record in a baseline.
public struct CaseComparison: Hashable, Sendable {
  /// The finding of a comparison.
  public enum Finding: Hashable, Sendable {
    /// The baseline has no record of the case; it has these records that match no case of the suite.
    case notRecorded(leftOver: [String])
    /// The record lacks the case's definition, so that nobody knows whether the case has changed.
    case definitionMissing
    /// The media differs from the recorded one, so nothing is compared.
    case mediaChanged(recorded: RecordedMedia, found: RecordedMedia)
    /// The case is another one: its network, its player or how it is played changed, and perhaps its media
    /// too, so there is nothing to compare.
    case definitionChanged([DefinitionChange])
    /// The metrics that changed, in their order, and whether the stalls are elsewhere though no
    /// metric changed.
    case compared([MetricChange], haveStallsMoved: Bool)
  }

  /// The finding.
  public package(set) var finding: Finding
  /// The name under which the case is recorded; `nil` if that is its own, or if it is not recorded.
  public package(set) var recordedName: String?
  /// Where the timelines part; `nil` if they do not, or if nobody looked.
  public package(set) var tickDiff: TickDiff?

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

  /// Whether the case fails by it: a metric is worse than recorded, stalls have moved, or another session
  /// is played; or metrics changed of which none is better.
  ///
  /// An improvement passes, with what changes along and is neither better nor worse. A case that was
  /// never recorded passes, unless records are left over: it may be one of their cases, changed. A case
  /// that only has another name passes: what it plays is the same, and its record says how.
  public var hasFailed: Bool {
    switch finding {
    case .notRecorded(let leftOver): !leftOver.isEmpty
    case .definitionMissing, .mediaChanged, .definitionChanged: true
    case .compared(let changes, let haveStallsMoved):
      haveStallsMoved || changes.contains { $0.verdict == .worse }
        || !isBetter && changes.contains { $0.verdict == .changed }
    }
  }

  /// Whether a metric is better than recorded.
  public var isBetter: Bool { changes.contains { $0.verdict == .better } }
}

extension Baseline {
  /// Compares the result of the case called `name` with its record.
  ///
  /// - Parameters:
  ///   - name: what the suite calls the case.
  ///   - recordName: the name of its record, where that is another; see ``CaseMatching``.
  ///   - media: the content that was played.
  ///   - definition: what the case plays; `nil` to compare only media, whatever the record has.
  ///   - summary: the figures of the session.
  ///   - stalls: its stalls, in order.
  ///   - tolerances: the permitted deviations from the recorded values.
  /// - Returns: the comparison, without the timeline difference.
  public func compare(
    caseNamed name: String, recordedAs recordName: String? = nil, media: RecordedMedia,
    definition: CaseDefinition? = nil, summary: SessionSummary, stalls: [Stall],
    tolerances: Tolerances
  ) -> CaseComparison {
    let recordName = recordName ?? name
    guard let recorded = recordedCase(named: recordName) else {
      return CaseComparison(.notRecorded(leftOver: []))
    }
    var comparison = CaseComparison(
      recorded.finding(media, definition, summary, stalls, tolerances))
    if recordName != name { comparison.recordedName = recordName }
    return comparison
  }
}

extension RecordedCase {
  /// What comparing a session with the record finds.
  fileprivate func finding(
    _ media: RecordedMedia, _ definition: CaseDefinition?, _ summary: SessionSummary,
    _ stalls: [Stall], _ tolerances: Tolerances
  ) -> CaseComparison.Finding {
    if let definition {
      guard let old = self.definition else { return .definitionMissing }
      let changes = definition.changes(since: old)
      if !changes.isEmpty {
        return .definitionChanged(
          changes + [media.change(since: self.media)].compactMap(\.self))
      }
    }
    guard self.media.hasContent(of: media) else {
      return .mediaChanged(recorded: self.media, found: media)
    }
    // A session that ends otherwise is another one: that it stalls less often is no comfort.
    let endsAlike = metrics[.endReason] == summary[.endReason]
    let ignored = incomparable(with: summary)
    var changes = SessionMetric.allCases.filter { !ignored.contains($0) }.compactMap { metric in
      metrics[metric].flatMap { old in
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
    return .compared(changes, haveStallsMoved: changes.isEmpty && self.stalls != stalls)
  }

  /// The metrics of damage of which only one of the two sessions knows the value, as only one was
  /// decoded.
  private func incomparable(with summary: SessionSummary) -> Set<SessionMetric> {
    guard let old = metrics[.undecodableSeconds] else { return [] }
    let found = summary[.undecodableSeconds]
    if (old == nil) != (found == nil) { return [.undecodableSeconds, .damaged] }
    // Without decoding, older records say false of media of which nothing is missing.
    let isSound = [metrics[.damaged] ?? nil, summary[.damaged]].allSatisfy { $0 != .flag(true) }
    return old == nil && isSound ? [.damaged] : []
  }
}
