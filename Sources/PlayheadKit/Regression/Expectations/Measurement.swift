/// What an expectation finds in a session.
public enum Measurement: Hashable, Sendable {
  /// The value of the metric.
  case value(MetricValue)
  /// There is no such value, as what it would be of never came; no comparison with it holds.
  case none
  /// There is no bound below it: a buffer that was never measured because all was loaded before
  /// the start. It holds against any lower bound, and against no upper one.
  case unlimited
  /// There is no bound above it: time spent in a stall that never ends. It holds against any lower
  /// bound, and against no upper one.
  case endless
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
  /// How long the longest lasts, in wall time; `nil` if there is none or one never ends.
  public var longest: MediaTime?
  /// Whether the session was given up in the middle of the last.
  public var isCutOff: Bool

  /// What there is to say of `stalls`, which are in order.
  public init(_ stalls: [Stall], isCutOff: Bool = false) {
    let lengths = stalls.compactMap(\.duration)
    count = stalls.count
    firstStart = stalls.first?.start
    longest = lengths.count == stalls.count ? lengths.max() : nil
    self.isCutOff = isCutOff
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
  ///
  /// Where one of `stalls` never ends, its time and what is a share of it are
  /// ``Measurement/endless``, whatever had passed of it when that was clear.
  public func measurement(of metric: SessionMetric, stalls: [Stall] = []) -> Measurement {
    if metric.countsStalledTime, stalls.contains(where: { $0.duration == nil }) { return .endless }
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

extension SessionMetric {
  /// Whether it grows for as long as a stall lasts.
  fileprivate var countsStalledTime: Bool {
    switch self {
    case .stallSeconds, .longestStallSeconds, .rebufferRatio, .rebufferRatioWatch: true
    default: false
    }
  }
}
