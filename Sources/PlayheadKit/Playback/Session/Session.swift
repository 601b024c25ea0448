/// What happened when media was played once: a finished, unchanging record.
///
/// All times are exact, in nanoseconds; wall time counts from the first play command.
public struct Session: Hashable, Sendable {
  /// How it ended.
  public var endReason: EndReason
  /// The wall time at which it ended.
  public var elapsed: MediaTime
  /// The length of the media, in media time.
  public var duration: MediaTime
  /// The wall time spent waiting for the first frame; `nil` if there was none.
  public var startup: MediaTime?
  /// What the startup was spent on; as far as it came if there was no first frame.
  public var startupPhases = StartupPhases()
  /// The stalls, in order.
  public var stalls: [Stall]
  /// The seeks, in order.
  public var seeks: [Seek]
  /// The wall time spent on each of the things that a player can be at.
  public var phases: PhaseTimes
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
  public enum EndReason: String, CaseIterable, Hashable, Sendable {
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
///
/// It ends when playback resumes, when the playhead is moved, or, if the user paused in it, when the
/// buffer would have let playback resume. A player that pauses by itself as it runs empty is stalled
/// until it plays again.
public struct Stall: Hashable, Sendable {
  /// Its number, from 1.
  public var number: Int
  /// The wall time at which it began.
  public var start: MediaTime
  /// The media time at which playback stood still, counted from the origin.
  public var mediaTime: MediaTime
  /// How long it lasted, in wall time; `nil` if it was still open when the session ended.
  public var duration: MediaTime?

  /// Whether it was still open when the session ended.
  public var isOpen: Bool { duration == nil }
  /// How long it lasted.
  public var length: StallLength { duration.map(StallLength.finite) ?? .unbounded }
}

/// How much wall time a session spent on what; together, all of it.
public struct PhaseTimes: Hashable, Sendable {
  /// Waiting for the first frame.
  public var startup: MediaTime = .zero
  /// Playing.
  public var playing: MediaTime = .zero
  /// Stalled, pauses within stalls included, until the session ended.
  public var stalled: MediaTime = .zero
  /// Waiting after a seek, or after the user asked to play with too little media ahead.
  public var seeking: MediaTime = .zero
  /// Paused outside of stalls, or at the end.
  public var paused: MediaTime = .zero

  /// No time at all.
  public init() {}

  /// The watch time: all but pauses and what came after the end.
  public var watched: MediaTime { startup + playing + stalled + seeking }
}

/// The buffer level over the time spent playing, in media time.
public struct BufferLevels: Hashable, Sendable {
  /// The integral of how far media was loaded, while playing.
  ///
  /// Media counts from when its last byte is in, to the fraction of a nanosecond.
  var loaded = LoadedIntegral()
  /// The integral of where the playhead was, while playing, in two-thousandths of square nanoseconds.
  var played: Int128 = 0
  /// The least level while not everything was loaded; `nil` if everything was before the start.
  public internal(set) var minimum: MediaTime?

  /// The integral of level over time, in two-thousandths of square nanoseconds.
  var integral: Int128 { 2000 * loaded.value - played }

  /// The mean over `played`, the wall time spent playing, to the nearest nanosecond, halves up; `nil`
  /// if nothing was played.
  public func mean(over played: MediaTime) -> MediaTime? {
    guard played > .zero else { return nil }
    let divisor = Int128(played.nanoseconds) * 2000
    return MediaTime(nanoseconds: Int64((integral + divisor / 2) / divisor))
  }
}
