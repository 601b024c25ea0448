/// A runner's work with a baseline.
public struct BaselineWork: Sendable {
  /// The baseline to compare with; `nil` to compare nothing.
  public var baseline: Baseline?
  /// The tolerances that override those of the cases.
  public var tolerances: Tolerances
  /// Whether to record the cases for a new baseline.
  public var makesRecords: Bool
  /// Identifies the content of media whose digest was not computed while reading; called once for
  /// each, from any thread.
  public var contents: @Sendable (CheckedMedia) throws(CaseError) -> RecordedMedia

  /// Work with the given values.
  public init(
    baseline: Baseline?, tolerances: Tolerances = Tolerances(), makesRecords: Bool = false,
    contents: @escaping @Sendable (CheckedMedia) throws(CaseError) -> RecordedMedia
  ) {
    self.baseline = baseline
    self.tolerances = tolerances
    self.makesRecords = makesRecords
    self.contents = contents
  }

  /// Compares `session` with its record, and locates the first timeline difference if that fails.
  ///
  /// - Parameters:
  ///   - checkCase: the case.
  ///   - session: its session.
  ///   - media: the content played.
  ///   - timeline: replays the session with the given time between rows.
  /// - Returns: the comparison; `nil` without a baseline.
  func comparison(
    of checkCase: CheckCase, _ session: CheckedSession, media: RecordedMedia,
    timeline: (MediaTime) -> Session?
  ) -> CaseComparison? {
    guard let baseline else { return nil }
    var comparison = baseline.compare(
      caseNamed: checkCase.name, media: media, summary: session.summary, stalls: session.stalls,
      tolerances: checkCase.tolerances.overridden(by: tolerances))
    if case .compared = comparison.finding, comparison.hasFailed,
      let recorded = baseline.recordedCase(named: checkCase.name),
      Self.isPlayable(session.summary.elapsed, every: recorded.tickInterval),
      let played = timeline(recorded.tickInterval)
    {
      comparison.tickDiff = TickDiff(
        recorded: recorded.ticks, found: played.ticks.map(RecordedTick.init),
        interval: recorded.tickInterval)
    }
    return comparison
  }

  /// Whether a timeline of `elapsed` is small enough to compare: the session may be longer than the
  /// recorded one, and the baseline may have been edited.
  private static func isPlayable(_ elapsed: MediaTime, every interval: MediaTime) -> Bool {
    elapsed.nanoseconds / interval.nanoseconds <= 100 * RecordedTick.mostRows
  }
}
