package import PlayheadAnalysis
import PlayheadModel

/// A runner's work with a baseline.
public struct BaselineWork: Sendable {
  /// The baseline to compare with; `nil` to compare nothing.
  public var baseline: Baseline?
  /// The tolerances that override those of the cases.
  package var tolerances: Tolerances
  /// How cases whose media has other bytes than recorded are judged.
  package var mediaChanges = MediaChange.Rule.fail
  /// Whether to record the cases for a new baseline.
  public var makesRecords: Bool
  /// Whether records have the rows of the timeline.
  public var recordsTicks = false
  /// The record of each case; `nil` to match by name.
  package var matching: CaseMatching?
  /// The content of media whose digest did not come with reading it; called once for each, from any
  /// thread.
  public var contents: @Sendable (CheckedMedia) throws(CaseError) -> RecordedMedia

  /// Work with the parts given, on a suite of `cases`, those left out included; without them,
  /// records belong to the cases of the same names.
  package init(
    baseline: Baseline?, cases: [SuiteCase]? = nil, tolerances: Tolerances = Tolerances(),
    makesRecords: Bool = false,
    contents: @escaping @Sendable (CheckedMedia) throws(CaseError) -> RecordedMedia
  ) {
    self.baseline = baseline
    matching = baseline.flatMap { baseline in cases.map { CaseMatching(baseline, cases: $0) } }
    self.tolerances = tolerances
    self.makesRecords = makesRecords
    self.contents = contents
  }

  /// Compares `session` with its record, and locates the first timeline difference if that fails.
  ///
  /// - Parameters:
  ///   - checkCase: the case.
  ///   - session: its result.
  ///   - media: which content was played.
  ///   - definition: over which network, by which player and how.
  ///   - timeline: plays it again with rows at this interval.
  /// - Returns: what was found; `nil` if there is nothing to compare with.
  /// - Throws: what `timeline` throws.
  func comparison(
    of checkCase: SuiteCase, _ session: CheckedSession, media: RecordedMedia,
    definition: CaseDefinition,
    timeline: (WallTime) throws(CaseError) -> Session?
  ) throws(CaseError) -> CaseComparison? {
    guard let baseline else { return nil }
    let recordName =
      matching.map { $0.recordName(ofCaseNamed: checkCase.name) } ?? checkCase.name
    guard let recordName else {
      return CaseComparison(.notRecorded(leftOver: matching?.unmatched.map(\.name) ?? []))
    }
    var comparison = baseline.compare(
      caseNamed: checkCase.name, recordedAs: recordName, media: media, definition: definition,
      summary: session.summary, stalls: session.stalls,
      tolerances: checkCase.tolerances.overridden(by: tolerances), mediaChanges: mediaChanges)
    if comparison.isOfMetrics, comparison.hasFailed,
      let recorded = baseline.recordedCase(named: recordName), !recorded.ticks.isEmpty,
      Self.isPlayable(session.summary.elapsed, every: recorded.tickInterval),
      let played = try timeline(recorded.tickInterval)
    {
      comparison.tickDiff = TickDiff(
        recorded: recorded.ticks, found: played.ticks.map(RecordedTick.init),
        interval: recorded.tickInterval)
    }
    return comparison
  }

  /// Whether a timeline of `elapsed` is small enough to compare: the session may be longer than the
  /// recorded one, and the baseline may have been edited.
  private static func isPlayable(_ elapsed: WallTime, every interval: WallTime) -> Bool {
    elapsed.nanoseconds / interval.nanoseconds <= 100 * RecordedTick.maximumRows
  }
}
