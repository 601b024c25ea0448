/// What an expectation finds in a session.
public enum Measurement: Hashable, Sendable {
  /// The value of the metric.
  case value(MetricValue)
  /// There is no such value, as what it would be of never came; no comparison with it holds.
  case none
  /// There is no bound below it: a buffer that was never measured because all was loaded before
  /// the start. It holds against any lower bound, and against no upper one.
  case unlimited
  /// What an expectation of stalls looks at.
  case stalls(StallFindings)
  /// Playback never began, so nothing can be said of its stalls.
  case neverStarted
}

/// What an expectation of stalls looks at.
public struct StallFindings: Hashable, Sendable {
  /// How many there are.
  public var count: Int
  /// When the first begins, in wall time; `nil` if there is none.
  public var firstStart: MediaTime?
  /// How long the longest lasts; `nil` if there is none.
  public var longest: StallLength?

  /// The findings of `stalls`, which are in order.
  public init(_ stalls: [Stall]) {
    count = stalls.count
    firstStart = stalls.first?.start
    longest = stalls.map(\.length).max()
  }
}

extension SessionSummary {
  /// What there is to hold against a bound on `metric`.
  ///
  /// It is the value itself, and where there is none:
  /// - the longest stall of a session without stalls is no time at all, and so are the mean and
  ///   the longest latency of seeks of a session without seeks
  /// - the least buffer level of a session that had loaded everything before it began to play is
  ///   ``Measurement/unlimited``
  /// - anything else is ``Measurement/none``
  public func measurement(of metric: SessionMetric) -> Measurement {
    if let value = self[metric] { return .value(value) }
    switch metric {
    case .longestStallSeconds where stallCount == 0: return .value(.time(.zero))
    case .meanSeekLatencySeconds, .longestSeekLatencySeconds:
      return seekCount == 0 ? .value(.time(.zero)) : .none
    case .minimumBufferSeconds where meanBuffer != nil: return .unlimited
    default: return .none
    }
  }
}
