/// A player as a value: each input returns the changes that it causes.
///
/// It has no link, file or clock. Each input comes with its wall time and returns the resulting
/// transitions. Between inputs the model changes on its own only at ``nextDeadline``, which the
/// driver passes to ``timeAdvanced(to:)`` when due. Media that arrives exactly at a deadline is in
/// time.
///
/// It uses two kinds of time, both exact, in nanoseconds: wall time, and media time, counted from
/// the first presented sample. It is a precondition of every input that its wall time is neither
/// before that of the previous input nor past the ``nextDeadline``.
///
/// The flags follow `AVPlayerItem`, and the states `AVPlayer`, as Apple documents AVFoundation.
public struct PlaybackModel: Hashable, Sendable {
  /// The length of the media, in media time.
  public let duration: MediaTime
  /// The buffering policy.
  public let policy: BufferingPolicy
  /// The layout of the media in the file; `nil` if unknown, in which case byte limits have no
  /// effect.
  let showing: OffsetCurve?

  /// The wall time of the latest input.
  public internal(set) var wallTime: MediaTime = .zero
  /// The playhead, in media time; `AVPlayer.currentTime()`.
  public internal(set) var currentTime: MediaTime = .zero
  /// The line along which the playhead moves.
  var line = Line()
  /// The loaded ranges of media time, after `AVPlayerItem.loadedTimeRanges`.
  public internal(set) var loadedTimeRanges = TimeRangeSet()
  /// The end of the loaded range at the playhead, or the playhead if none contains it.
  var loadedEnd: MediaTime = .zero
  /// The position before which all bytes needed from the playhead on have arrived.
  var loadedPosition: Int64 = 0
  /// Whether the media is known yet; before that, even media of zero duration is not loaded.
  var isMediaKnown = false
  /// The flags of the network path.
  public internal(set) var path: PathFlags = []
  var throughput: ThroughputEstimator?

  /// Whether the player can play; `AVPlayerItem.status`.
  public internal(set) var status: PlayerStatus = .unknown
  /// Whether the player plays, waits, is paused or has ended; after `AVPlayer.timeControlStatus`.
  public internal(set) var timeControlStatus: TimeControlStatus = .paused
  /// The rate that the user requested, also while waiting; zero if paused: `AVPlayer.rate`.
  public internal(set) var rate: PlaybackRate = .zero
  /// The cause of waiting, now or when the player next waits.
  public internal(set) var waitingCause: WaitingCause = .startup
  /// Whether a wait is open; see ``Phase/waiting(_:)``.
  var isWaitOpen = false
  /// Whether the startup is over: the first frame played, or could have had the user not paused.
  var isStartupOver = false
  /// Whether it was the user who paused the player, rather than an empty buffer.
  var isPausedByUser = false
  /// Whether the place that the latest seek went to is not loaded yet.
  public internal(set) var isSeeking = false
  /// The number of repeats left.
  public internal(set) var repeatsLeft: Int

  /// Whether all media loaded ahead of the playhead is consumed; `AVPlayerItem`'s flag.
  public internal(set) var isPlaybackBufferEmpty = true
  /// Whether a high watermark was reached and no low one since; `AVPlayerItem`'s flag.
  public internal(set) var isPlaybackBufferFull = false
  /// Whether the policy predicts playback without a stall; `AVPlayerItem`'s flag.
  public internal(set) var isPlaybackLikelyToKeepUp = false
  /// Whether to show an activity indicator: set by empty, cleared by full or likely to keep up, and
  /// so also true before startup.
  public internal(set) var isStalled = true
  /// Whether the first frame has been played.
  public internal(set) var hasStarted = false
  /// How many times playback that had started stood still for want of media; seeks do not count.
  public internal(set) var stallCount = 0
  /// The number of stalls since the start or the latest jump.
  var stallsSinceJump = 0
  /// The loaded media and bytes at the target of a loop.
  var loopReach = Reach()
  /// State and flags at the last report.
  var told = Told()

  /// A line of motion: its start in wall time and in media time.
  struct Line: Hashable, Sendable {
    var wallTime: MediaTime = .zero
    var mediaTime: MediaTime = .zero
  }

  /// State and flags at the end of an input.
  struct Told: Hashable, Sendable {
    var timeControlStatus: TimeControlStatus = .paused
    var isEmpty = true
    var isFull = false
    var isLikelyToKeepUp = false
  }

  /// A player of media that lasts `duration`, paused at its start with nothing loaded.
  ///
  /// - Parameters:
  ///   - duration: the length of the media, in media time.
  ///   - policy: the buffering policy.
  ///   - showing: the layout of the media in the file, for a policy that counts bytes.
  ///   - repeats: the number of times that playback restarts at the end.
  ///
  /// - Precondition: `duration` and `repeats` are not negative.
  public init(
    duration: MediaTime, policy: BufferingPolicy, showing: OffsetCurve? = nil, repeats: Int = 0
  ) {
    precondition(duration >= .zero, "media of negative duration")
    precondition(repeats >= 0, "a negative number of repeats")
    self.duration = duration
    self.policy = policy
    self.showing = showing
    repeatsLeft = duration > .zero ? repeats : 0
    if case .predictedRate(let estimation) = policy.parameters.keepUp {
      throughput = ThroughputEstimator(estimation)
    }
  }
}
