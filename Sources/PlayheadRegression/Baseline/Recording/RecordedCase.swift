package import PlayheadAnalysis
public import PlayheadModel

/// The result of a case, and what the case was.
public struct RecordedCase: Hashable, Sendable {
  /// The case's name in the suite.
  public var name: String
  /// The media played.
  public var media: RecordedMedia
  /// Over which network, by which player and how; `nil` in baselines of before definitions were
  /// recorded.
  package var definition: CaseDefinition?
  /// The values of the metrics; a metric without a value is there as `nil`, one that was not
  /// recorded is not there.
  package var metrics: MetricValues
  /// The stalls, in order.
  public var stalls: [Stall]
  /// The time between ticks.
  public var tickInterval: WallTime
  /// The timeline's rows, at most a few more than ``RecordedTick/maximumRows``; empty if not
  /// recorded.
  package var ticks: [RecordedTick]

  /// A record of the given values.
  package init(
    name: String, media: RecordedMedia, definition: CaseDefinition? = nil,
    metrics: MetricValues, stalls: [Stall], tickInterval: WallTime,
    ticks: [RecordedTick]
  ) {
    self.name = name
    self.media = media
    self.definition = definition
    self.metrics = metrics
    self.stalls = stalls
    self.tickInterval = tickInterval
    self.ticks = ticks
  }
}
