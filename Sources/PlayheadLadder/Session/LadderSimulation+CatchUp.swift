import PlayheadModel

/// What a player does about how far behind it is, and what its states mean at the edge.
extension LadderSimulation {
  /// Notes what changes of the player mean at the edge.
  mutating func followLive(_ transitions: Transitions, at wallTime: WallTime) {
    if transitions.contains(.started) {
      noteLiveStart(at: wallTime)
      let start = LiveRecord.Place(wallTime: wallTime, playhead: glance.currentTime)
      live?.record.begin(start)
    }
    if transitions.contains(.stalled) {
      live?.stallCount += 1
      live?.catchUp?.stalled()
    }
    noteWaiting(at: wallTime)
    if isPlaying, live?.catchUp?.due == nil,
      let interval = live?.catchUp?.catchUp.way.firstInterval
    {
      live?.catchUp?.due = wallTime + interval
    }
  }

  /// Lets the player look at its latency if that is due.
  mutating func catchUp(at wallTime: WallTime) {
    guard isPlaying, let state = live, let due = state.catchUp?.due, due <= wallTime,
      let interval = state.catchUp?.catchUp.way.interval
    else { return }
    live?.catchUp?.due = due + interval
    let number = lanes[0].level ?? 0
    let known = state.known(lane: 0, level: number, at: wallTime)
    // An event that is over has no edge any more.
    guard !state.isAll(known.upperBound, lane: 0, level: number, at: wallTime) else {
      live?.catchUp?.due = nil
      return
    }
    let playhead = playhead(at: wallTime)
    let level = lanes[0].lane.levels[number]
    let target = level.liveTargetDuration
    let age = MediaTime(nanoseconds: (wallTime - state.reloads[0].firstByte).nanoseconds)
    let isByClock = state.catchUp?.catchUp.way == .media3
    let situation =
      CatchUpState.Situation(
        latency: isByClock
          ? clockLatency(at: wallTime, playhead: playhead)
          : edge(known, of: number, at: wallTime) - playhead,
        target: isByClock ? state.joiningLatency : state.holdBack,
        stale: state.event.addressing == .playlists
          ? CatchUpState.staleness(of: age, targetDuration: target, partTarget: level.partTarget)
          : .zero,
        targetDuration: target,
        bufferLevel: (loadedRange(around: playhead)?.end ?? playhead) - playhead,
        rate: glance.rate)
    switch live?.catchUp?.outcome(in: situation) {
    case .rate(let rate) where rate != glance.rate:
      live?.record.rates.append(.init(wallTime: wallTime, rate: rate))
      changeRate(to: rate, at: wallTime)
    case .jump:
      if let place = joiningPlace(at: wallTime) { jumpAlong(to: place.start, at: wallTime) }
    case .rate, nil: break
    }
  }

  /// The latency as a clock on the wall tells it.
  func clockLatency(at wallTime: WallTime, playhead: MediaTime) -> MediaTime {
    guard let event = live?.event else { return .zero }
    return event.captured(at: wallTime + event.clockOffset) - playhead
  }
}
