extension PlaybackModel {
  // MARK: User actions

  /// Plays at the normal rate.
  public mutating func play(at wallTime: MediaTime) -> Transitions {
    setRate(.normal, at: wallTime)
  }

  /// Pauses at the playhead.
  public mutating func pause(at wallTime: MediaTime) -> Transitions {
    setRate(.zero, at: wallTime)
  }

  /// Plays at `rate`, where zero pauses; `AVPlayer.rate`.
  ///
  /// A paused player begins to play. At the end this has no effect, as only a seek leaves the end.
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

  /// Plays at once, however little is loaded; `AVPlayer.playImmediately(atRate:)`.
  ///
  /// With nothing loaded ahead the player acts as if the buffer had run empty during playback, but
  /// counts no stall.
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

  /// Seeks to `target`, as `AVPlayer.seek(to:)` without tolerance; the playhead moves at once, and
  /// the seek finishes when its target is loaded.
  ///
  /// `target` is a media time, clamped to the media.
  public mutating func seek(to target: MediaTime, at wallTime: MediaTime) -> Transitions {
    seek(to: target, Reach(), at: wallTime)
  }

  /// Seeks to a place whose loaded media and bytes are `reach`.
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

  // MARK: Arrivals

  /// Media has become available from the start up to `end`, a media time.
  public mutating func mediaLoaded(upTo end: MediaTime, at wallTime: MediaTime) -> Transitions {
    mediaLoaded(TimeRange(start: .zero, end: max(.zero, end)), at: wallTime)
  }

  /// Media in `range` has loaded.
  ///
  /// It stays loaded until ``mediaDropped(before:at:)``. The first call also means that the headers
  /// are read, so a player of media of zero duration needs a call too.
  ///
  /// - Parameters:
  ///   - range: the media times; those outside the media are ignored.
  ///   - position: the position before which all bytes needed from the playhead on have arrived,
  ///     for a policy that counts bytes.
  ///   - mayFill: whether the player now checks whether to stop loading.
  ///   - wallTime: the wall time.
  ///
  /// - Returns: the resulting changes.
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
    // With a load granularity the player checks all it has; without, only what is new.
    let hasMore =
      loadedEnd > loadedBefore.end
      || policy.countsBytes && loadedPosition > loadedBefore.position
      || policy.parameters.loadGranularity != nil
    var transitions = Transitions()
    settle(&transitions, mayFill: mayFill && hasMore)
    return transitions
  }

  /// Media before `time`, a media time, is no longer kept; media at the playhead is.
  public mutating func mediaDropped(
    before time: MediaTime, at wallTime: MediaTime
  ) -> Transitions {
    move(to: wallTime)
    loadedTimeRanges.remove(before: min(time, currentTime))
    var transitions = Transitions()
    settle(&transitions)
    return transitions
  }

  /// Throughput was measured as `bytes` in `time` of wall time, with at least `missing` bytes left
  /// to the end; a predicting policy uses it.
  ///
  /// - Precondition: no argument is negative.
  public mutating func throughputMeasured(
    bytes: Int64, in time: MediaTime, missing: Int64, at wallTime: MediaTime
  ) -> Transitions {
    move(to: wallTime)
    var transitions = Transitions()
    throughput?.add(bytes: bytes, in: time)
    settle(&transitions, missingBytes: missing)
    return transitions
  }

  /// The path's flags change, and with them the policy's limits may.
  ///
  /// A buffer above the new high watermark is full at once.
  public mutating func pathChanged(to path: PathFlags, at wallTime: MediaTime) -> Transitions {
    move(to: wallTime)
    self.path = path
    var transitions = Transitions()
    settle(&transitions, mayFill: true)
    return transitions
  }

  /// The media proves unplayable: the player fails permanently.
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

  /// Wall time advances to `wallTime` without any other input.
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
      isWaitOpen = true
    }
  }
}
