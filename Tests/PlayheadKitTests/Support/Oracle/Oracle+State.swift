@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

extension Oracle {
  /// Brings flags and state up to date and tells what changed.
  ///
  /// - Parameters:
  ///   - looks: Whether something happened that may make the buffer full.
  ///   - isMeasured: Whether throughput has just been measured.
  ///   - isMoved: Whether the playhead was moved, so that nothing of before holds.
  mutating func settle(looks: Bool = false, isMeasured: Bool = false, isMoved: Bool = false) {
    // Media that is over begins again before anybody looks at what is left of it.
    if isLoopDue { return loop() }
    isEmpty = level <= 0
    watchTracks()
    isFull = policy.isFull(
      wasFull: isFull && !isMoved, looks: looks || isMoved, level: level, bytes: bytesAhead, path)
    keepsUp = predicts(keepsUp && !isMoved, isMeasured)
    schedule(isMoved: isMoved)
    let isThere = isOpened && level > 0 || isLoadedToEnd
    if isThere { isReady = true }
    let stallsBefore = session.stalls.count
    let endsSeek = hasOpenSeek && isThere
    if state == .playing, isMoved {
      if canPlay || watchesTracks && playhead >= duration {
        cause = .stall
        beginTracks()
      } else {
        state = .waiting
        // Nobody asked for the wait at a loop.
        if cause == .loop { beginStall() }
      }
    }
    if state == .waiting, canPlay { play() }
    let isAtEnd = state == .playing && playhead >= duration
    let ends = isAtEnd && !isLoopDue
    if ends {
      (state, rate) = (.ended, 0)
    } else if state == .playing, isStallDue, !isAtEnd {
      runDry()
    } else if isStallOpen, state == .paused, isUserPaused, canPlay {
      endStall()
      cause = .seek
    }
    let (waitBefore, isStartup, endsStall) = (waitsSince, startupEnd == nil, hasStallToEnd)
    followWait()
    // The state may wait for another threshold now.
    keepsUp = predicts(keepsUp, isMeasured)

    tellFlags()
    if hasStallToEnd, let stall = session.stalls.last {
      hasStallToEnd = false
      tell(.stallEnded(number: stall.number, duration: stall.elapsed))
    }
    if let waitBefore, waitsSince == nil, state == .paused, !endsStall {
      let length = WallTime(nanoseconds: now - waitBefore)
      tell(isStartup ? .startupEnded(duration: length) : .waitEnded(duration: length))
    }
    if endsSeek { endSeek() }
    tellStatus()
    tellBegun()
    if session.stalls.count > stallsBefore { tell(.playbackStalled(number: stallsBefore + 1)) }
    if ends { tell(.didPlayToEndTime) }
    if isLoopDue { loop() }
  }

  private var isLoopDue: Bool {
    state == .playing && playhead >= duration && repeatsLeft > 0 && duration > 0
  }

  /// Begins again at the start.
  private mutating func loop() {
    repeatsLeft -= 1
    loops += 1
    jump(to: 0)
    wasLooped = true
    cause = .loop
    tell(.didPlayToEndTime)
    tell(.playbackLooped(number: loops))
    settle(isMoved: true)
  }

  /// Moves the playhead, after which everything is judged anew.
  mutating func jump(to time: Int64) {
    // A player that has paused by itself stays stalled until it is asked to play.
    if !isStallOpen || state != .paused || isUserPaused {
      if isStallOpen {
        endStall()
        // What it waited for it waits for elsewhere.
        waitsSince = now
      }
      cause = hasStarted ? .seek : .startup
    }
    playhead = time
    anchor = (max(now, clockFrom), time)
    stallsInRow = 0
    flushTracks()
    follow(isMove: true)
    wasMoved = true
    wasLooped = false
  }

  var canPlay: Bool { watchesTracks ? playAt.map { $0 <= now } ?? false : mayPlay }

  /// Whether nothing that is loaded has to be waited for.
  var mayPlay: Bool {
    policy.values.automaticallyWaitsToMinimizeStalling ? keepsUp || isFull && !isEmpty : hasAny
  }

  /// Whether there is anything to play, if only the end.
  var hasAny: Bool { !isEmpty || isLoadedToEnd }

  /// Playback begins.
  mutating func play() {
    if !hasStarted {
      begun = .playbackStarted
      // Also where a loop at once leaves nothing to play.
      startupEnd = startupEnd ?? now
    } else if isStallOpen, let stall = session.stalls.last {
      isStallOpen = false
      begun = .playbackResumed(number: stall.number, duration: stall.elapsed)
    } else {
      begun = .playbackContinued
    }
    hasStarted = true
    state = .playing
    cause = .stall
    anchor = (max(now, clockFrom), playhead)
    beginTracks()
  }

  /// What was played from is empty.
  private mutating func runDry() {
    stallsInRow += 1
    playAt = nil
    for track in [\Oracle.video, \.audio] where self[keyPath: track].isDry {
      self[keyPath: track].underflows += 1
    }
    audio.deviceEnd = deviceEnd
    beginStall()
    cause = .stall
    if policy.values.automaticallyWaitsToMinimizeStalling {
      state = .waiting
    } else {
      (state, rate) = (.paused, 0)
    }
  }

  private mutating func beginStall() {
    isStallOpen = true
    session.stalls.append(
      Stall(
        number: session.stalls.count + 1, start: wallTime, mediaTime: mediaTime, elapsed: .zero))
  }

  /// A stall is over though nothing plays.
  private mutating func endStall() {
    isStallOpen = false
    hasStallToEnd = true
  }

  /// Opens a wait where the player begins to wait, and closes one where it need not any more.
  private mutating func followWait() {
    switch state {
    case .playing, .ended: waitsSince = nil
    case .waiting: if !isStallOpen, waitsSince == nil { waitsSince = now }
    case .paused: if isUserPaused, canPlay { waitsSince = nil }
    }
    if startupEnd == nil, waitsSince == nil { startupEnd = now }
  }

  private mutating func endSeek() {
    hasOpenSeek = false
    let last = session.seeks.count - 1
    session.seeks[last].latency = wallTime - session.seeks[last].start
    tell(.seekFinished(isFinished: true))
  }

  private func predicts(_ keptUp: Bool, _ isMeasured: Bool) -> Bool {
    guard areTracksReady else { return false }
    if isLoadedToEnd { return true }
    if isEmpty { return false }
    if keptUp { return true }
    let isEnough = level >= policy.threshold(cause, stalls: stallsInRow)
    guard !watchesTracks || hasCache else { return false }
    guard let throughput else { return isEnough }
    let isEither = policy.values.keepUp.estimation?.either ?? false
    if isEither, isEnough { return true }
    if !isEither, !isEnough { return false }
    let missing = Int128(file.media.bytes.wantedEnd - ahead)
    let needed = missing * 8_000_000_000 * Int128(rate > 0 ? rate : 1000)
    let left = Int128(duration - playhead) * 1000
    return isMeasured && needed <= left * Int128(throughput.estimate)
  }
}
