public import PlayheadAnalysis
public import PlayheadModel

/// The measured side of an expectation.
public enum MeasuredValue: Hashable, Sendable {
  /// The metric's value.
  case value(MetricValue)
  /// There is no value, because the measured event never happened; every comparison fails.
  case none
  /// Unlimited: a buffer level never measured, because all media was loaded before the start.
  ///
  /// It passes any lower bound and fails any upper one.
  case unlimited
  /// What an expectation of stalls looks at.
  case stalls(StallFindings)
  /// Playback never started, so nothing can be said of it; every comparison fails.
  case neverStarted
  /// Playback did not resume after a seek, or after the user asked to play with too little loaded;
  /// so nothing holds that is expected of its stalls.
  case neverResumed
  /// In how many runs of how many a condition holds.
  case runs(held: Int, of: Int)
}

/// The properties of a session's stalls.
public struct StallFindings: Hashable, Sendable {
  /// The number of stalls.
  public package(set) var count: Int
  /// The start of the first stall, in wall time; `nil` without stalls.
  public package(set) var firstStart: WallTime?
  /// How long the longest lasts; `nil` if there is none.
  public package(set) var longest: StallLength?

  /// The findings of `stalls`, which are in order.
  public init(_ stalls: [Stall]) {
    count = stalls.count
    firstStart = stalls.first?.start
    longest = stalls.map(\.length).longest
  }
}

extension SessionSummary {
  /// The measurement of `metric` to compare with a bound.
  ///
  /// If playback never started, it is ``MeasuredValue/neverStarted``, unless the metric is the end
  /// reason or about damage: no stalls, no requests and no time are no merit then. Otherwise it is
  /// the metric's value. Without a value:
  /// - the longest stall of a session without stalls is zero, and so are the mean and the longest
  ///   seek latency of one without seeks
  /// - the minimum buffer level of a session that had loaded everything before playback is
  ///   ``MeasuredValue/unlimited``
  /// - anything else is ``MeasuredValue/none``
  public func measurement(of metric: SessionMetric) -> MeasuredValue {
    guard startup != nil || !metric.isOfPlayback else { return .neverStarted }
    let value = self[metric]
    let isNone = value == nil && metric != .longestStallSeconds
    if metric.isOfStalls, !isNone, let frozen = frozen() { return frozen }
    if let value { return .value(value) }
    switch metric {
    case .longestStallSeconds where stallCount == 0: return .value(.wallTime(.zero))
    case .meanSeekLatencySeconds, .longestSeekLatencySeconds:
      return seekCount == 0 ? .value(.wallTime(.zero)) : .none
    case .minimumBufferSeconds where meanBuffer != nil: return .unlimited
    default: return .none
    }
  }

  /// Why the session says nothing of stalls before `end`, a wall time, though none was open; `nil`
  /// if it does.
  func frozen(before end: WallTime? = nil) -> MeasuredValue? {
    if startup == nil { return .neverStarted }
    guard let openWait, openWait.cause == .seek, openWait.start < end ?? .bound else { return nil }
    return .neverResumed
  }
}

extension SessionMetric {
  /// Whether the metric measures playback, so that it means nothing if playback never started.
  var isOfPlayback: Bool {
    switch self {
    case .endReason, .missingSamples, .missingSeconds, .undecodableSeconds, .damaged: false
    default: true
    }
  }
}
