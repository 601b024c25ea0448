extension PlaybackModel {
  // MARK: What the user does

  /// The user asks to play at the normal rate.
  public mutating func play(at wallTime: MediaTime) -> Transitions {
    setRate(.normal, at: wallTime)
  }

  /// The user asks to stop where the playhead is.
  public mutating func pause(at wallTime: MediaTime) -> Transitions {
    setRate(.zero, at: wallTime)
  }

  /// The user asks to play at `rate`, which of zero is a pause; `AVPlayer.rate`.
  ///
  /// A player that is paused begins to play. At the end nothing happens, as only a seek leads away
  /// from there.
  public mutating func setRate(_ rate: PlaybackRate, at wallTime: MediaTime) -> Transitions {
    var transitions = Transitions()
    move(to: wallTime)
    if canBeAskedToPlay {
      let wasPaused = timeControlStatus == .paused
      change(to: rate, &transitions)
      isPausedByUser = rate == .zero
      if rate == .zero {
        if !wasPaused { pause() }
      } else if wasPaused {
        if waitsForMedia || status == .unknown { wait() } else { playWhatThereIs(&transitions) }
      }
    }
    settle(&transitions)
    return transitions
  }

  /// The user asks to play at once what there is, however little; `AVPlayer.playImmediately(atRate:)`.
  ///
  /// With nothing at all loaded ahead the player acts as if the buffer had become empty during
  /// playback, but that counts as no stall.
  ///
  /// - Precondition: the rate is not zero.
  public mutating func playImmediately(
    atRate rate: PlaybackRate = .normal, at wallTime: MediaTime
  ) -> Transitions {
    precondition(rate != .zero, "playing at a rate of zero")
    var transitions = Transitions()
    move(to: wallTime)
    if canBeAskedToPlay {
      change(to: rate, &transitions)
      isPausedByUser = false
      if timeControlStatus != .playing { playWhatThereIs(&transitions) }
    }
    settle(&transitions)
    return transitions
  }

  /// The user asks for another place, `AVPlayer.seek(to:)` without tolerance; the playhead is there
  /// at once, and the seek finished when media is.
  ///
  /// `target` is a media time; one outside the media means its start or its end.
  public mutating func seek(to target: MediaTime, at wallTime: MediaTime) -> Transitions {
    seek(to: target, Reach(), at: wallTime)
  }

  /// The user asks for another place, for which `reach` is in.
  mutating func seek(
    to target: MediaTime, _ reach: Reach, at wallTime: MediaTime
  ) -> Transitions {
    var transitions = Transitions()
    move(to: wallTime)
    guard status != .failed else { return transitions }
    if isSeeking { transitions.insert(.seekInterrupted) }
    isSeeking = true
    if timeControlStatus == .ended { pause() }
    jump(to: min(max(target, .zero), duration), reach, &transitions)
    settle(&transitions, afterJump: true)
    return transitions
  }

  // MARK: What comes

  /// Media has become available from the start up to `end`, a media time.
  public mutating func mediaLoaded(upTo end: MediaTime, at wallTime: MediaTime) -> Transitions {
    mediaLoaded(TimeRange(start: .zero, end: max(.zero, end)), at: wallTime)
  }

  /// Media has become available in `range`.
  ///
  /// What is loaded stays loaded until ``mediaDropped(before:at:)``. The first call also says that
  /// the media is known, so a player of media that lasts no time needs one too.
  ///
  /// - Parameters:
  ///   - range: the media times, of which those outside the media do not count.
  ///   - position: the position before which all bytes are in that reading takes for the playhead,
  ///     for a policy that counts bytes.
  ///   - mayFill: whether the player looks at what it has now, to see whether to stop loading.
  ///   - wallTime: when.
  ///
  /// - Returns: what that changed.
  public mutating func mediaLoaded(
    _ range: TimeRange, position: Int64 = 0, mayFill: Bool = true, at wallTime: MediaTime
  ) -> Transitions {
    isMediaKnown = true
    let loadedBefore = (end: loadedEnd, position: loadedPosition)
    let start = min(max(range.start, .zero), duration)
    loadedTimeRanges.insert(TimeRange(start: start, end: max(start, min(range.end, duration))))
    findLoadedEnd()
    loadedPosition = max(loadedPosition, position)
    move(to: wallTime)
    // A player of some granularity looks at what it has; any other, at what is new.
    let hasMore =
      loadedEnd > loadedBefore.end
      || policy.countsBytes && loadedPosition > loadedBefore.position
      || policy.parameters.loadGranularity != nil
    var transitions = Transitions()
    settle(&transitions, mayFill: mayFill && hasMore)
    return transitions
  }

  /// Media before `time`, a media time, is no longer kept; what is at the playhead is.
  public mutating func mediaDropped(
    before time: MediaTime, at wallTime: MediaTime
  ) -> Transitions {
    move(to: wallTime)
    loadedTimeRanges.remove(before: min(time, currentTime))
    var transitions = Transitions()
    settle(&transitions)
    return transitions
  }

  /// So many bytes came in so much wall time, and at least `missing` more are needed to the end; a
  /// policy that predicts judges by that.
  ///
  /// - Precondition: nothing is negative.
  public mutating func throughputMeasured(
    bytes: Int64, in time: MediaTime, missing: Int64, at wallTime: MediaTime
  ) -> Transitions {
    move(to: wallTime)
    var transitions = Transitions()
    throughput?.add(bytes: bytes, in: time)
    settle(&transitions, missingBytes: missing)
    return transitions
  }

  /// Media comes over a path of other flags from now on, to which the policy may have other limits.
  ///
  /// A buffer that is above the new high watermark is full at once.
  public mutating func pathChanged(to path: PathFlags, at wallTime: MediaTime) -> Transitions {
    move(to: wallTime)
    self.path = path
    var transitions = Transitions()
    settle(&transitions, mayFill: true)
    return transitions
  }

  /// The media turned out to be unplayable: the player stops for good.
  public mutating func fail(at wallTime: MediaTime) -> Transitions {
    move(to: wallTime)
    var transitions = Transitions()
    guard status != .failed else { return transitions }
    status = .failed
    transitions.insert(.failed)
    if timeControlStatus != .paused {
      pause()
      transitions.insert(.paused)
    }
    return transitions
  }

  /// Wall time has come to `wallTime` without anything else having happened.
  public mutating func timeAdvanced(to wallTime: MediaTime) -> Transitions {
    move(to: wallTime)
    var transitions = Transitions()
    settle(&transitions)
    return transitions
  }

  private var canBeAskedToPlay: Bool { status != .failed && timeControlStatus != .ended }

  private mutating func change(to rate: PlaybackRate, _ transitions: inout Transitions) {
    if self.rate != rate, self.rate != .zero, rate != .zero { transitions.insert(.rateChanged) }
    self.rate = rate
    line = Line(wallTime: wallTime, mediaTime: currentTime)
  }

  private mutating func playWhatThereIs(_ transitions: inout Transitions) {
    if !isPlaybackBufferEmpty || isLoadedToEnd {
      start(&transitions)
    } else if waitsForMedia || status == .unknown {
      wait()
    } else {
      pause()
    }
  }
}
