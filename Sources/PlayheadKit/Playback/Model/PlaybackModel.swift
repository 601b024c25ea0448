/// A player as a value: told what happens, it says what that changes.
///
/// It knows no link, no file and no clock. Each input comes with its wall time and returns the
/// transitions that it caused; between inputs the model changes by itself only at
/// ``nextDeadline``, which the driver passes to ``timeAdvanced(to:)`` when it comes. Media that
/// arrives at the very instant of a deadline counts as in time.
///
/// The flags are those of `AVPlayerItem`, and the states those of `AVPlayer`.
public struct PlaybackModel: Hashable, Sendable {
  /// The length of the media.
  public let duration: MediaTime
  /// What the player decides by.
  public let policy: BufferingPolicy

  /// The wall time of the latest input.
  public private(set) var wallTime: MediaTime = .zero
  /// The playhead, in media time.
  public private(set) var currentTime: MediaTime = .zero
  /// How far the media is loaded from the start on.
  private var loadedEnd: MediaTime = .zero
  /// Whether anything was told of the media: until then not even media of no length is loaded.
  private var isMediaKnown = false

  /// What the path that media comes over asks of the player.
  public private(set) var path: PathFlags = []

  /// Whether it plays, waits or has ended.
  public private(set) var timeControlStatus: TimeControlStatus = .paused
  /// Whether everything loaded ahead of the playhead is consumed.
  public private(set) var isPlaybackBufferEmpty = true
  /// Whether the high watermark was reached and the low one has not been since.
  public private(set) var isPlaybackBufferFull = false
  /// Whether the policy predicts that playback goes through.
  public private(set) var isPlaybackLikelyToKeepUp = false
  /// Set by empty, cleared by full or likely to keep up, and so also true before the start: it is
  /// meant to drive an activity indicator.
  public private(set) var isStalled = true
  /// Whether the first frame has been played.
  public private(set) var hasStarted = false
  /// How many times playback that had started ran empty before the end.
  public private(set) var stallCount = 0

  /// A player of media that lasts `duration`, paused at its start with nothing loaded.
  ///
  /// - Precondition: `duration` is not negative.
  public init(duration: MediaTime, policy: BufferingPolicy) {
    precondition(duration >= .zero, "media of negative duration")
    self.duration = duration
    self.policy = policy
  }

  // MARK: What can be asked

  /// The loaded ranges of media time.
  public var loadedTimeRanges: TimeRangeSet {
    TimeRangeSet(TimeRange(start: .zero, end: loadedEnd))
  }

  /// The media loaded ahead of the playhead.
  public var bufferLevel: MediaTime { loadedEnd - currentTime }

  /// Whether everything from the playhead to the end is loaded.
  public var isLoadedToEnd: Bool { isMediaKnown && loadedEnd >= duration }

  /// The playhead as a share of the duration, in 0…1.
  public var progress: Ratio { share(currentTime) }

  /// The end of the loaded range that holds the playhead as a share of the duration, in 0…1.
  public var buffered: Ratio { share(loadedEnd) }

  /// All of it if there is no duration to have a share of.
  private func share(_ time: MediaTime) -> Ratio {
    Ratio(min(max(time, .zero), duration), of: duration) ?? Ratio(millionths: 1_000_000)
  }

  /// The wall time at which the model next changes by itself unless media is loaded by then.
  public var nextDeadline: MediaTime? {
    guard timeControlStatus == .playing else { return nil }
    var ahead = bufferLevel
    if isPlaybackBufferFull { ahead = min(ahead, bufferLevel - policy.watermarks(on: path).low) }
    return wallTime + max(.zero, ahead)
  }

  // MARK: What can happen

  /// The user asks to play.
  public mutating func play(at wallTime: MediaTime) -> Transitions {
    move(to: wallTime)
    var transitions = Transitions()
    if timeControlStatus == .paused { wait(&transitions) }
    settle(&transitions)
    return transitions
  }

  /// Media has become available from the start up to `end`.
  ///
  /// What is loaded stays loaded: an `end` before an earlier one changes nothing. The first call
  /// also says that the media is known, so a player of media that lasts no time needs one too.
  public mutating func mediaLoaded(upTo end: MediaTime, at wallTime: MediaTime) -> Transitions {
    move(to: wallTime)
    isMediaKnown = true
    let loadedBefore = loadedEnd
    loadedEnd = max(loadedEnd, min(end, duration))
    var transitions = Transitions()
    settle(&transitions, hasMore: loadedEnd > loadedBefore)
    return transitions
  }

