/// Everything that a buffering policy decides by, at one instant.
///
/// Each decision of a ``BufferingPolicy`` is a pure function of a situation.
public struct BufferSituation: Hashable, Sendable {
  /// The media loaded ahead of the playhead, in media time; of several tracks as the policy
  /// combines them.
  public var level: MediaTime
  /// The same of each track; `nil` where the driver does not report it.
  package var trackLevels = TrackTimes()
  /// The bytes loaded ahead of those already shown; zero if the driver does not count bytes.
  public var bytesAhead: Int64
  /// Whether everything from the playhead to the end is loaded.
  public var isLoadedToEnd: Bool
  /// The length of media from the playhead to the end, in media time.
  public var mediaLeft: MediaTime
  /// The rate at which the player plays or is to play; normal while paused.
  public var rate: PlaybackRate
  /// The flags of the network path.
  public var path: PathFlags
  /// The cause of waiting, now or when the player next waits.
  public var cause: WaitingCause
  /// The number of stalls since the start or the latest jump.
  public var stalls: Int
  /// The flags as they were before.
  public var flags: BufferFlags
  /// Whether the buffer may become full: media has arrived, the limits have changed, or the
  /// playhead has jumped.
  public var mayFill: Bool
  /// The throughput, if it was just measured.
  package var throughput: Throughput?
  /// Whether every track has enough media decoded, for a player with ``TrackRules``.
  public var areTracksReady = true
  /// The media in the cache as the player measures it; `nil` if it does not.
  public var cache: MediaTime?

  /// A measured throughput and what is left to load.
  package struct Throughput: Hashable, Sendable {
    /// The estimate, in whole bits per second.
    package var estimate: Int64
    /// The bytes missing to the end.
    package var missingBytes: Int64

    /// An estimate with `missingBytes` left to load.
    package init(estimate: Int64, missingBytes: Int64) {
      self.estimate = estimate
      self.missingBytes = missingBytes
    }
  }

  /// A buffer with `level` of media and `bytesAhead` bytes ahead of the playhead, before the start.
  public init(
    level: MediaTime, bytesAhead: Int64 = 0, mediaLeft: MediaTime = .bound,
    cause: WaitingCause = .startup, stalls: Int = 0, path: PathFlags = [],
    flags: BufferFlags = BufferFlags(), mayFill: Bool = true
  ) {
    self.level = level
    self.bytesAhead = bytesAhead
    isLoadedToEnd = level >= mediaLeft
    self.mediaLeft = mediaLeft
    rate = .normal
    self.path = path
    self.cause = cause
    self.stalls = stalls
    self.flags = flags
    self.mayFill = mayFill
  }

  /// Whether all media loaded ahead of the playhead is consumed.
  public var isEmpty: Bool { level <= .zero }

  /// Whether there is anything to play, if only the end.
  public var isPlayable: Bool { !isEmpty || isLoadedToEnd }
}

/// The flags of a buffer, after those of `AVPlayerItem`.
public struct BufferFlags: Hashable, Sendable, BitwiseCopyable {
  /// Whether all media loaded ahead of the playhead is consumed.
  public var isEmpty: Bool
  /// Whether a high watermark was reached and no low one since.
  public var isFull: Bool
  /// Whether the policy predicts playback without a stall.
  public var isLikelyToKeepUp: Bool

  /// The given flags; by default those of a player with nothing loaded.
  public init(isEmpty: Bool = true, isFull: Bool = false, isLikelyToKeepUp: Bool = false) {
    self.isEmpty = isEmpty
    self.isFull = isFull
    self.isLikelyToKeepUp = isLikelyToKeepUp
  }
}

/// The cause of waiting since the player last played.
public enum WaitingCause: String, Hashable, Sendable {
  /// The first frame.
  case startup
  /// The end of a stall.
  case stall
  /// Media after a seek, or after the user asked to play with too little of it ahead.
  case seek
  /// Media at the start, to which a loop has led.
  case loop

  /// Whether the wait is a stall: playback that had started stands still, and not because the user
  /// asked for something else.
  public var isStall: Bool { self == .stall || self == .loop }
}
