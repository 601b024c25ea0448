/// The recorded result of a case.
public struct RecordedCase: Hashable, Sendable {
  /// The case's name in the suite.
  public var name: String
  /// The media played.
  public var media: RecordedMedia
  /// The values of the metrics; `nil` marks a metric without a value, and a missing key one that
  /// was not recorded.
  public var metrics: [SessionMetric: MetricValue?]
  /// The stalls, in order.
  public var stalls: [Stall]
  /// The time between ticks.
  public var tickInterval: MediaTime
  /// The timeline's rows, at most a few more than ``RecordedTick/mostRows``.
  public var ticks: [RecordedTick]

  /// A record of the given values.
  public init(
    name: String, media: RecordedMedia, metrics: [SessionMetric: MetricValue?], stalls: [Stall],
    tickInterval: MediaTime, ticks: [RecordedTick]
  ) {
    self.name = name
    self.media = media
    self.metrics = metrics
    self.stalls = stalls
    self.tickInterval = tickInterval
    self.ticks = ticks
  }

  /// A record of `session`, with `interval` between ticks.
  public init(
    name: String, media: RecordedMedia, session: Session, tickInterval interval: MediaTime
  ) {
    let summary = SessionSummary(session)
    self.init(
      name: name, media: media,
      metrics: Dictionary(uniqueKeysWithValues: SessionMetric.allCases.map { ($0, summary[$0]) }),
      stalls: session.stalls, tickInterval: interval, ticks: session.ticks.map(RecordedTick.init))
  }
}
