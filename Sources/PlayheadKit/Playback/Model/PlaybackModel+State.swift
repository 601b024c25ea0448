/// How state and flags follow from the loaded media.
extension PlaybackModel {
  /// Moves the playhead along its line.
  ///
  /// - Precondition: wall time moves neither backwards nor past a deadline.
  mutating func move(to wallTime: MediaTime) {
    precondition(wallTime >= self.wallTime, "wall time goes back")
    if timeControlStatus == .playing {
      precondition(
        nextDeadline.map { wallTime <= $0 } ?? true, "a deadline was passed over")
      currentTime = max(currentTime, min(mediaTime(at: wallTime), loadedEnd))
    }
    self.wallTime = wallTime
  }

  /// Moves the playhead to another place.
  mutating func jump(
    to mediaTime: MediaTime, _ reach: Reach, _ transitions: inout Transitions
  ) {
    transitions.insert(.timeJumped)
    // Who pauses by itself is stalled until it plays again, wherever the playhead is moved.
    let staysStalled = isInStall && timeControlStatus == .paused && !isPausedByUser
    if isInStall, !staysStalled { transitions.insert(.stallEnded) }
    currentTime = mediaTime
    line = Line(wallTime: wallTime, mediaTime: mediaTime)
    loadedPosition = reach.position
    if let loaded = reach.loaded { loadedTimeRanges.insert(loaded) }
    findLoadedEnd()
    stallsSinceJump = 0
    if !staysStalled { waitingCause = hasStarted ? .seek : .startup }
    isPlaybackBufferFull = false
    isPlaybackLikelyToKeepUp = false
  }

  mutating func findLoadedEnd() {
    loadedEnd = loadedTimeRanges.range(containing: currentTime)?.end ?? currentTime
  }

  /// Updates flags and state, and adds the changes to `transitions`.
  ///
  /// - Parameters:
  ///   - transitions: the transitions to add to.
  ///   - mayFill: whether the buffer may become full, which it does only as media or bytes arrive.
  ///   - missingBytes: the bytes missing to the end, if throughput was just measured.
  ///   - afterJump: whether the playhead has just jumped.
  mutating func settle(
    _ transitions: inout Transitions, mayFill: Bool = false, missingBytes: Int64? = nil,
    afterJump: Bool = false
  ) {
    guard status != .failed else { return }
    var mayFill = mayFill || afterJump
    var afterJump = afterJump
    if loopIfDue(&transitions) { (mayFill, afterJump) = (true, true) }
    updateFlags(&transitions, mayFill: mayFill, missingBytes: missingBytes)
    updateState(&transitions, afterJump: afterJump)
    tellChanges(&transitions)
  }

  /// Whether playback is to restart at the next input.
  var isLoopDue: Bool {
    timeControlStatus == .playing && currentTime >= duration && repeatsLeft > 0
  }

  private mutating func loopIfDue(_ transitions: inout Transitions) -> Bool {
    guard isLoopDue else { return false }
    repeatsLeft -= 1
    transitions.insert(.looped)
    jump(to: .zero, loopReach, &transitions)
    waitingCause = .loop
    return true
  }

  private mutating func updateFlags(
    _ transitions: inout Transitions, mayFill: Bool, missingBytes: Int64?
  ) {
    let level = bufferLevel
    if status == .unknown, isMediaKnown, level > .zero || isLoadedToEnd {
      status = .readyToPlay
      transitions.insert(.readyToPlay)
    }
    let wasEmpty = isPlaybackBufferEmpty
    isPlaybackBufferEmpty = level <= .zero
    if isPlaybackBufferEmpty, !wasEmpty { isStalled = true }
    isPlaybackBufferFull = policy.isFull(
      level, bytesAhead: bytesAhead, on: path, wasFull: isPlaybackBufferFull, hasMore: mayFill)
    updateLikelyToKeepUp(missingBytes: missingBytes)
    if isPlaybackBufferFull || isPlaybackLikelyToKeepUp { isStalled = false }
    if isSeeking, isMediaKnown, !isPlaybackBufferEmpty || isLoadedToEnd {
      isSeeking = false
      transitions.insert(.seekFinished)
    }
  }

  private mutating func updateLikelyToKeepUp(missingBytes: Int64?) {
    isPlaybackLikelyToKeepUp =
      isLoadedToEnd
      || !isPlaybackBufferEmpty && (isPlaybackLikelyToKeepUp || isPredicted(missingBytes))
  }

  /// Whether the policy predicts playback without a stall.
  private func isPredicted(_ missingBytes: Int64?) -> Bool {
    guard bufferLevel >= threshold else { return false }
    guard let throughput else { return true }
    guard let missingBytes, let estimate = throughput.estimate else { return false }
    let rate = rate == .zero ? PlaybackRate.normal : rate
    let needed = Int128(missingBytes) * 8_000_000_000 * Int128(rate.thousandths)
    let left = Int128((duration - currentTime).nanoseconds) * 1000
    return needed <= left.multipliedReportingOverflow(by: Int128(estimate)).partialValue
  }

