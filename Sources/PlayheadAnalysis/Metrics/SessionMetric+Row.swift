import PlayheadLadder
import PlayheadModel

/// The table of metrics.
extension SessionMetric {
  /// What there is to know of it.
  package var row: MetricRow {
    switch self {
    case .startupSeconds:
      MetricRow(
        "startupSeconds", .wallTime, "startup", better: .lower, noticed: .startup,
        also: ["startuptime", "startupdelay"]
      ) { $0.startup.map(MetricValue.wallTime) }
    case .stallCount:
      MetricRow(
        "stallCount", .count, "stalls", better: .lower, noticed: .stalls,
        also: ["stalls", "rebuffers", "rebuffercount"]
      ) { .count(Int64($0.stallCount)) }
    case .stallSeconds:
      MetricRow(
        "stallSeconds", .wallTime, "total stall time", better: .lower, noticed: .stalls,
        keepsUnit: true, also: ["stalltime", "stallduration", "totalstall"]
      ) { MetricValue($0.stalled) }
    case .longestStallSeconds:
      MetricRow(
        "longestStallSeconds", .wallTime, "longest stall", better: .lower, noticed: .stalls,
        rests: .atNil
      ) { $0.longestStall.map(MetricValue.init) }
    case .rebufferRatio:
      MetricRow(
        "rebufferRatio", .share, "rebuffer ratio (of stall and play time)", short: "rebuffer ratio",
        better: .lower, also: ["rebuffering", "stallratio"]
      ) { MetricValue($0.rebufferRatio, isOpen: $0.stalled.isOpen) }
    case .rebufferRatioWatch:
      MetricRow(
        "rebufferRatioWatch", .share, "rebuffer ratio (of watch time)",
        short: "rebuffer ratio, watched", better: .lower
      ) { MetricValue($0.rebufferRatioWatch, isOpen: $0.stalled.isOpen) }
    case .stallsPerMinute:
      MetricRow(
        "stallsPerMinute", .frequency, "stalls per minute", better: .lower
      ) { $0.stallsPerMinute.map(MetricValue.ratio) }
    case .frozenCount:
      MetricRow(
        "frozenCount", .count, "picture freezes", better: .lower, noticed: .freezes,
        rests: .atNothing, also: ["freezes"]
      ) { .count(Int64($0.frozenCount)) }
    case .frozenSeconds:
      MetricRow(
        "frozenSeconds", .wallTime, "picture frozen", better: .lower, noticed: .freezes,
        rests: .atNothing, keepsUnit: true
      ) { .wallTime($0.frozen) }
    case .silentCount:
      MetricRow(
        "silentCount", .count, "sound goes missing", better: .lower, noticed: .silence,
        rests: .atNothing
      ) { .count(Int64($0.silentCount)) }
    case .silentSeconds:
      MetricRow(
        "silentSeconds", .wallTime, "sound missing", better: .lower, noticed: .silence,
        rests: .atNothing, keepsUnit: true
      ) { .wallTime($0.silent) }
    case .playedSeconds:
      MetricRow(
        "playedSeconds", .wallTime, "played", better: .higher, noticed: .end
      ) { .wallTime($0.played) }
    case .elapsedSeconds:
      MetricRow(
        "elapsedSeconds", .wallTime, "wall time", better: .lower
      ) { .wallTime($0.elapsed) }
    case .seekSeconds:
      MetricRow(
        "seekSeconds", .wallTime, "wait after seeks", better: .lower, rests: .atNothing,
        keepsUnit: true
      ) { MetricValue($0.seeking) }
    case .seekCount:
      MetricRow(
        "seekCount", .count, "seeks", rests: .atNothing, also: ["seeks"]
      ) { .count(Int64($0.seekCount)) }
    case .meanSeekLatencySeconds:
      MetricRow(
        "meanSeekLatencySeconds", .wallTime, "mean seek latency", better: .lower, noticed: .seeks,
        rests: .atNil
      ) { $0.meanSeekLatency.map(MetricValue.init) }
    case .longestSeekLatencySeconds:
      MetricRow(
        "longestSeekLatencySeconds", .wallTime, "longest seek latency", better: .lower,
        noticed: .seeks, rests: .atNil
      ) { $0.longestSeekLatency.map(MetricValue.init) }
    case .pausedSeconds:
      MetricRow(
        "pausedSeconds", .wallTime, "paused", rests: .atNothing
      ) { .wallTime($0.paused) }
    case .meanBufferSeconds:
      MetricRow(
        "meanBufferSeconds", .mediaTime, "mean buffer", also: ["buffer"]
      ) { $0.meanBuffer.map(MetricValue.mediaTime) }
    case .minimumBufferSeconds:
      MetricRow(
        "minimumBufferSeconds", .mediaTime, "minimum buffer while loading", short: "minimum buffer",
        better: .higher
      ) { $0.minimumBuffer.map(MetricValue.mediaTime) }
    case .bytesDownloaded:
      MetricRow(
        "bytesDownloaded", .bytes, "downloaded", also: ["bytes", "downloaded"]
      ) { .bytes($0.bytesDownloaded) }
    case .bytesWasted:
      MetricRow(
        "bytesWasted", .bytes, "wasted", better: .lower, rests: .atNothing, also: ["wasted"]
      ) { .bytes($0.bytesWasted) }
    case .requestCount:
      MetricRow(
        "requestCount", .count, "requests", also: ["requests"]
      ) { .count(Int64($0.requestCount)) }
    case .observedBitsPerSecond:
      MetricRow(
        "observedBitsPerSecond", .rate, "observed rate"
      ) { $0.observedRate.map(MetricValue.rate) }
    case .endReason:
      MetricRow(
        "endReason", .word, "end reason", noticed: .end
      ) { .word($0.endReason.rawValue) }
    case .missingSamples:
      MetricRow(
        "missingSamples", .count, "samples missing", better: .lower, rests: .atNothing
      ) { .count(Int64($0.damage.missingSamples)) }
    case .missingSeconds:
      MetricRow(
        "missingSeconds", .mediaTime, "media missing", better: .lower, noticed: .damage,
        rests: .atNothing, keepsUnit: true
      ) { .mediaTime($0.damage.missingTime) }
    case .undecodableSeconds:
      MetricRow(
        "undecodableSeconds", .mediaTime, "media undecodable", better: .lower, noticed: .damage,
        rests: .atNothing, keepsUnit: true
      ) { $0.damage.undecodableTime.map(MetricValue.mediaTime) }
    case .damaged:
      MetricRow(
        "damaged", .flag, "damaged", better: .lower, rests: .atNothing
      ) { $0.damage.verdict.map(MetricValue.flag) }
    case .meanBitRateBitsPerSecond:
      MetricRow(
        "meanBitRateBitsPerSecond", .rate, "mean bit rate", better: .higher
      ) { $0.adaptation?.meanBitRate.map(MetricValue.rate) }
    case .meanPlayedBitRateBitsPerSecond:
      MetricRow(
        "meanPlayedBitRateBitsPerSecond", .rate, "mean bit rate played", better: .higher,
        noticed: .quality, also: ["bitrate", "quality"]
      ) { $0.adaptation?.meanPlayedBitRate.map(MetricValue.rate) }
    case .switchCount:
      MetricRow(
        "switchCount", .count, "switches", also: ["switches"]
      ) { ($0.adaptation?.switches.count).map(MetricValue.init(count:)) }
    case .switchUpCount:
      MetricRow(
        "switchUpCount", .count, "switches up"
      ) { ($0.adaptation?.switches.up).map(MetricValue.init(count:)) }
    case .switchDownCount:
      MetricRow(
        "switchDownCount", .count, "switches down", better: .lower
      ) { ($0.adaptation?.switches.down).map(MetricValue.init(count:)) }
    case .switchReversalCount:
      MetricRow(
        "switchReversalCount", .count, "switch reversals", better: .lower
      ) { ($0.adaptation?.switches.reversals).map(MetricValue.init(count:)) }
    case .abandonmentCount:
      MetricRow(
        "abandonmentCount", .count, "downloads abandoned", rests: .atNothing
      ) { ($0.adaptation?.abandonmentCount).map(MetricValue.init(count:)) }
    case .linearScore:
      MetricRow(
        "linearScore", .score, "linear score", better: .higher
      ) { $0.score($0.adaptation?.scores.linear) }
    case .linearScorePerSegment:
      MetricRow(
        "linearScorePerSegment", .score, "linear score a segment", better: .higher
      ) { $0.score($0.adaptation?.scores.linearPerSegment) }
    case .bolaScore:
      MetricRow(
        "bolaScore", .score, "BOLA score", better: .higher
      ) { $0.score($0.adaptation?.scores.bola) }
    case .meanUtility:
      MetricRow(
        "meanUtility", .score, "mean utility", better: .higher
      ) { $0.adaptation?.scores.meanUtility.flatMap(SessionSummary.score) }
    case .liveLatencySeconds:
      MetricRow(
        "liveLatencySeconds", .mediaTime, "mean live latency", better: .lower
      ) { ($0.adaptation?.latency?.mean).map(MetricValue.mediaTime) }
    case .liveLatency95Seconds:
      MetricRow(
        "liveLatency95Seconds", .mediaTime, "live latency, 95 %", better: .lower
      ) { ($0.adaptation?.latency?.percentile95).map(MetricValue.mediaTime) }
    case .liveLatencyStartSeconds:
      MetricRow(
        "liveLatencyStartSeconds", .mediaTime, "live latency at the start", better: .lower
      ) { ($0.adaptation?.latency?.start).map(MetricValue.mediaTime) }
    case .liveLatencyEndSeconds:
      MetricRow(
        "liveLatencyEndSeconds", .mediaTime, "live latency at the end", better: .lower
      ) { ($0.adaptation?.latency?.end).map(MetricValue.mediaTime) }
    case .liveRateChangeCount:
      MetricRow(
        "liveRateChangeCount", .count, "live rate changes"
      ) { ($0.adaptation?.liveMoves?.rateChanges).map(MetricValue.init(count:)) }
    case .liveJumpCount:
      MetricRow(
        "liveJumpCount", .count, "live jumps", better: .lower
      ) { ($0.adaptation?.liveMoves?.jumps).map(MetricValue.init(count:)) }
    case .liveSkippedSeconds:
      MetricRow(
        "liveSkippedSeconds", .mediaTime, "media skipped by live jumps", better: .lower
      ) { ($0.adaptation?.liveMoves?.skipped).map(MetricValue.mediaTime) }
    case .optimumGap(let objective):
      MetricRow(
        "optimumGap(\(objective.rawValue))", .score, "below the \(objective.rawValue) optimum",
        better: .lower
      ) { $0.score($0.adaptation?.optimumGaps[objective] ?? nil) }
    case .secondsAtLevel(let level):
      MetricRow(
        "secondsAtLevel(\(level))", .mediaTime, "time at level \(level)"
      ) { $0.adaptation?.time(at: level).map(MetricValue.mediaTime) }
    case .shareAtLevel(let level):
      MetricRow(
        "shareAtLevel(\(level))", .share, "share at level \(level)"
      ) { $0.adaptation?.share(at: level).map(MetricValue.ratio) }
    }
  }
}

extension SessionSummary {
  /// A score that counts stalls; `nil` also if playback never started, as it has not stalled, or if
  /// a wait is open at the end, as the score sinks without end.
  fileprivate func score(_ value: Double?) -> MetricValue? {
    let isOpen = startup == nil || stalled.isOpen || seeking.isOpen
    return isOpen ? nil : value.flatMap(Self.score)
  }

  fileprivate static func score(_ value: Double) -> MetricValue? {
    Ratio(nearest: value).map(MetricValue.ratio)
  }
}

extension MetricValue {
  /// A share to which waits count, which is a lower bound as long as one is open.
  fileprivate init?(_ share: Ratio?, isOpen: Bool) {
    guard let share else { return nil }
    self = isOpen ? .atLeast(.ratio(share)) : .ratio(share)
  }

  /// A number of things.
  fileprivate init(count: Int) { self = .count(Int64(count)) }
}