  /// Media comes over a path of other flags from now on, to which the policy may have other limits.
  ///
  /// A buffer that is above the new high watermark is full at once.
  public mutating func pathChanged(to path: PathFlags, at wallTime: MediaTime) -> Transitions {
    move(to: wallTime)
    self.path = path
    var transitions = Transitions()
    settle(&transitions, hasMore: true)
    return transitions
  }

  /// Wall time has come to `wallTime` without anything else having happened.
  public mutating func timeAdvanced(to wallTime: MediaTime) -> Transitions {
    move(to: wallTime)
    var transitions = Transitions()
    settle(&transitions)
    return transitions
  }

  // MARK: How it changes

  private mutating func move(to wallTime: MediaTime) {
    precondition(wallTime >= self.wallTime, "wall time goes back")
    precondition(nextDeadline.map { wallTime <= $0 } ?? true, "a deadline was passed over")
    if timeControlStatus == .playing { currentTime += wallTime - self.wallTime }
    self.wallTime = wallTime
  }

  /// Brings flags and state up to date; `hasMore` if media has just come.
  private mutating func settle(_ transitions: inout Transitions, hasMore: Bool = false) {
    updateFlags(&transitions, hasMore: hasMore)
    switch timeControlStatus {
    case .waiting:
      if isPlaybackLikelyToKeepUp || isPlaybackBufferFull {
        start(&transitions)
      } else {
        wait(&transitions)
      }
    case .playing:
      if !endIfOver(&transitions), isPlaybackBufferEmpty {
        stallCount += 1
        transitions.insert(.stalled)
        wait(&transitions)
      }
    case .paused, .ended:
      break
    }
  }

  private mutating func updateFlags(_ transitions: inout Transitions, hasMore: Bool) {
    let level = bufferLevel
    let isEmpty = level <= .zero
    if isEmpty != isPlaybackBufferEmpty {
      isPlaybackBufferEmpty = isEmpty
      transitions.insert(isEmpty ? .bufferEmptied : .bufferNoLongerEmpty)
      if isEmpty { isStalled = true }
    }
    // Only media that comes can fill the buffer. Where both watermarks are one, a buffer that has
    // come down to it would else be full again as soon as anybody looks.
    let isFull =
      isPlaybackBufferFull
      ? level > policy.watermarks(on: path).low : hasMore && isAtHighWatermark
    if isFull != isPlaybackBufferFull {
      isPlaybackBufferFull = isFull
      transitions.insert(isFull ? .bufferFilled : .bufferNoLongerFull)
    }
    updateLikelyToKeepUp(&transitions)
    if isFull || isPlaybackLikelyToKeepUp { isStalled = false }
  }

  private mutating func updateLikelyToKeepUp(_ transitions: inout Transitions) {
    let threshold = hasStarted ? policy.resumeThreshold : policy.startupThreshold
    let reached = isPlaybackLikelyToKeepUp || bufferLevel >= threshold
    let keepsUp = isLoadedToEnd || !isPlaybackBufferEmpty && reached
    guard keepsUp != isPlaybackLikelyToKeepUp else { return }
    isPlaybackLikelyToKeepUp = keepsUp
    transitions.insert(keepsUp ? .likelyToKeepUp : .unlikelyToKeepUp)
  }

  private var isAtHighWatermark: Bool {
    guard let high = policy.watermarks(on: path).high else { return false }
    return bufferLevel >= high
  }

  private mutating func wait(_ transitions: inout Transitions) {
    let reason: TimeControlStatus.WaitingReason =
      loadedEnd == .zero && !hasStarted ? .evaluatingBufferingRate : .toMinimizeStalls
    guard timeControlStatus != .waiting(reason) else { return }
    timeControlStatus = .waiting(reason)
    transitions.insert(.waiting)
  }

  private mutating func start(_ transitions: inout Transitions) {
    transitions.insert(hasStarted ? .resumed : .started)
    hasStarted = true
    timeControlStatus = .playing
    // Full may have started playback, and from now on the resume threshold is the one to reach.
    updateLikelyToKeepUp(&transitions)
    _ = endIfOver(&transitions)
  }

  private mutating func endIfOver(_ transitions: inout Transitions) -> Bool {
    guard currentTime >= duration else { return false }
    timeControlStatus = .ended
    transitions.insert(.playedToEnd)
    return true
  }
}
