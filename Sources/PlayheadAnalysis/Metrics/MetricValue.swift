import PlayheadLadder
public import PlayheadModel

/// The exact value of a metric in one session.
public enum MetricValue: Hashable, Sendable {
  /// Of `wallTime`.
  case wallTime(WallTime)
  /// Of `mediaTime`.
  case mediaTime(MediaTime)
  /// At least this, which is no such value itself: the session was cut in an open wait, and the
  /// value is what had elapsed by then.
  indirect case atLeast(MetricValue)
  /// Of `count`.
  case count(Int64)
  /// Of `share`, `frequency` and
  /// `score`.
  case ratio(Ratio)
  /// Of `bytes`.
  case bytes(Int64)
  /// Of `rate`.
  case rate(BitRate)
  /// Of `word`.
  case word(String)
  /// Of `flag`.
  case flag(Bool)

  /// The value for a program, without its unit: seconds, bytes and bits per second in decimals, of
  /// a lower bound the bound.
  public var plainText: String {
    switch self {
    case .wallTime(let time): time.secondsText
    case .mediaTime(let time): time.secondsText
    case .atLeast(let value): value.plainText
    case .count(let number), .bytes(let number): String(number)
    case .ratio(let ratio): ratio.text
    case .rate(let rate): String(rate.bitsPerSecond)
    case .word(let word): word
    case .flag(let flag): String(flag)
    }
  }

  /// The value of a session that was cut in an open wait, to which such waits count; or what it is.
  fileprivate init(_ value: MetricValue, isOpen: Bool) {
    self = isOpen ? .atLeast(value) : value
  }

  /// Whether it is a lower bound, as the session was cut in an open wait.
  package var isLowerBound: Bool {
    if case .atLeast = self { true } else { false }
  }

  /// A number of things.
  fileprivate init(count: Int) { self = .count(Int64(count)) }

  /// The length of stalls or other waits.
  package init(_ length: StallLength) {
    self.init(.wallTime(length.elapsed), isOpen: length.isOpen)
  }
}

extension SessionSummary {
  /// The metrics that the session has, in order: those of adaptation only if it is one of a ladder,
  /// and the distance to an optimum only if that was found.
  public var metrics: [SessionMetric] {
    guard let adaptation else { return SessionMetric.allCases }
    return SessionMetric.allCases + SessionMetric.ofAdaptation
      + (adaptation.latency == nil ? [] : SessionMetric.ofLive)
      + SessionMetric.ofOptimum.filter { metric in
        metric.objective.map { adaptation.optimumGaps[$0] != nil } ?? false
      } + adaptation.timeAtLevel.indices.map(SessionMetric.secondsAtLevel)
  }

  /// The value of `metric`; `nil` if the session has none.
  public subscript(metric: SessionMetric) -> MetricValue? {
    switch metric {
    case .startupSeconds: startup.map(MetricValue.wallTime)
    case .stallCount: .count(Int64(stallCount))
    case .stallSeconds: MetricValue(stalled)
    case .longestStallSeconds: longestStall.map(MetricValue.init)
    case .rebufferRatio: rebufferRatio.map { MetricValue(.ratio($0), isOpen: stalled.isOpen) }
    case .rebufferRatioWatch:
      rebufferRatioWatch.map { MetricValue(.ratio($0), isOpen: stalled.isOpen) }
    case .stallsPerMinute: stallsPerMinute.map(MetricValue.ratio)
    case .frozenCount: .count(Int64(frozenCount))
    case .frozenSeconds: .wallTime(frozen)
    case .silentCount: .count(Int64(silentCount))
    case .silentSeconds: .wallTime(silent)
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
    case .meanBitRateBitsPerSecond: adaptation?.meanBitRate.map(MetricValue.rate)
    case .meanPlayedBitRateBitsPerSecond: adaptation?.meanPlayedBitRate.map(MetricValue.rate)
    case .switchCount: (adaptation?.switches.count).map(MetricValue.init(count:))
    case .switchUpCount: (adaptation?.switches.up).map(MetricValue.init(count:))
    case .switchDownCount: (adaptation?.switches.down).map(MetricValue.init(count:))
    case .switchReversalCount: (adaptation?.switches.reversals).map(MetricValue.init(count:))
    case .abandonmentCount: (adaptation?.abandonmentCount).map(MetricValue.init(count:))
    case .linearScore: score(adaptation?.scores.linear)
    case .linearScorePerSegment: score(adaptation?.scores.linearPerSegment)
    case .bolaScore: score(adaptation?.scores.bola)
    case .meanUtility: adaptation?.scores.meanUtility.flatMap(Self.score)
    case .liveLatencySeconds: (adaptation?.latency?.mean).map(MetricValue.mediaTime)
    case .liveLatency95Seconds: (adaptation?.latency?.percentile95).map(MetricValue.mediaTime)
    case .liveLatencyStartSeconds: (adaptation?.latency?.start).map(MetricValue.mediaTime)
    case .liveLatencyEndSeconds: (adaptation?.latency?.end).map(MetricValue.mediaTime)
    case .optimumGap(let objective): score(adaptation?.optimumGaps[objective] ?? nil)
    case .secondsAtLevel(let level): adaptation?.time(at: level).map(MetricValue.mediaTime)
    case .shareAtLevel(let level): adaptation?.share(at: level).map(MetricValue.ratio)
    }
  }

  /// A score that counts stalls; `nil` also if playback never started, as it has not stalled, or if
  /// a wait is open at the end, as the score sinks without end.
  private func score(_ value: Double?) -> MetricValue? {
    let isOpen = startup == nil || stalled.isOpen || seeking.isOpen
    return isOpen ? nil : value.flatMap(Self.score)
  }

  private static func score(_ value: Double) -> MetricValue? {
    Ratio(nearest: value).map(MetricValue.ratio)
  }
}
