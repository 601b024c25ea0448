extension PlaybackModel {
  /// The media loaded ahead of the playhead, in media time.
  public var bufferLevel: MediaTime { loadedEnd - currentTime }

  /// The bytes loaded ahead of what has been shown; zero if nobody knows where the media lies.
  public var bytesAhead: Int64 {
    guard let showing, isMediaKnown, policy.countsBytes else { return 0 }
    return max(0, loadedPosition - showing.offset(at: currentTime))
  }

  /// Whether everything from the playhead to the end is loaded.
  public var isLoadedToEnd: Bool { isMediaKnown && loadedEnd >= duration }

  /// The playhead as a share of the duration, in 0…1.
  public var progress: Ratio { share(currentTime) }

  /// The end of the loaded range that holds the playhead as a share of the duration, in 0…1; the
  /// same as ``progress`` if none does.
  public var buffered: Ratio { share(loadedEnd) }

  /// All of it if there is no duration to have a share of.
  private func share(_ time: MediaTime) -> Ratio {
    Ratio(min(max(time, .zero), duration), of: duration) ?? .one
  }

  /// What the player is at.
  public var phase: Phase {
    switch timeControlStatus {
    case .playing: .playing
    case .waiting: .waiting(waitingCause)
    case .paused where isInStall: .waiting(waitingCause)
    case .paused, .ended: .paused
    }
  }

  /// What a player can be at, for the accounting of wall time.
  public enum Phase: Hashable, Sendable {
    /// Playing.
    case playing
    /// Waiting for media, or paused in a stall that is still open.
    case waiting(WaitingCause)
    /// Paused outside of a stall, or at the end.
    case paused

    /// Whether it is a stall.
    public var isStall: Bool {
      if case .waiting(let cause) = self { cause.isStall } else { false }
    }
  }

  /// Whether a stall is open.
  ///
  /// A stall ends when playback resumes, when the playhead is moved, or, if the user paused in it,
  /// when the buffer would have let playback resume.
  public var isInStall: Bool {
    switch timeControlStatus {
    case .waiting, .paused: waitingCause.isStall
    case .playing, .ended: false
    }
  }

  /// Before which media time nothing has to be kept; `nil` if everything has.
  public var keptFrom: MediaTime? {
    policy.parameters.backBuffer.map { max(.zero, currentTime - $0) }
  }

  /// The wall time at which the model next changes by itself unless media is loaded by then.
  public var nextDeadline: MediaTime? {
    var target = loadedEnd
    if isPlaybackBufferFull {
      let end = noLongerFull
      // Where high and low are reached at once it is full for no time, whether it plays or not.
      if end <= currentTime { return wallTime }
      target = min(target, end)
    }
    return wallTime(reaching: target)
  }

  /// Where the playhead is at `wallTime` if it moves on and nothing stops it.
  func mediaTime(at wallTime: MediaTime) -> MediaTime {
    line.mediaTime + rate.media(in: wallTime - line.wallTime)
  }

  /// The wall time at which the playhead gets to `mediaTime` if nothing stops it, its latest if it is
  /// there already; `nil` unless it moves.
  public func wallTime(reaching mediaTime: MediaTime) -> MediaTime? {
    guard timeControlStatus == .playing else { return nil }
    guard mediaTime > currentTime else { return wallTime }
    return max(wallTime, line.wallTime + rate.wallTime(for: mediaTime - line.mediaTime))
  }

  /// The level from which a player in this state waits no longer.
  var threshold: MediaTime { policy.threshold(after: waitingCause, stalls: stallsSinceJump) }

  /// The media time from which on a full buffer is full no longer.
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

  /// From when on nothing before `offset` is still to be shown.
  private func shown(upTo offset: Int64) -> MediaTime {
    showing?.time(reaching: offset) ?? duration
  }
}
