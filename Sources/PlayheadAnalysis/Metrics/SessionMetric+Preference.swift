extension SessionMetric {
  /// The direction in which a metric improves for the viewer.
  public enum Preference: Hashable, Sendable {
    /// Lower values.
    case lower
    /// Higher values.
    case higher
    /// Neither: more has both advantages and disadvantages, or describes the session rather than
    /// its quality.
    case none
  }

  /// The direction in which the metric improves.
  ///
  /// It decides whether a difference is an improvement. A lower elapsed time is better, as the played
  /// time is compared on its own.
  public var preference: Preference {
    switch self {
    case .startupSeconds, .stallCount, .stallSeconds, .longestStallSeconds, .rebufferRatio,
      .rebufferRatioWatch, .stallsPerMinute, .elapsedSeconds, .seekSeconds,
      .meanSeekLatencySeconds, .longestSeekLatencySeconds, .bytesWasted,
      .missingSamples, .missingSeconds, .undecodableSeconds, .damaged, .switchDownCount,
      .switchReversalCount, .optimumGap:
      .lower
    case .playedSeconds, .minimumBufferSeconds, .meanBitRateBitsPerSecond,
      .meanPlayedBitRateBitsPerSecond, .linearScore, .linearScorePerSegment, .bolaScore,
      .meanUtility:
      .higher
    case .seekCount, .pausedSeconds, .meanBufferSeconds, .bytesDownloaded, .requestCount,
      .observedBitsPerSecond, .endReason, .switchCount, .switchUpCount, .abandonmentCount,
      .secondsAtLevel, .shareAtLevel:
      .none
    }
  }
}
