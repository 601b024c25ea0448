/// The measured side of an expectation.
public enum Measurement: Hashable, Sendable {
  /// The metric's value.
  case value(MetricValue)
  /// There is no value, because the measured event never happened; every comparison fails.
  case none
  /// Unlimited: a buffer level never measured, because all media was loaded before the start.
  ///
  /// It passes any lower bound and fails any upper one.
  case unlimited
  /// Infinite: time in a stall that never ends.
  ///
  /// It passes any lower bound and fails any upper one.
  case endless
  /// The stalls of the session.
  case stalls(StallFindings)
  /// Playback never began, so its stalls are undefined.
  case neverStarted
}

/// The properties of a session's stalls.
public struct StallFindings: Hashable, Sendable {
  /// The number of stalls.
  public var count: Int
  /// The start of the first stall, in wall time; `nil` without stalls.
  public var firstStart: MediaTime?
  /// The duration of the longest stall, in wall time; `nil` without stalls or if one never ends.
  public var longest: MediaTime?
  /// Whether the session hit its limit during the last stall.
  public var isCutOff: Bool

  /// The properties of `stalls`, which are in order.
  public init(_ stalls: [Stall], isCutOff: Bool = false) {
    let lengths = stalls.compactMap(\.duration)
    count = stalls.count
    firstStart = stalls.first?.start
    longest = lengths.count == stalls.count ? lengths.max() : nil
    self.isCutOff = isCutOff
  }
}

extension SessionSummary {
  /// The measurement of `metric` to compare with a bound.
  ///
  /// It is the metric's value. Without a value:
  /// - the longest stall of a session without stalls is zero, and so are the mean and the longest
  ///   seek latency of a session without seeks
  /// - the minimum buffer level of a session that had loaded everything before playback is
  ///   ``Measurement/unlimited``
  /// - anything else is ``Measurement/none``
  ///
  /// If one of `stalls` never ends, the metrics of stalled time are ``Measurement/endless``,
  /// however much of the stall had elapsed.
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
  /// Whether the metric grows during a stall.
  fileprivate var countsStalledTime: Bool {
    switch self {
    case .stallSeconds, .longestStallSeconds, .rebufferRatio, .rebufferRatioWatch: true
    default: false
    }
  }
}
