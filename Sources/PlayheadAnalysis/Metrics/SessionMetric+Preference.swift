extension SessionMetric {
  /// The direction in which a metric improves for the viewer.
  package enum Preference: Hashable, Sendable {
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
  /// It decides whether a difference is an improvement. A lower elapsed time is better, as the
  /// played time is compared on its own.
  package var preference: Preference {
    switch self {
    case .startupSeconds, .stallCount, .stallSeconds, .longestStallSeconds, .rebufferRatio,
      .rebufferRatioWatch, .stallsPerMinute, .frozenCount, .frozenSeconds, .silentCount,
      .silentSeconds, .elapsedSeconds, .seekSeconds,
      .meanSeekLatencySeconds, .longestSeekLatencySeconds, .bytesWasted,
      .missingSamples, .missingSeconds, .undecodableSeconds, .damaged, .switchDownCount,
      .switchReversalCount, .optimumGap, .liveLatencySeconds, .liveLatency95Seconds,
      .liveLatencyStartSeconds, .liveLatencyEndSeconds:
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

extension SessionMetric {
  /// What a viewer notices of a session.
  package enum Noticed: Hashable, Sendable {
    /// How long it takes to start.
    case startup
    /// Stalls.
    case stalls
    /// A frozen picture.
    case freezes
    /// Missing sound.
    case silence
    /// How long seeks take.
    case seeks
    /// The quality of what is played.
    case quality
    /// Missing or undecodable media.
    case damage
    /// How much of it is played, and whether to its end.
    case end
  }

  /// What the metric measures of it; `nil` of one that measures nothing that a viewer notices, such
  /// as a buffer level, or only what follows from others, such as the time elapsed.
  package var noticed: Noticed? {
    switch self {
    case .startupSeconds: .startup
    case .stallCount, .stallSeconds, .longestStallSeconds: .stalls
    case .frozenCount, .frozenSeconds: .freezes
    case .silentCount, .silentSeconds: .silence
    case .meanSeekLatencySeconds, .longestSeekLatencySeconds: .seeks
    case .meanPlayedBitRateBitsPerSecond: .quality
    case .missingSeconds, .undecodableSeconds: .damage
    case .playedSeconds, .endReason: .end
    case .rebufferRatio, .rebufferRatioWatch, .stallsPerMinute, .elapsedSeconds,
      .seekSeconds, .seekCount, .pausedSeconds, .meanBufferSeconds, .minimumBufferSeconds,
      .bytesDownloaded, .bytesWasted, .requestCount, .observedBitsPerSecond, .missingSamples,
      .damaged, .meanBitRateBitsPerSecond, .switchCount, .switchUpCount, .switchDownCount,
      .switchReversalCount, .abandonmentCount, .linearScore, .linearScorePerSegment, .bolaScore,
      .meanUtility, .optimumGap, .secondsAtLevel, .shareAtLevel, .liveLatencySeconds,
      .liveLatency95Seconds, .liveLatencyStartSeconds, .liveLatencyEndSeconds:
      nil
    }
  }
}