  private mutating func updateState(_ transitions: inout Transitions, afterJump: Bool) {
    switch timeControlStatus {
    case .waiting:
      if canPlay { start(&transitions) } else { wait() }
    case .playing:
      if endIfOver(&transitions) { return }
      if afterJump {
        if canPlay { play() } else { waitAfterJump(&transitions) }
      } else if isPlaybackBufferEmpty {
        stall(&transitions)
      }
    case .paused:
      if isWaitOpen, isPausedByUser, canPlay { endWaitInPause(&transitions) }
    case .ended:
      break
    }
  }

  /// Whether a waiting player can stop waiting.
  private var canPlay: Bool {
    waitsForMedia
      ? isPlaybackLikelyToKeepUp || isPlaybackBufferFull && !isPlaybackBufferEmpty
      : !isPlaybackBufferEmpty || isLoadedToEnd
  }

  var waitsForMedia: Bool { policy.parameters.automaticallyWaitsToMinimizeStalling }

  mutating func wait() {
    isWaitOpen = true
    timeControlStatus = .waiting(
      status == .unknown ? .evaluatingBufferingRate : .toMinimizeStalls)
  }

  mutating func pause() {
    // Who had played, if to the end, is in no stall.
    if timeControlStatus == .playing || timeControlStatus == .ended { waitingCause = .seek }
    rate = .zero
    timeControlStatus = .paused
  }

  /// Waits where a seek or a loop led to; after a loop, for which nobody asked, that is a stall.
  private mutating func waitAfterJump(_ transitions: inout Transitions) {
    if waitingCause == .loop {
      stallCount += 1
      transitions.insert(.stalled)
    }
    wait()
  }

  private mutating func stall(_ transitions: inout Transitions) {
    stallCount += 1
    stallsSinceJump += 1
    transitions.insert(.stalled)
    if waitsForMedia {
      wait()
    } else {
      isWaitOpen = true
      rate = .zero
      timeControlStatus = .paused
    }
  }

  /// Ends a wait after which the player would play, had the user not paused in it.
  private mutating func endWaitInPause(_ transitions: inout Transitions) {
    isWaitOpen = false
    guard waitingCause.isStall else {
      // The threshold stays that of the startup until the first frame plays.
      if waitingCause == .startup { isStartupOver = true }
      // A stall that a seek ends leaves no wait where its target is loaded.
      if !transitions.contains(.stallEnded) { transitions.insert(.waitEnded) }
      return
    }
    transitions.insert(.stallEnded)
    waitingCause = .seek
    // From now on the threshold is that of any player paused by its user.
    updateLikelyToKeepUp(missingBytes: nil)
  }

  mutating func start(_ transitions: inout Transitions) {
    transitions.insert(!hasStarted ? .started : isInStall ? .resumed : .continued)
    hasStarted = true
    isStartupOver = true
    line = Line(wallTime: wallTime, mediaTime: currentTime)
    play()
    _ = endIfOver(&transitions)
  }

  private mutating func play() {
    timeControlStatus = .playing
    isWaitOpen = false
    waitingCause = .stall
    // A full buffer may have started playback, so now the resume threshold applies.
    updateLikelyToKeepUp(missingBytes: nil)
    if isPlaybackLikelyToKeepUp { isStalled = false }
  }

  /// Ends playback at the end; returns whether the playhead is there.
  ///
  /// With repeats left it continues, and restarts at the next input.
  private mutating func endIfOver(_ transitions: inout Transitions) -> Bool {
    guard currentTime >= duration, repeatsLeft == 0 else { return isLoopDue }
    timeControlStatus = .ended
    rate = .zero
    transitions.insert(.playedToEnd)
    return true
  }

  /// Adds the differences of state and flags since the last input.
  private mutating func tellChanges(_ transitions: inout Transitions) {
    if isPlaybackBufferEmpty != told.isEmpty {
      transitions.insert(isPlaybackBufferEmpty ? .bufferEmptied : .bufferNoLongerEmpty)
    }
    if isPlaybackBufferFull != told.isFull {
      transitions.insert(isPlaybackBufferFull ? .bufferFilled : .bufferNoLongerFull)
    }
    if isPlaybackLikelyToKeepUp != told.isLikelyToKeepUp {
      transitions.insert(isPlaybackLikelyToKeepUp ? .likelyToKeepUp : .unlikelyToKeepUp)
    }
    if timeControlStatus != told.timeControlStatus {
      switch timeControlStatus {
      case .paused: transitions.insert(.paused)
      case .waiting: transitions.insert(.waiting)
      case .playing, .ended: break
      }
    }
    told = Told(
      timeControlStatus: timeControlStatus, isEmpty: isPlaybackBufferEmpty,
      isFull: isPlaybackBufferFull, isLikelyToKeepUp: isPlaybackLikelyToKeepUp)
  }
}
