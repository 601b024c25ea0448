@testable import PlayheadAnalysis
@testable import PlayheadModel
@testable import PlayheadRegression

extension RecordedCase {
  /// A record of `session` with all its ticks.
  init(
    name: String, media: RecordedMedia, definition: CaseDefinition? = nil, session: Session,
    tickInterval: WallTime
  ) {
    self.init(
      name: name, media: media, definition: definition, metrics: SessionSummary(session).values,
      stalls: session.stalls, tickInterval: tickInterval,
      ticks: session.ticks.map(RecordedTick.init))
  }
}
