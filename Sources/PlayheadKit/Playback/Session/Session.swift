/// What happened when media was played once: a finished, unchanging record.
public struct Session: Hashable, Sendable {
  /// How it ended.
  public var endReason: EndReason
  /// The wall time at which it ended.
  public var elapsed: MediaTime
  /// The length of the media.
  public var duration: MediaTime
  /// The wall time from the play command to the first frame; `nil` if there was none.
  public var startup: MediaTime?
  /// The stalls, in order.
  public var stalls: [Stall]
  /// The wall time spent playing.
  public var played: MediaTime
  /// What was seen of the buffer level while playing.
  public var bufferLevels: BufferLevels
  /// All bytes that came over the link, wasted ones included.
  public var bytesDownloaded: Int64
  /// Bytes that came for requests already dropped.
  public var bytesWasted: Int64
  /// How many requests were sent.
  public var requestCount: Int
  /// The wall time with a request open and not blocked.
  public var requestTime: MediaTime
  /// What happened, in order; empty if it was not asked for.
  public var events: [Event]
  /// The rows of a timeline; empty if they were not asked for.
  public var ticks: [Tick]

  /// How a session ended.
  public enum EndReason: String, Hashable, Sendable {
    /// The end of the media was played.
    case ended
    /// The limit of simulated time was reached.
    case limit
    /// The link never delivers what is missing.
    case starved
    /// The player was left paused.
    case paused
  }
}

/// A stretch of wall time in which playback that had started stood still for want of media.
public struct Stall: Hashable, Sendable {
  /// Its number, from 1.
  public var number: Int
  /// The wall time at which it began.
  public var start: MediaTime
  /// The media time at which playback stood still.
  public var mediaTime: MediaTime
  /// How long it lasted, up to the session's end at most; `nil` if it never could have ended.
  public var duration: MediaTime?
}

/// The buffer level over the time spent playing.
public struct BufferLevels: Hashable, Sendable {
  /// The integral of level over time, doubled, in square nanoseconds.
  var doubledIntegral: Int128 = 0
  /// The least level while not everything was loaded; `nil` if everything was before the start.
  public internal(set) var minimum: MediaTime?

  /// The mean over `played`; `nil` if nothing was played.
  public func mean(over played: MediaTime) -> MediaTime? {
    guard played > .zero else { return nil }
    let divisor = Int128(played.nanoseconds) * 2
    return MediaTime(nanoseconds: Int64((doubledIntegral + divisor / 2) / divisor))
  }

  /// Notes that `length` was played while the level fell from `level`.
  mutating func fell(from level: MediaTime, for length: MediaTime, isLoadedToEnd: Bool) {
    guard length > .zero else { return }
    let fall = Int128(length.nanoseconds)
    doubledIntegral += (2 * Int128(level.nanoseconds) - fall) * fall
    if !isLoadedToEnd { minimum = min(minimum ?? level, level - length) }
  }
}
