/// How flags and state follow from an input.
extension PlaybackModel {
  /// Why a player looks at its buffer.
  enum Occasion: Hashable, Sendable {
    /// Time has passed or the user has acted.
    case other
    /// Media has arrived or the limits have changed, so the buffer may become full.
    case arrival
    /// Throughput was measured, with these bytes missing to the end.
    case measurement(missingBytes: Int64)
    /// The user moved the playhead.
    case seek
    /// Playback restarted after the end.
    case loop

    /// Whether the playhead has jumped.
    var isJump: Bool { self == .seek || self == .loop }
  }

  /// What the policy decides by.
  ///
  /// A call would copy the whole player.
  @inline(__always)
  func situation(on occasion: Occasion = .other) -> BufferSituation {
    var situation = BufferSituation(
      level: bufferLevel, bytesAhead: bytesAhead, mediaLeft: duration - currentTime,
      cause: state.wait.cause, stalls: stallsSinceJump, path: path, flags: flags, mayFill: false)
    // What all tracks have each of them has, though another range may hold it.
    let least = policy.parameters.loadedOver == .allTracks ? bufferLevel : .zero
    situation.trackLevels = buffer.trackEnds.past(currentTime, atLeast: least)
    situation.isLoadedToEnd = isLoadedToEnd
    if rate != .zero { situation.rate = rate }
    if trackPlan != nil {
      situation.areTracksReady = areTracksReady
      situation.cache = cache
    }
    switch occasion {
    case .other: break
    case .arrival: situation.mayFill = true
    case .measurement(let missingBytes):
      situation.throughput = throughput?.estimate.map {
        BufferSituation.Throughput(estimate: $0, missingBytes: missingBytes)
      }
    case .seek, .loop:
      situation.mayFill = true
      // A playing player may have to wait here, which would not be a stall.
      situation.cause = cause(on: occasion)
    }
    return situation
  }

  /// The cause of a wait, now or if `occasion` makes a playing player wait.
  @inline(__always)
  private func cause(on occasion: Occasion) -> WaitingCause {
    guard state.line != nil, occasion.isJump else { return state.wait.cause }
    return occasion == .loop ? .loop : .seek
  }

  /// Moves the playhead along its line.
  ///
  /// With what has just come, less may be in the cache than before: then the deadline is over at
  /// once.
  ///
  /// - Precondition: wall time moves neither backwards nor past a deadline.
  mutating func move(to wallTime: WallTime, withNews hasNews: Bool = false) {
    precondition(
      wallTime >= self.wallTime, "wall time goes back; see drive(to:_:)")
    let deadline = trackPlan == nil ? plainDeadline : hasNews ? nil : trackDeadline
    precondition(
      deadline.map { wallTime <= $0 } ?? true,
      "nextDeadline was passed over; see drive(to:_:)")
    currentTime = playhead(at: wallTime, loadedUpTo: buffer.end)
    if currentTime > buffer.end { buffer.follow(currentTime) }
    self.wallTime = wallTime
  }

  /// Moves the playhead to another place, around which `contents` are loaded.
  mutating func jump(
    to mediaTime: MediaTime, finding contents: BufferContents, _ transitions: inout Transitions
  ) {
    transitions.insert(.timeJumped)
    currentTime = mediaTime
    buffer.add(contents, at: mediaTime, duration: duration)
    stallsSinceJump = 0
    drain = BufferAmounts()
    flags.isFull = false
    flags.isLikelyToKeepUp = false
    flushTracks()
    switch state {
    case .playing(let line): state = .playing(self.line(from: mediaTime, at: line.rate))
    case .waiting(let wait, let rate) where wait.cause.isStall:
      transitions.insert(.stallEnded)
      state = .waiting(.seek, rate: rate)
    // Who pauses by itself is stalled until it plays again, wherever the playhead is moved.
    case .paused(.inWait(let wait, by: .user)) where wait.cause.isStall:
      transitions.insert(.stallEnded)
      state = .paused(.inWait(.seek, by: .user))
    case .waiting, .paused, .ended, .failed: break
    }
  }

  /// Updates flags and state, and adds the changes to `transitions`; restarts after the end first,
  /// if that is due, where `contents` are loaded.
  mutating func settle(
    _ transitions: inout Transitions, on occasion: Occasion = .other,
    finding contents: BufferContents = BufferContents()
  ) {
    if isUndisturbed(by: occasion) { return }
    if case .failed = state { return }
    var occasion = occasion
    if isLoopDue {
      repeatsLeft -= 1
      transitions.insert(.looped)
      jump(to: .zero, finding: contents, &transitions)
      occasion = .loop
    }
    updateFlags(on: occasion, &transitions)
    updateState(on: occasion, &transitions)
    drain =
      flags.isFull
      ? policy.fullness(on: path).amountsToDrain(from: situation()) : BufferAmounts()
    report(&transitions)
  }

  /// Whether the player plays on as the latest input left it, likely to keep up and not full: then
  /// neither flags nor state can change.
  ///
  /// With a watermark, media that arrives may fill the buffer.
  @inline(__always)
  func isUndisturbed(by occasion: Occasion) -> Bool {
    guard case .playing = state, case .playing = reported.timeControlStatus, trackPlan == nil,
      flags == .steady, reported.flags == .steady, !isSeeking, !isBuffering, opening == .ready,
      buffer.end > currentTime, currentTime < duration
    else { return false }
    switch occasion {
    case .other: return true
    case .arrival: return policy.isNeverFull
    case .measurement, .seek, .loop: return false
    }
  }

