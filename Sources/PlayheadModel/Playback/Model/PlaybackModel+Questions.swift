extension PlaybackModel {
  // MARK: State

  /// Whether the player can play; `AVPlayerItem.status`.
  public var status: PlayerStatus {
    if case .failed = state { return .failed }
    return opening == .ready ? .readyToPlay : .unknown
  }

  /// Whether the player plays, waits, is paused or has ended; after `AVPlayer.timeControlStatus`.
  @inline(__always)
  public var timeControlStatus: TimeControlStatus {
    switch state {
    case .paused, .failed: .paused
    case .waiting: .waiting(opening == .ready ? .toMinimizeStalls : .evaluatingBufferingRate)
    case .playing: .playing
    case .ended: .ended
    }
  }

  /// The rate that the user requested, also while waiting; zero if paused: `AVPlayer.rate`.
  public var rate: PlaybackRate { state.rate }

  /// Whether it knows what it plays.
  package var isOpened: Bool { opening != .unknown }

  /// Whether the first frame has been played.
  public var hasStarted: Bool { state.wait.cause != .startup }

  /// Whether the startup is over: the first frame played, or could have had the user not paused.
  package var isStartupOver: Bool { state.wait != .startup }

  /// Whether a stall is open.
  ///
  /// A stall ends when playback resumes, when the playhead is moved, or, if the user paused in it,
  /// when the buffer would have let playback resume. A player that paused by itself is stalled
  /// until it plays again, even if the playhead is moved.
  public var isInStall: Bool { state.openWait?.cause.isStall ?? false }

  /// The player's phase.
  @inline(__always)
  public var phase: Phase {
    switch state {
    case .playing: .playing
    case .waiting, .paused, .failed:
      state.openWait.map { .waiting($0.phase) } ?? .paused
    case .ended: .ended
    }
  }

  /// A phase of a player, for the accounting of wall time.
  public enum Phase: Hashable, Sendable {
    /// Playing.
    case playing
    /// Waiting for media, or paused in a wait that is still open.
    ///
    /// A wait opens when the player needs media to play on: at the play command, after a seek, in a
    /// stall. It ends when the player plays or, if the user pauses it meanwhile, when the buffer
    /// would have let it play.
    case waiting(WaitingCause)
    /// Paused by the user, or by a seek from the end, with no wait open.
    case paused
    /// At the end.
    case ended

    /// The cause of the wait; `nil` if none is open.
    public var waitingCause: WaitingCause? {
      if case .waiting(let cause) = self { cause } else { nil }
    }

    /// Whether it is a stall.
    public var isStall: Bool { waitingCause?.isStall ?? false }
  }

  /// Whether playback is to restart at the next input.
  @inline(__always)
  public var isLoopDue: Bool {
    state.line != nil && currentTime >= duration && repeatsLeft > 0
  }

  // MARK: Buffer

  /// Whether all media loaded ahead of the playhead is consumed; `AVPlayerItem`'s flag.
  public var isPlaybackBufferEmpty: Bool { flags.isEmpty }

  /// Whether a high watermark was reached and no low one since; `AVPlayerItem`'s flag.
  public var isPlaybackBufferFull: Bool { flags.isFull }

  /// Whether the policy predicts playback without a stall; `AVPlayerItem`'s flag.
  public var isPlaybackLikelyToKeepUp: Bool { flags.isLikelyToKeepUp }

  /// The loaded ranges of media time, after `AVPlayerItem.loadedTimeRanges`.
  public var loadedTimeRanges: TimeRangeSet { buffer.ranges }

  /// The end of the loaded range at the playhead, or the playhead if none contains it.
  package var loadedEnd: MediaTime { max(buffer.end, currentTime) }

  /// The media loaded ahead of the playhead, in media time.
  public var bufferLevel: MediaTime { loadedEnd - currentTime }

  /// The bytes loaded ahead of those already shown, as last reported.
  public var bytesAhead: Int64 { buffer.bytesAhead }

  /// Whether everything from the playhead to the end is loaded.
  public var isLoadedToEnd: Bool { opening != .unknown && loadedEnd >= duration }

  /// The media time before which nothing needs to be kept; `nil` if everything does, as where the
  /// playhead is past all that is loaded.
  @inline(__always)
  public var keptFrom: MediaTime? {
    guard trackPlan == nil || bufferLevel > .zero else { return nil }
    return policy.parameters.backBuffer.map { max(.zero, currentTime - $0) }
  }

  /// The playhead as a share of the duration, in 0…1.
  public var progress: Ratio { share(currentTime) }

  /// The end of the loaded range at the playhead as a share of the duration, 0…1; ``progress`` if
  /// none contains the playhead.
  public var buffered: Ratio { share(loadedEnd) }

  /// 1 if the duration is zero.
  func share(_ time: MediaTime) -> Ratio {
    Ratio(min(max(time, .zero), duration), of: duration) ?? .one
  }

  // MARK: What comes

  /// The wall time at which the model next changes on its own, unless media loads before.
  @inline(__always)
  public var nextDeadline: WallTime? {
    trackPlan == nil ? plainDeadline : trackDeadline
  }

  /// The same of a player without rules for tracks.
  @inline(__always)
  var plainDeadline: WallTime? {
    guard state.line != nil else { return nil }
    var target = buffer.end
    if let low = drain.level { target = min(target, buffer.end - low) }
    return wallTime(reaching: target)
  }

  /// The bytes ahead of the playhead to which a full buffer has to fall before it may stop being
  /// full; `nil` if their number changes nothing.
  ///
  /// The driver calls ``bufferChanged(to:mayFill:at:)`` when they do.
  public var nextByteLevel: Int64? { drain.bytes }

  /// The playhead at `wallTime` if it moves without interruption.
  @inline(__always)
  func mediaTime(at wallTime: WallTime) -> MediaTime {
    state.line?.mediaTime(at: wallTime) ?? currentTime
  }

  /// The playhead at `wallTime` if it is loaded up to `loadedEnd`, a media time.
  ///
  /// With rules for tracks it moves on to the next deadline, whatever is loaded.
  @inline(__always)
  package func playhead(at wallTime: WallTime, loadedUpTo loadedEnd: MediaTime) -> MediaTime {
    max(currentTime, min(mediaTime(at: wallTime), trackPlan == nil ? loadedEnd : duration))
  }

  /// Whether the playhead moves while the picture stands still, as the video has run dry.
  public var isPictureFrozen: Bool { state.line != nil && trackPlan != nil && tracks.video.isDry }

  /// Whether the playhead moves without sound, as the audio has run dry.
  public var isSoundMissing: Bool { state.line != nil && trackPlan != nil && tracks.audio.isDry }

  /// The wall time at which the playhead reaches `mediaTime` without interruption, or the current
  /// wall time if it is already there; `nil` unless playing.
  @inline(__always)
  public func wallTime(reaching mediaTime: MediaTime) -> WallTime? {
    guard let line = state.line else { return nil }
    guard mediaTime > currentTime else { return wallTime }
    return max(wallTime, line.wallTime(reaching: mediaTime))
  }
}
