public import PlayheadLadder

/// A figure of merit of a session; its raw value is its name in JSON, in suites and on the command
/// line.
///
/// Those that every session has are in ``allCases``; those that only sessions of ladders have, in
/// ``ofAdaptation``, ``ofOptimum`` and ``SessionSummary/metrics``.
public enum SessionMetric: Hashable, Sendable {
  /// The wall time from the play command to the first frame playing, or, if the user paused
  /// meanwhile, to when the buffer would have let it start.
  case startupSeconds
  /// The number of stalls: playback that had started ran empty before the end.
  case stallCount
  /// The wall time spent stalled.
  case stallSeconds
  /// The duration of the longest stall, in wall time.
  case longestStallSeconds
  /// Stalled ÷ (stalled + played), after CTA-2066.
  case rebufferRatio
  /// Stalled ÷ watch time, after Mux Data.
  case rebufferRatioWatch
  /// Stalls per minute of watch time, after Mux Data.
  case stallsPerMinute
  /// The number of times the picture froze while sound played on.
  case frozenCount
  /// The wall time for which the picture was frozen while sound played on.
  case frozenSeconds
  /// The number of times sound went missing while pictures played on.
  case silentCount
  /// The wall time in which sound was missing while pictures played on.
  case silentSeconds
  /// The wall time spent playing.
  case playedSeconds
  /// The wall time at which the session ended.
  case elapsedSeconds
  /// The wall time spent waiting after seeks, or after playing with too little media ahead.
  case seekSeconds
  /// The number of seeks by the user.
  case seekCount
  /// The mean wall time from a seek to its first frame.
  case meanSeekLatencySeconds
  /// The longest wall time from a seek to its first frame, or to the newer seek that cancelled it.
  case longestSeekLatencySeconds
  /// The wall time spent paused outside of waits.
  case pausedSeconds
  /// The mean buffer level while playing, in media time.
  case meanBufferSeconds
  /// The minimum buffer level while playing and loading, in media time.
  case minimumBufferSeconds
  /// The bytes downloaded, wasted ones included.
  case bytesDownloaded
  /// The bytes that arrived for requests already dropped.
  case bytesWasted
  /// The number of requests sent.
  case requestCount
  /// Bits delivered to the player ÷ the time with a request open and not blocked.
  case observedBitsPerSecond
  /// How the session ended.
  case endReason
  /// The samples that the container's tables announce and the file does not hold; see
  /// ``MediaDamage/missingSamples``.
  case missingSamples
  /// The media time that the container announces and the file does not hold; see
  /// ``MediaDamage/missingTime``.
  case missingSeconds
  /// Media time without an intact decoded frame, unknown where nothing was decoded;
  /// see ``MediaDamage/undecodableTime``.
  case undecodableSeconds
  /// Whether anything of the media is missing or undecodable, unknown if nothing is missing and
  /// nothing was decoded; see ``MediaDamage/verdict``.
  case damaged
  /// The mean bit rate of the segments that were loaded, by their length; see
  /// `meanBitRate`.
  case meanBitRateBitsPerSecond
  /// The mean bit rate of what was played, by its length.
  case meanPlayedBitRateBitsPerSecond
  /// The changes of level from one segment to the next in order of presentation.
  case switchCount
  /// The switches to a higher level.
  case switchUpCount
  /// The switches to a lower level.
  case switchDownCount
  /// The switches in the other direction than the one before.
  case switchReversalCount
  /// The downloads abandoned for another level.
  case abandonmentCount
  /// The linear score of MPC; see `linear`.
  case linearScore
  /// Its mean over the segments.
  case linearScorePerSegment
  /// The score of BOLA over the time watched; see `bola`.
  case bolaScore
  /// The mean utility of BOLA over the segments; see `meanUtility`.
  case meanUtility
  /// The mean time by which a viewer of a live event is behind the camera; see
  /// `mean`.
  case liveLatencySeconds
  /// The live latency that is not exceeded in 95 of 100 parts of the time.
  case liveLatency95Seconds
  /// The live latency as the first frame is played.
  case liveLatencyStartSeconds
  /// The live latency at the end of the event or of the session.
  case liveLatencyEndSeconds
  /// The changes of the playback rate by which the player of a live event catches up.
  case liveRateChangeCount
  /// The jumps of the player of a live event, back into the window or to the edge.
  case liveJumpCount
  /// The media that these skip.
  case liveSkippedSeconds
  /// By how much any player could have scored higher at most, by a score; see
  /// `optimumGaps`.
  case optimumGap(Optimum.Objective)
  /// The media time played at a level, by its number from the lowest.
  case secondsAtLevel(Int)
  /// The media time played at a level ÷ that played at any.
  case shareAtLevel(Int)

  /// The kind of a metric's values.
  package enum Kind: Hashable, Sendable, CaseIterable {
    /// Wall time.
    case wallTime
    /// Media time.
    case mediaTime
    /// A count.
    case count
    /// A share of a whole, 0…1.
    case share
    /// A frequency per minute.
    case frequency
    /// A score of quality of experience, which may be negative.
    case score
    /// A number of bytes.
    case bytes
    /// Bits per second.
    case rate
    /// One of a fixed set of words.
    case word
    /// True or false.
    case flag

    /// Whether one value can lie above another, so that it has bounds and tolerances.
    package var isOrdered: Bool { self != .word && self != .flag }

    /// Whether its values are times, of either clock.
    package var isTime: Bool { self == .wallTime || self == .mediaTime }
  }

  /// The kind of its values.
  package var kind: Kind { row.kind }
}
