import PlayheadAnalysis

extension SessionMetric {
  /// The label of the metric in a table; a ratio's says what it is a share of.
  var label: String {
    switch self {
    case .startupSeconds: "startup"
    case .stallCount: "stalls"
    case .stallSeconds: "total stall time"
    case .longestStallSeconds: "longest stall"
    case .rebufferRatio: "rebuffer ratio (of stall and play time)"
    case .rebufferRatioWatch: "rebuffer ratio (of watch time)"
    case .stallsPerMinute: "stalls per minute"
    case .frozenCount: "picture freezes"
    case .frozenSeconds: "picture frozen"
    case .silentCount: "sound goes missing"
    case .silentSeconds: "sound missing"
    case .playedSeconds: "played"
    case .elapsedSeconds: "wall time"
    case .seekSeconds: "wait after seeks"
    case .seekCount: "seeks"
    case .meanSeekLatencySeconds: "mean seek latency"
    case .longestSeekLatencySeconds: "longest seek latency"
    case .pausedSeconds: "paused"
    case .meanBufferSeconds: "mean buffer"
    case .minimumBufferSeconds: "minimum buffer while loading"
    case .bytesDownloaded: "downloaded"
    case .bytesWasted: "wasted"
    case .requestCount: "requests"
    case .observedBitsPerSecond: "observed rate"
    case .endReason: "end reason"
    case .missingSamples: "samples missing"
    case .missingSeconds: "media missing"
    case .undecodableSeconds: "media undecodable"
    case .damaged: "damaged"
    case .meanBitRateBitsPerSecond: "mean bit rate"
    case .meanPlayedBitRateBitsPerSecond: "mean bit rate played"
    case .switchCount: "switches"
    case .switchUpCount: "switches up"
    case .switchDownCount: "switches down"
    case .switchReversalCount: "switch reversals"
    case .abandonmentCount: "downloads abandoned"
    case .linearScore: "linear score"
    case .linearScorePerSegment: "linear score a segment"
    case .bolaScore: "BOLA score"
    case .meanUtility: "mean utility"
    case .liveLatencySeconds: "mean live latency"
    case .liveLatency95Seconds: "live latency, 95 %"
    case .liveLatencyStartSeconds: "live latency at the start"
    case .liveLatencyEndSeconds: "live latency at the end"
    case .optimumGap(let objective): "below the \(objective.rawValue) optimum"
    case .secondsAtLevel(let level): "time at level \(level)"
    case .shareAtLevel(let level): "share at level \(level)"
    }
  }

  /// The label where there is little room.
  var shortLabel: String {
    switch self {
    case .rebufferRatio: "rebuffer ratio"
    case .rebufferRatioWatch: "rebuffer ratio, watched"
    case .minimumBufferSeconds: "minimum buffer"
    default: label
    }
  }
}
