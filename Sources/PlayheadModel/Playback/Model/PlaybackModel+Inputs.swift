extension PlaybackModel {
  // MARK: User actions

  /// Plays at the normal rate.
  ///
  /// - Precondition: `wallTime` is neither before the latest input nor past ``nextDeadline``;
  ///   ``drive(to:_:)`` has no such condition.
  @discardableResult
  public mutating func play(at wallTime: WallTime) -> Transitions {
    setRate(.normal, at: wallTime)
  }

  /// Pauses at the playhead.
  ///
  /// - Precondition: `wallTime` is neither before the latest input nor past ``nextDeadline``;
  ///   ``drive(to:_:)`` has no such condition.
  @discardableResult
  public mutating func pause(at wallTime: WallTime) -> Transitions {
    setRate(.zero, at: wallTime)
  }

  /// Plays at `rate`, where zero pauses; `AVPlayer.rate`.
  ///
  /// A paused player begins to play. At the end this has no effect, as only a seek leaves the end.
  ///
  /// - Precondition: `wallTime` is neither before the latest input nor past ``nextDeadline``;
  ///   ``drive(to:_:)`` has no such condition.
  @discardableResult
  public mutating func setRate(_ rate: PlaybackRate, at wallTime: WallTime) -> Transitions {
    setRate(rate, findingAtStart: BufferContents(), at: wallTime)
  }

  /// The same for a player at the end, which restarts with `contents` loaded at the start.
  mutating func setRate(
    _ rate: PlaybackRate, findingAtStart contents: BufferContents, at wallTime: WallTime
  ) -> Transitions {
    var transitions = Transitions()
    move(to: wallTime)
    switch state {
    case .ended, .failed: break
    case _ where rate == .zero: state = .paused(state.pause(by: .user))
    case .waiting, .playing: change(to: rate, &transitions)
    case .paused(let pause):
      if waitsForMedia {
        state = .waiting(pause.wait, rate: rate)
      } else {
        playWhatIsLoaded(at: rate, &transitions)
      }
    }
    settle(&transitions, finding: contents)
    return transitions
  }

  /// Plays at once, however little is loaded; `AVPlayer.playImmediately(atRate:)`.
  ///
  /// With nothing loaded ahead the player acts as if the buffer had run empty during playback, but
  /// counts no stall.
  ///
  /// - Precondition: the rate is not zero.
  /// - Precondition: `wallTime` is neither before the latest input nor past ``nextDeadline``;
  ///   ``drive(to:_:)`` has no such condition.
  @discardableResult
  public mutating func playImmediately(
    atRate rate: PlaybackRate = .normal, at wallTime: WallTime
  ) -> Transitions {
    playImmediately(atRate: rate, findingAtStart: BufferContents(), at: wallTime)
  }

  /// The same for a player at the end, which restarts with `contents` loaded at the start.
  mutating func playImmediately(
    atRate rate: PlaybackRate, findingAtStart contents: BufferContents, at wallTime: WallTime
  ) -> Transitions {
    precondition(rate != .zero, "playing at a rate of zero")
    var transitions = Transitions()
    move(to: wallTime)
    switch state {
    case .ended, .failed: break
    case .playing: change(to: rate, &transitions)
    case .waiting:
      change(to: rate, &transitions)
      playWhatIsLoaded(at: rate, &transitions)
    case .paused: playWhatIsLoaded(at: rate, &transitions)
    }
    settle(&transitions, finding: contents)
    return transitions
  }

  /// Seeks to `target`, as `AVPlayer.seek(to:)` without tolerance; the playhead moves at once, and
  /// the seek finishes when its target is loaded.
  ///
  /// - Parameters:
  ///   - target: a media time, clamped to the media.
  ///   - contents: what is loaded at the target; `nil` for what the model knows. If it is given and
  ///     the seek to the end makes ``isLoopDue``, nothing else changes before
  ///     ``looped(finding:at:)`` or any other input.
  ///   - wallTime: the wall time.
  ///
  /// - Returns: the resulting changes.
  ///
  /// - Precondition: `wallTime` is neither before the latest input nor past ``nextDeadline``;
  ///   ``drive(to:_:)`` has no such condition.
  @discardableResult
  public mutating func seek(
    to target: MediaTime, finding contents: BufferContents? = nil, at wallTime: WallTime
  ) -> Transitions {
    var transitions = Transitions()
    move(to: wallTime)
    if case .failed = state { return transitions }
    if isSeeking { transitions.insert(.seekInterrupted) }
    isSeeking = true
    tracks.notBefore = max(tracks.notBefore, wallTime + policy.parameters.tracks.seekCost)
    if state == .ended { state = .paused(.outsideWait) }
    jump(
      to: min(max(target, .zero), duration), finding: contents ?? BufferContents(), &transitions)
    if contents == nil || !isLoopDue { settle(&transitions, on: .seek) }
    return transitions
  }

  /// Jumps to `target` over media that cannot be had, as a player does by itself.
  ///
  /// No seek is told of, and a stall ends only as playback resumes.
  ///
  /// - Parameters:
  ///   - target: a media time behind the playhead.
  ///   - contents: what is loaded there.
  ///   - wallTime: the wall time.
  ///
  /// - Returns: the resulting changes.
  package mutating func skipHole(
    to target: MediaTime, finding contents: BufferContents, at wallTime: WallTime
  ) -> Transitions {
    var transitions = Transitions()
    move(to: wallTime)
    transitions.insert(.timeJumped)
    currentTime = min(max(target, currentTime), duration)
    buffer.add(contents, at: currentTime, duration: duration)
    if case .playing(let line) = state {
      state = .playing(self.line(from: currentTime, at: line.rate))
    }
    settle(&transitions)
    return transitions
  }

  /// Begins at `mediaTime`, rather than at the start, as a player does that joins a live event.
  ///
  /// - Precondition: nothing was played or loaded.
  package mutating func place(at mediaTime: MediaTime) {
    precondition(opening != .ready, "placing a player that could play")
    currentTime = min(max(mediaTime, .zero), duration)
  }

  // MARK: Media

  /// The buffer changes: media has loaded, or the bytes ahead of the playhead have fallen.
  ///
  /// Media stays loaded until ``mediaDropped(before:at:)`` or ``mediaDropped(from:leaving:at:)``.
  /// The first call also means that the headers are read, so a player of media of zero duration
  /// needs a call too.
  ///
  /// If playback reaches the end by then and ``isLoopDue``, nothing else changes before
  /// ``looped(finding:at:)`` or any other input.
  ///
  /// - Parameters:
  ///   - contents: what is loaded for the playhead at `wallTime`; media times outside the media are
  ///     ignored.
  ///   - mayFill: whether the player now checks whether to stop loading.
  ///   - wallTime: the wall time.
  ///
  /// - Returns: the resulting changes.
  ///
  /// - Precondition: `wallTime` is neither before the latest input nor past ``nextDeadline``;
  ///   ``drive(to:_:)`` has no such condition.
  @discardableResult
  public mutating func bufferChanged(
    to contents: BufferContents, mayFill: Bool = true, at wallTime: WallTime
  ) -> Transitions {
    let wasLoopDue = isLoopDue
    add(contents, at: wallTime)
    var transitions = Transitions()
    if !isLoopDue || wasLoopDue { settle(&transitions, on: mayFill ? .arrival : .other) }
    return transitions
  }

  /// Media has become available from the start up to `end`, a media time.
  ///
  /// - Precondition: `wallTime` is neither before the latest input nor past ``nextDeadline``;
  ///   ``drive(to:_:)`` has no such condition.
  @discardableResult
  public mutating func mediaLoaded(upTo end: MediaTime, at wallTime: WallTime) -> Transitions {
    mediaLoaded(TimeRange(start: .zero, end: max(.zero, end)), at: wallTime)
  }

  /// Media in `range` has loaded; for a policy that counts no bytes.
  ///
  /// - Precondition: `wallTime` is neither before the latest input nor past ``nextDeadline``;
  ///   ``drive(to:_:)`` has no such condition.
  @discardableResult
  public mutating func mediaLoaded(
    _ range: TimeRange, at wallTime: WallTime
  ) -> Transitions {
    add(BufferContents(loaded: range), at: wallTime)
    var transitions = Transitions()
    settle(&transitions, on: .arrival)
    return transitions
  }

  private mutating func add(_ contents: BufferContents, at wallTime: WallTime) {
    let isFirst = opening == .unknown
    buffer.add(contents, at: currentTime, duration: duration)
    if isFirst {
      opening = .opened
      noteOpening(at: wallTime)
    }
    move(to: wallTime, withNews: true)
  }

  /// Media before `time`, a media time, is no longer kept; media at the playhead is.
  ///
  /// - Precondition: `wallTime` is neither before the latest input nor past ``nextDeadline``;
  ///   ``drive(to:_:)`` has no such condition.
  @discardableResult
  public mutating func mediaDropped(
    before time: MediaTime, at wallTime: WallTime
  ) -> Transitions {
    move(to: wallTime)
    buffer.remove(before: min(time, currentTime))
    var transitions = Transitions()
    settle(&transitions)
    return transitions
  }

  /// Media from `time` on, a media time, is no longer kept, and `contents` are what is left.
  ///
  /// - Precondition: `wallTime` is neither before the latest input nor past ``nextDeadline``;
  ///   ``drive(to:_:)`` has no such condition.
  @discardableResult
  public mutating func mediaDropped(
    from time: MediaTime, leaving contents: BufferContents, at wallTime: WallTime
  ) -> Transitions {
    move(to: wallTime)
    buffer.remove(from: time)
    buffer.add(contents, at: currentTime, duration: duration)
    var transitions = Transitions()
    settle(&transitions)
    return transitions
  }

  /// Throughput was measured as `bytes` in `time` of wall time, with at least `missing` bytes left
  /// to the end; a predicting policy uses it.
  ///
  /// - Precondition: no argument is negative.
  /// - Precondition: `wallTime` is neither before the latest input nor past ``nextDeadline``;
  ///   ``drive(to:_:)`` has no such condition.
  @discardableResult
  public mutating func throughputMeasured(
    bytes: Int64, in time: WallTime, missing: Int64, at wallTime: WallTime
  ) -> Transitions {
    move(to: wallTime)
    var transitions = Transitions()
    throughput?.add(bytes: bytes, in: time)
    settle(&transitions, on: .measurement(missingBytes: missing))
    return transitions
  }

  // MARK: Everything else

  /// The path's flags change, and with them the policy's limits may.
  ///
  /// A buffer above the new high watermark is full at once.
  ///
  /// - Precondition: `wallTime` is neither before the latest input nor past ``nextDeadline``;
  ///   ``drive(to:_:)`` has no such condition.
  @discardableResult
  public mutating func pathChanged(to path: PathFlags, at wallTime: WallTime) -> Transitions {
    move(to: wallTime)
    self.path = path
    var transitions = Transitions()
    settle(&transitions, on: .arrival)
    return transitions
  }

  /// The media proves unplayable: the player fails permanently.
  ///
  /// - Precondition: `wallTime` is neither before the latest input nor past ``nextDeadline``;
  ///   ``drive(to:_:)`` has no such condition.
  @discardableResult
  public mutating func fail(at wallTime: WallTime) -> Transitions {
    move(to: wallTime)
    var transitions = Transitions()
    if case .failed = state { return transitions }
    transitions.insert(.failed)
    if timeControlStatus != .paused { transitions.insert(.paused) }
    state = .failed(state.pause(by: .player))
    return transitions
  }

  /// Wall time advances to `wallTime` without any other input.
  ///
  /// - Precondition: `wallTime` is neither before the latest input nor past ``nextDeadline``;
  ///   ``drive(to:_:)`` has no such condition.
  @discardableResult
  public mutating func timeAdvanced(to wallTime: WallTime) -> Transitions {
    move(to: wallTime)
    var transitions = Transitions()
    settle(&transitions)
    return transitions
  }

  /// Playback restarts after the end, if ``isLoopDue``.
  ///
  /// Any other input restarts it too, with what the model knows to be loaded at the start.
  ///
  /// - Parameters:
  ///   - contents: what is loaded at the start, as far as the model does not know it.
  ///   - wallTime: the wall time.
  ///
  /// - Returns: the resulting changes.
  ///
  /// - Precondition: `wallTime` is neither before the latest input nor past ``nextDeadline``;
  ///   ``drive(to:_:)`` has no such condition.
  @discardableResult
  public mutating func looped(
    finding contents: BufferContents, at wallTime: WallTime
  ) -> Transitions {
    move(to: wallTime)
    var transitions = Transitions()
    settle(&transitions, finding: contents)
    return transitions
  }

  /// Whether a player waits, rather than plays what is loaded, if the user requests playback.
  private var waitsForMedia: Bool { policy.waitsForMedia || opening != .ready }

  private mutating func change(to rate: PlaybackRate, _ transitions: inout Transitions) {
    if rate != self.rate { transitions.insert(.rateChanged) }
    switch state {
    case .waiting(let wait, _): state = .waiting(wait, rate: rate)
    case .playing: state = .playing(line(from: currentTime, at: rate))
    case .paused, .ended, .failed: break
    }
  }

  private mutating func playWhatIsLoaded(
    at rate: PlaybackRate, _ transitions: inout Transitions
  ) {
    if canMove {
      start(at: rate, &transitions)
    } else if waitsForMedia {
      state = .waiting(state.wait, rate: rate)
    } else {
      state = .paused(.inWait(state.wait, by: .player))
    }
  }
}
