@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

extension Oracle {
  /// Flags and status as they were last told.
  struct Told {
    var isEmpty, isFull, keepsUp: Bool
    var status: TimeControlStatus
  }

  var wallTime: WallTime { WallTime(nanoseconds: now) }
  var mediaTime: MediaTime { MediaTime(nanoseconds: playhead) }

  private var status: TimeControlStatus {
    switch state {
    case .paused: .paused
    case .waiting: .waiting(isReady ? .toMinimizeStalls : .evaluatingBufferingRate)
    case .playing: .playing
    case .ended: .ended
    }
  }

  mutating func tell(_ kind: Event.Kind) {
    session.events.append(Event(wallTime: wallTime, mediaTime: mediaTime, kind: kind))
  }

  mutating func tellFlags() {
    if told.isEmpty != isEmpty { tell(.isPlaybackBufferEmpty(isEmpty)) }
    if told.isFull != isFull { tell(.isPlaybackBufferFull(isFull)) }
    if told.keepsUp != keepsUp { tell(.isPlaybackLikelyToKeepUp(keepsUp)) }
    (told.isEmpty, told.isFull, told.keepsUp) = (isEmpty, isFull, keepsUp)
  }

  /// Tells of a player that pauses or waits; what begins to play has events of its own.
  mutating func tellStatus() {
    defer { told.status = status }
    guard told.status != status else { return }
    if status == .paused { tell(.paused) }
    if let reason = status.waitingReason { tell(.waiting(reason)) }
  }

  mutating func tellBegun() {
    guard let begun else { return }
    tell(begun)
    self.begun = nil
  }

  /// Adds the rows until `next`, before which nothing happens but that bytes come and time passes.
  mutating func addTicks(before next: Int64) {
    guard let tickInterval else { return }
    var then = self
    while nextTick < next, nextTick <= limit {
      then.now = nextTick
      _ = then.receive()
      then.move()
      session.ticks.append(then.row(after: WallTime(nanoseconds: nextTick - now)))
      nextTick += tickInterval
    }
  }

  mutating func finish(_ reason: Session.EndReason) -> Session {
    _ = receive()
    move()
    if tickInterval != nil, session.ticks.last?.wallTime != wallTime {
      session.ticks.append(row(after: .zero))
    }
    if let stall = session.stalls.last, isStallOpen {
      session.stalls[session.stalls.count - 1].isOpen = true
      session.openWait = OpenWait(cause == .loop ? .loop : .stall, since: stall.start)
    } else if let waitsSince {
      session.openWait = OpenWait(
        startupEnd == nil ? .startup : .seek, since: WallTime(nanoseconds: waitsSince))
    }
    if hasOpenSeek { session.seeks[session.seeks.count - 1].isOpen = true }
    session.unperformedActions = actions
    session.hasFinishedLoading = session.events.contains { $0.kind == .loadingFinished }
    session.startup = hasStarted ? startupEnd.map { WallTime(nanoseconds: $0) } : nil
    session.endReason = reason
    session.startupPhases.milestone =
      startupEnd != nil ? .started : isReady ? .firstFrame : isOpened ? .opened : .requested
    let received = Int64(file.network.received)
    session.startupPhases.openingRequests =
      isOpened ? file.openingRequests : session.requestCount
    session.startupPhases.openingBytes = isOpened ? file.openingBytes : received
    session.elapsed = wallTime
    session.bytesWasted = wasted(by: now)
    finishRequests()
    session.bytesDownloaded = received + session.bytesWasted
    slack.pieces = slack.flows + link.intervals(until: now) + 1
    return session
  }

  private mutating func finishRequests() {
    var wasted: [Int: Int64] = [:]
    for drop in file.connections.flatMap(\.drops) {
      session.requests[drop.request].bytesWasted += drop.bytes(by: now)
      wasted[drop.request + 1] = drop.bytes(by: .max)
    }
    // How much it is in the end is known only now, as others may have shared the link.
    for place in session.events.indices {
      guard case .requestDropped(let number, _) = session.events[place].kind else { continue }
      let event = session.events[place]
      session.events[place] = Event(
        wallTime: event.wallTime, mediaTime: event.mediaTime,
        kind: .requestDropped(number: number, wastedBytes: wasted[number] ?? 0))
    }
    for (connection, request) in zip(file.connections, file.network.requests) {
      guard let request else { continue }
      let place = connection.request
      if request.position == request.end {
        session.requests[place].endReason = .complete
        session.requests[place].end = session.requests[place].lastByte
      } else {
        session.requests[place].endReason = request.since == nil ? .blocked : .open
      }
    }
  }

  /// The row for now, `passed` after the time that the session's figures are of.
  private func row(after passed: WallTime) -> Tick {
    let stalling = isStallOpen ? passed : .zero
    let requesting = isRequesting ? passed : .zero
    let reported = policy.values.buffered == .bytes ? rangesOfBytes : loaded
    return Tick(
      wallTime: wallTime, mediaTime: mediaTime, progress: share(playhead),
      buffered: share(reported.end(around: playhead)),
      bufferLevel: MediaTime(nanoseconds: level),
      loadedTimeRanges: reported.timeRanges, status: status,
      rate: PlaybackRate(thousandths: rate) ?? .zero,
      phase: phase, isPlaybackBufferEmpty: isEmpty, isPlaybackBufferFull: isFull,
      isPlaybackLikelyToKeepUp: keepsUp,
      bytesDownloaded: wasted(by: now) + Int64(file.network.received),
      bytesWasted: wasted(by: now),
      requestTime: session.requestTime + requesting, stallCount: session.stalls.count,
      stalled: session.phases.stalled + stalling)
  }

  private var phase: PlaybackModel.Phase {
    switch (state, cause) {
    case _ where isStallOpen: .waiting(cause == .loop ? .loop : .stall)
    case _ where waitsSince != nil: .waiting(startupEnd == nil ? .startup : .seek)
    case (.playing, _): .playing
    case (.ended, _): .ended
    case (.paused, _), (.waiting, _): .paused
    }
  }

  /// A share of the duration in millionths, halves up; all of it if it lasts no time.
  private func share(_ time: Int64) -> Ratio {
    let whole = Int128(duration)
    guard whole > 0 else { return Ratio(millionths: 1_000_000) }
    return Ratio(millionths: Int64((2_000_000 * Int128(time) + whole) / (2 * whole)))
  }
}
