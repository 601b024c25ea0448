extension PlaybackModel {
  /// The media loaded ahead of the playhead, in media time.
  public var bufferLevel: MediaTime { loadedEnd - currentTime }

  /// The bytes loaded ahead of those already shown; zero if the media's layout is unknown.
  public var bytesAhead: Int64 {
    guard let showing, isMediaKnown, policy.countsBytes else { return 0 }
    return max(0, loadedPosition - showing.offset(at: currentTime))
  }

  /// Whether everything from the playhead to the end is loaded.
  public var isLoadedToEnd: Bool { isMediaKnown && loadedEnd >= duration }

  /// The playhead as a share of the duration, in 0…1.
  public var progress: Ratio { share(currentTime) }

  /// The end of the loaded range at the playhead as a share of the duration, 0…1; ``progress`` if
  /// none contains the playhead.
  public var buffered: Ratio { share(loadedEnd) }

  /// 1 if the duration is zero.
  private func share(_ time: MediaTime) -> Ratio {
    Ratio(min(max(time, .zero), duration), of: duration) ?? .one
  }

  /// The player's phase.
  public var phase: Phase {
    switch timeControlStatus {
    case .playing: .playing
    case .waiting, .paused:
      !isWaitOpen
        ? .paused : .waiting(waitingCause == .startup && isStartupOver ? .seek : waitingCause)
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

  /// Whether a stall is open.
  ///
  /// A stall ends when playback resumes, when the playhead is moved, or, if the user paused in it,
  /// when the buffer would have let playback resume. A player that paused by itself is stalled until
  /// it plays again, even if the playhead is moved.
  public var isInStall: Bool { isWaitOpen && waitingCause.isStall }

  /// The media time before which nothing needs to be kept; `nil` if everything does.
  public var keptFrom: MediaTime? {
    policy.parameters.backBuffer.map { max(.zero, currentTime - $0) }
  }

  /// The wall time at which the model next changes on its own, unless media loads before.
  public var nextDeadline: MediaTime? {
    var target = loadedEnd
    if isPlaybackBufferFull {
      let end = noLongerFull
      // If the high and low watermarks are reached together, it is full for no time, playing or
      // not.
      if end <= currentTime { return wallTime }
      target = min(target, end)
    }
    return wallTime(reaching: target)
  }

  /// The playhead at `wallTime` if it moves without interruption.
  func mediaTime(at wallTime: MediaTime) -> MediaTime {
    line.mediaTime + rate.media(in: wallTime - line.wallTime)
  }

  /// The wall time at which the playhead reaches `mediaTime` without interruption, or the current
  /// wall time if it is already there; `nil` unless playing.
  public func wallTime(reaching mediaTime: MediaTime) -> MediaTime? {
    guard timeControlStatus == .playing else { return nil }
    guard mediaTime > currentTime else { return wallTime }
    return max(wallTime, line.wallTime + rate.wallTime(for: mediaTime - line.mediaTime))
  }

  /// The level at which a player in this state stops waiting.
  var threshold: MediaTime { policy.threshold(after: waitingCause, stalls: stallsSinceJump) }

  /// The media time from which a full buffer is no longer full.
  private var noLongerFull: MediaTime {
    let parameters = policy.parameters
    let (high, low) = policy.watermarks(on: path)
    let byTime = high.map { _ in loadedEnd - low }
    let byBytes = policy.lowWatermarkBytes.map { shown(upTo: loadedPosition - $0) }
    var target: MediaTime
    if let byTime, let byBytes {
      target = parameters.watermarkCombination == .any ? max(byTime, byBytes) : min(byTime, byBytes)
    } else {
      target = byTime ?? byBytes ?? currentTime
    }
    if let cap = parameters.byteCap { target = max(target, shown(upTo: loadedPosition - cap + 1)) }
    return target
  }

  /// The media time from which nothing before `offset` remains to be shown.
  private func shown(upTo offset: Int64) -> MediaTime {
    showing?.time(reaching: offset) ?? duration
  }
}
