extension SessionMetric {
  /// The metric in the words of a table, a ratio with what it is a share of.
  var label: String {
    switch self {
    case .startupSeconds: "startup"
    case .stallCount: "stalls"
    case .stallSeconds: "stalled in all"
    case .longestStallSeconds: "longest stall"
    case .rebufferRatio: "rebuffer ratio, of stalled and playing"
    case .rebufferRatioWatch: "rebuffer ratio, of all wall time"
    case .stallsPerMinute: "stalls per minute"
    case .playedSeconds: "played"
    case .elapsedSeconds: "wall time"
    case .seekSeconds: "waited after seeks"
    case .seekCount: "seeks"
    case .meanSeekLatencySeconds: "mean seek latency"
    case .longestSeekLatencySeconds: "longest seek latency"
    case .pausedSeconds: "paused"
    case .meanBufferSeconds: "mean buffer"
    case .minimumBufferSeconds: "least buffer"
    case .bytesDownloaded: "downloaded"
    case .bytesWasted: "wasted"
    case .requestCount: "requests"
    case .observedBitsPerSecond: "observed rate"
    case .endReason: "end reason"
    case .missingSamples: "samples missing"
    case .missingSeconds: "media missing"
    case .undecodableSeconds: "media undecodable"
    case .damaged: "damaged"
    }
  }
}
