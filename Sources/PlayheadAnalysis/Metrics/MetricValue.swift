public import PlayheadModel

/// The exact value of a metric in one session.
public enum MetricValue: Hashable, Sendable {
  /// Of ``SessionMetric/Kind/wallTime``.
  case wallTime(WallTime)
  /// Of ``SessionMetric/Kind/mediaTime``.
  case mediaTime(MediaTime)
  /// Of ``SessionMetric/Kind/wallTime``: longer than any bound, since a wait was still open at the end of
  /// the session.
  case unbounded
  /// Of ``SessionMetric/Kind/count``.
  case count(Int64)
  /// Of ``SessionMetric/Kind/share`` and ``SessionMetric/Kind/frequency``.
  case ratio(Ratio)
  /// Of ``SessionMetric/Kind/bytes``.
  case bytes(Int64)
  /// Of ``SessionMetric/Kind/rate``.
  case rate(BitRate)
  /// Of ``SessionMetric/Kind/word``.
  case word(String)
  /// Of ``SessionMetric/Kind/flag``.
  case flag(Bool)

  /// The value for a program, without its unit: seconds, bytes and bits per second in decimals,
  /// `inf` if it is unbounded.
  public var plainText: String {
    switch self {
    case .wallTime(let time): time.secondsText
    case .mediaTime(let time): time.secondsText
    case .unbounded: Self.unboundedText
    case .count(let number), .bytes(let number): String(number)
    case .ratio(let ratio): ratio.text
    case .rate(let rate): String(rate.bitsPerSecond)
    case .word(let word): word
    case .flag(let flag): String(flag)
    }
  }

  /// The text of ``unbounded``.
  package static let unboundedText = "inf"

  /// The value as a length that may be unbounded; `nil` unless it is a wall time.
  package var stallLength: StallLength? {
    switch self {
    case .wallTime(let time): .finite(time)
    case .unbounded: .unbounded
    default: nil
    }
  }

  /// The length of stalls or other waits.
  package init(_ length: StallLength) {
    self = length.time.map(MetricValue.wallTime) ?? .unbounded
  }
}

extension SessionSummary {
  /// The value of `metric`; `nil` if the session has none.
  public subscript(metric: SessionMetric) -> MetricValue? {
    switch metric {
    case .startupSeconds: startup.map(MetricValue.wallTime)
    case .stallCount: .count(Int64(stallCount))
    case .stallSeconds: MetricValue(stalled)
    case .longestStallSeconds: longestStall.map(MetricValue.init)
    case .rebufferRatio: rebufferRatio.map(MetricValue.ratio)
    case .rebufferRatioWatch: rebufferRatioWatch.map(MetricValue.ratio)
    case .stallsPerMinute: stallsPerMinute.map(MetricValue.ratio)
    case .playedSeconds: .wallTime(played)
    case .elapsedSeconds: .wallTime(elapsed)
    case .seekSeconds: MetricValue(seeking)
    case .seekCount: .count(Int64(seekCount))
    case .meanSeekLatencySeconds: meanSeekLatency.map(MetricValue.init)
    case .longestSeekLatencySeconds: longestSeekLatency.map(MetricValue.init)
    case .pausedSeconds: .wallTime(paused)
    case .meanBufferSeconds: meanBuffer.map(MetricValue.mediaTime)
    case .minimumBufferSeconds: minimumBuffer.map(MetricValue.mediaTime)
    case .bytesDownloaded: .bytes(bytesDownloaded)
    case .bytesWasted: .bytes(bytesWasted)
    case .requestCount: .count(Int64(requestCount))
    case .observedBitsPerSecond: observedRate.map(MetricValue.rate)
    case .endReason: .word(endReason.rawValue)
    case .missingSamples: .count(Int64(damage.missingSamples))
    case .missingSeconds: .mediaTime(damage.missingTime)
    case .undecodableSeconds: damage.undecodableTime.map(MetricValue.mediaTime)
    case .damaged: damage.verdict.map(MetricValue.flag)
    }
  }
}
