/// A player as a value: told what happens, it says what that changes.
///
/// It knows no link, no file and no clock. Each input comes with its wall time and returns the
/// transitions that it caused; between inputs the model changes by itself only at
/// ``nextDeadline``, which the driver passes to ``timeAdvanced(to:)`` when it comes. Media that
/// arrives at the very instant of a deadline counts as in time.
///
/// Two kinds of time meet here, both exact, in nanoseconds: wall time, in which things happen, and
/// media time, counted from the first thing shown. It is a precondition of every input that its
/// wall time is neither before that of the input before it nor past the ``nextDeadline``.
///
/// The flags are those of `AVPlayerItem`, and the states those of `AVPlayer`, as Apple's
/// documentation of AVFoundation has them.
public struct PlaybackModel: Hashable, Sendable {
  /// The length of the media, in media time.
  public let duration: MediaTime
  /// What the player decides by.
  public let policy: BufferingPolicy
  /// Where in the file the media lies; `nil` if nobody knows, and then no number of bytes ever
  /// counts as too many.
  let showing: OffsetCurve?

  /// The wall time of the latest input.
  public internal(set) var wallTime: MediaTime = .zero
  /// The playhead, in media time; `AVPlayer.currentTime()`.
  public internal(set) var currentTime: MediaTime = .zero
  /// The line that the playhead moves along.
  var line = Line()
  /// The loaded ranges of media time, after `AVPlayerItem`'s property of that name.
  public internal(set) var loadedTimeRanges = TimeRangeSet()
  /// The end of the loaded range that holds the playhead, or the playhead if none does.
  var loadedEnd: MediaTime = .zero
  /// The position before which all bytes are in that reading for the playhead takes.
  var loadedPosition: Int64 = 0
  /// Whether anything was told of the media: until then not even media of no length is loaded.
  var isMediaKnown = false
  /// What the path that media comes over asks of the player.
  public internal(set) var path: PathFlags = []
  var throughput: ThroughputEstimator?

  /// Whether it can play at all; `AVPlayerItem.status`.
  public internal(set) var status: PlayerStatus = .unknown
  /// Whether it plays, waits or has ended; after `AVPlayer`'s property of that name.
  public internal(set) var timeControlStatus: TimeControlStatus = .paused
  /// The rate at which the user wants to play, also while waiting; zero if paused: `AVPlayer.rate`.
  public internal(set) var rate: PlaybackRate = .zero
  /// What the player waits for if it waits, or would wait for.
  public internal(set) var waitingCause: WaitingCause = .startup
  /// Whether it was the user who paused the player, rather than an empty buffer.
  var isPausedByUser = false
  /// Whether the place that the latest seek went to is not loaded yet.
  public internal(set) var isSeeking = false
  /// How many more times playback begins again at the end.
  public internal(set) var repeatsLeft: Int

  /// Whether everything loaded ahead of the playhead is consumed; `AVPlayerItem`'s flag.
  public internal(set) var isPlaybackBufferEmpty = true
  /// Whether a high watermark was reached and a low one has not been since; `AVPlayerItem`'s flag.
  public internal(set) var isPlaybackBufferFull = false
  /// Whether the policy predicts that playback goes through; `AVPlayerItem`'s flag.
  public internal(set) var isPlaybackLikelyToKeepUp = false
  /// Set by empty, cleared by full or likely to keep up, and so also true before the start: it is
  /// meant to drive an activity indicator.
  public internal(set) var isStalled = true
  /// Whether the first frame has been played.
  public internal(set) var hasStarted = false
  /// How many times playback that had started stood still for want of media; seeks do not count.
  public internal(set) var stallCount = 0
  /// How many times it did since the start or the latest jump.
  var stallsSinceJump = 0
  /// What is in for the playhead that a loop leads to.
  var loopReach = Reach()
  /// What was last told of state and flags.
  var told = Told()

  /// A line of motion: since when, and from where.
  struct Line: Hashable, Sendable {
    var wallTime: MediaTime = .zero
    var mediaTime: MediaTime = .zero
  }

  /// State and flags as they were at the end of an input.
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
  ///   - policy: what the player decides by.
  ///   - showing: where in the file the media lies, for a policy that counts bytes.
  ///   - repeats: how many times to play again from the start at the end.
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