  private mutating func updateFlags(on occasion: Occasion, _ transitions: inout Transitions) {
    if trackPlan != nil { watchTracks(cause(on: occasion)) }
    let situation = situation(on: occasion)
    if opening == .opened, situation.isPlayable {
      opening = .ready
      transitions.insert(.readyToPlay)
    }
    let wasEmpty = flags.isEmpty
    flags = policy.flags(in: situation)
    if flags.isEmpty, !wasEmpty { isBuffering = true }
    if flags.isFull || flags.isLikelyToKeepUp { isBuffering = false }
    if isSeeking, opening == .ready, situation.isPlayable {
      isSeeking = false
      transitions.insert(.seekFinished)
    }
  }

  private mutating func updateState(on occasion: Occasion, _ transitions: inout Transitions) {
    switch state {
    case .waiting(_, let rate):
      if canPlay { start(at: rate, &transitions) }
    case .playing(let line):
      if endIfOver(&transitions) { return }
      if occasion.isJump {
        if canPlay { judgeAsPlaying() } else { waitAfter(occasion, at: line.rate, &transitions) }
      } else if isStallDue {
        stall(at: line.rate, &transitions)
      }
    case .paused(.inWait(let wait, by: .user)):
      if canPlay { endInPause(wait, &transitions) }
    case .paused, .ended, .failed:
      break
    }
  }

  /// Whether a waiting player can stop waiting.
  private var canPlay: Bool {
    mutating get {
      let isOver = stallEnd.map { $0 <= wallTime } ?? false
      let permits = isOver || policy.permitsPlayback(in: situation())
      return isStartDue(permits && areTracksReady)
    }
  }

  /// Waits where a seek or a loop led to; after a loop, for which nobody asked, that is a stall.
  private mutating func waitAfter(
    _ occasion: Occasion, at rate: PlaybackRate, _ transitions: inout Transitions
  ) {
    if occasion == .loop {
      stallCount += 1
      transitions.insert(.stalled)
    }
    state = .waiting(occasion == .loop ? .loop : .seek, rate: rate)
  }

  private mutating func stall(at rate: PlaybackRate, _ transitions: inout Transitions) {
    stallCount += 1
    stallsSinceJump += 1
    tracks.stall(at: wallTime, deviceEnd: deviceEnd)
    transitions.insert(.stalled)
    state =
      policy.waitsForMedia
      ? .waiting(.stall, rate: rate) : .paused(.inWait(.stall, by: .player))
  }

  /// Ends a wait after which the player would play, had the user not paused in it.
  private mutating func endInPause(
    _ wait: PlaybackState.Wait, _ transitions: inout Transitions
  ) {
    switch wait {
    case .startup, .delayedStart: state = .paused(.afterStartup)
    case .seek: state = .paused(.outsideWait)
    case .stall, .loop:
      transitions.insert(.stallEnded)
      state = .paused(.outsideWait)
      // From now on the threshold is that of any player paused by its user.
      flags.isLikelyToKeepUp = policy.isLikelyToKeepUp(in: situation())
    }
    // A stall that a seek ends leaves no wait where its target is loaded.
    if !transitions.contains(.stallEnded) { transitions.insert(.waitEnded) }
  }

  mutating func start(at rate: PlaybackRate, _ transitions: inout Transitions) {
    transitions.insert(!hasStarted ? .started : isInStall ? .resumed : .continued)
    state = .playing(line(from: currentTime, at: rate))
    judgeAsPlaying()
    _ = endIfOver(&transitions)
  }

  /// Applies the thresholds of a player that plays; a full buffer may have started it below them.
  private mutating func judgeAsPlaying() {
    beginTracks()
    flags.isLikelyToKeepUp = policy.isLikelyToKeepUp(in: situation())
    if flags.isLikelyToKeepUp { isBuffering = false }
  }

  /// Ends playback at the end; returns whether the playhead is there.
  ///
  /// With repeats left it continues, and restarts at the next input.
  private mutating func endIfOver(_ transitions: inout Transitions) -> Bool {
    guard currentTime >= duration, repeatsLeft == 0 else { return isLoopDue }
    state = .ended
    transitions.insert(.playedToEnd)
    return true
  }

  /// A line of motion from now on, or from when the clock runs.
  func line(from mediaTime: MediaTime, at rate: PlaybackRate) -> PlaybackState.Line {
    PlaybackState.Line(
      wallTime: max(wallTime, tracks.clockFrom), mediaTime: mediaTime, rate: rate)
  }

  /// Adds the differences of state and flags since the last input.
  private mutating func report(_ transitions: inout Transitions) {
    let now = Reported(timeControlStatus: timeControlStatus, flags: flags)
    if now.flags.isEmpty != reported.flags.isEmpty {
      transitions.insert(now.flags.isEmpty ? .bufferEmptied : .bufferNoLongerEmpty)
    }
    if now.flags.isFull != reported.flags.isFull {
      transitions.insert(now.flags.isFull ? .bufferFilled : .bufferNoLongerFull)
    }
    if now.flags.isLikelyToKeepUp != reported.flags.isLikelyToKeepUp {
      transitions.insert(now.flags.isLikelyToKeepUp ? .likelyToKeepUp : .unlikelyToKeepUp)
    }
    if now.timeControlStatus != reported.timeControlStatus {
      switch now.timeControlStatus {
      case .paused: transitions.insert(.paused)
      case .waiting: transitions.insert(.waiting)
      case .playing, .ended: break
      }
    }
    reported = now
  }
}

extension BufferFlags {
  /// The flags of a player that plays with enough media ahead, and is not full.
  fileprivate static var steady: BufferFlags {
    BufferFlags(isEmpty: false, isLikelyToKeepUp: true)
  }
}
