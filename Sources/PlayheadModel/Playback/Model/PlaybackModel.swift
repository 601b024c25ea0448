/// A player as a value: each input returns the changes that it causes.
///
/// It has no link, file or clock. Each input comes with its wall time and returns the resulting
/// transitions. An app passes inputs to ``drive(to:_:)``, which takes any time, early or late.
///
/// Between inputs the model changes on its own only at ``nextDeadline``, which `drive` runs, and
/// which a driver of its own passes to ``timeAdvanced(to:)`` when due. Media that arrives exactly
/// at a deadline is in time. For a policy that counts bytes, the driver also reports when their
/// number falls to ``nextByteLevel``.
///
/// It uses two kinds of time, both exact, in nanoseconds: wall time, and media time, counted from
/// the first presented sample. It is a precondition of every input outside ``drive(to:_:)`` that
/// its wall time is neither before that of the previous input nor past the ``nextDeadline``.
///
/// The flags follow `AVPlayerItem`, and the states `AVPlayer`, as Apple documents AVFoundation.
public struct PlaybackModel: Hashable, Sendable {
  /// The length of the media, in media time.
  public let duration: MediaTime
  /// The buffering policy.
  public let policy: BufferingPolicy

  /// The wall time of the latest input.
  public internal(set) var wallTime: WallTime = .zero
  /// The playhead, in media time; `AVPlayer.currentTime()`.
  public internal(set) var currentTime: MediaTime = .zero
  var state = PlaybackState.paused(.beforeStartup)
  var opening = Opening.unknown
  var buffer = PlaybackBuffer()
  /// The flags of the network path.
  public internal(set) var path: PathFlags = []
  var throughput: ThroughputEstimator?
  /// The rules for tracks; `nil` if the policy has none.
  let trackPlan: TrackPlan?
  var tracks = TrackWatch()

  /// The flags of the buffer.
  var flags = BufferFlags()
  /// The amounts at which a full buffer may stop being full, as of the latest input.
  var drain = BufferAmounts()
  /// Whether to show an activity indicator: set by empty, cleared by full or likely to keep up, and
  /// so also true before startup.
  public internal(set) var isBuffering = true
  /// Whether the place that the latest seek went to is not loaded yet.
  public internal(set) var isSeeking = false
  /// The number of stalls: playback that had started ran empty before the end.
  public internal(set) var stallCount = 0
  /// The number of stalls since the start or the latest jump.
  var stallsSinceJump = 0
  /// The number of repeats left.
  public internal(set) var repeatsLeft: Int
  /// What the latest input reported.
  var reported = Reported()

  /// How much is known of the media.
  enum Opening: Hashable, Sendable {
    /// Nothing; even media of zero duration is not loaded.
    case unknown
    /// The headers are read.
    case opened
    /// The first frame could be shown.
    case ready
  }

  /// State and flags at the end of an input.
  struct Reported: Hashable, Sendable {
    var timeControlStatus = TimeControlStatus.paused
    var flags = BufferFlags()
  }

  /// A player of media that lasts `duration`, paused at its start with nothing loaded.
  ///
  /// - Parameters:
  ///   - duration: the length of the media, in media time.
  ///   - policy: the buffering policy.
  ///   - repeats: the number of times that playback restarts at the end.
  ///   - frames: the frames of the video, for a policy that counts them.
  ///   - reorderDepth: the frames that its decoder holds to put them in order.
  ///   - decodeLead: how long before it is shown its first frame is decoded, in media time.
  ///   - start: where playback starts, in media time.
  ///
  /// - Precondition: `duration` and `repeats` are not negative, and `start` is within the media.
  public init(
    duration: MediaTime, policy: BufferingPolicy, repeats: Int = 0,
    frames: FrameTimes = FrameTimes(), reorderDepth: Int = 0, decodeLead: MediaTime = .zero,
    start: MediaTime = .zero
  ) {
    precondition(duration >= .zero, "media of negative duration")
    precondition(repeats >= 0, "a negative number of repeats")
    precondition((.zero...duration).contains(start), "a start outside of the media")
    self.duration = duration
    self.policy = policy
    currentTime = start
    repeatsLeft = duration > .zero ? repeats : 0
    trackPlan =
      policy.watchesTracks
      ? TrackPlan(
        policy.parameters.tracks, frames, reorderDepth: reorderDepth,
        decodeLead: decodeLead, duration: duration) : nil
    if case .predictedRate(let estimation) = policy.parameters.keepUp {
      throughput = ThroughputEstimator(estimation)
    }
  }
}
