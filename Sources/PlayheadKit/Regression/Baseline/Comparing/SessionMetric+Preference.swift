extension SessionMetric {
  /// Which values of a metric a viewer would rather have.
  public enum Preference: Hashable, Sendable {
    /// The smaller ones.
    case lower
    /// The larger ones.
    case higher
    /// Neither: more of it is good for one thing and bad for another, or tells of the session rather
    /// than of how it went.
    case none
  }

  /// Which of its values are better.
  ///
  /// It decides whether a change against a baseline is told as an improvement. How long a session
  /// takes in all is better low, as what is played is compared by itself.
  public var preference: Preference {
    switch self {
    case .startupSeconds, .stallCount, .stallSeconds, .longestStallSeconds, .rebufferRatio,
      .rebufferRatioWatch, .stallsPerMinute, .elapsedSeconds, .seekSeconds,
      .meanSeekLatencySeconds, .longestSeekLatencySeconds, .bytesWasted,
      .missingSamples, .missingSeconds, .undecodableSeconds, .damaged:
      .lower
    case .playedSeconds, .minimumBufferSeconds: .higher
    case .seekCount, .pausedSeconds, .meanBufferSeconds, .bytesDownloaded, .requestCount,
      .observedBitsPerSecond, .endReason:
      .none
    }
  }
}
