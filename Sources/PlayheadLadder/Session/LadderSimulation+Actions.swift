import PlayheadModel

/// What the user does.
extension LadderSimulation {
  mutating func perform(_ action: UserAction.Kind, at wallTime: WallTime) {
    switch action {
    case .play: input(at: wallTime) { $0.setRate(.normal, at: $1) }
    case .pause: input(at: wallTime) { $0.pause(at: $1) }
    case .setRate(let rate): input(at: wallTime) { $0.setRate(rate, at: $1) }
    case .playImmediately(let rate):
      input(at: wallTime) { $0.playImmediately(atRate: rate, at: $1) }
    case .seek(let target, let precision): seek(to: target, precision, at: wallTime)
    }
    clockCredit = nil
    // A paused player's buffer does not drain, so what waits for that waits anew.
    for number in lanes.indices {
      if case .waiting = lanes[number].work.phase { lanes[number].work.phase = .idle }
    }
  }

  /// Moves the playhead, and loading with it.
  private mutating func seek(
    to target: MediaTime, _ precision: SeekPrecision, at wallTime: WallTime
  ) {
    var target = min(max(target, .zero), ladder.duration)
    if precision == .keyframe { target = segmentStart(at: target) }
    if let start = dropBackBuffer(before: glance.currentTime) {
      input(at: wallTime) { $0.mediaDropped(before: start, at: $1) }
    }
    for number in lanes.indices {
      lanes[number].passGap(at: target, tolerance: player.loading.gapTolerance)
    }
    let contents = contents(around: target)
    input(at: wallTime) { $0.seek(to: target, finding: contents, at: $1) }
    aim(at: target, .droppedBySeek, wallTime)
  }

  /// Drops media played before `playhead` that the player does not keep; returns where the rest
  /// begins, or `nil` if it keeps all.
  @discardableResult
  mutating func dropBackBuffer(before playhead: MediaTime) -> MediaTime? {
    guard let kept = player.loading.backBuffer else { return nil }
    let start = max(.zero, playhead - kept)
    for number in lanes.indices {
      lanes[number].media.loaded.remove(before: start)
      lanes[number].media.begun.loadedBefore.remove(before: start)
    }
    return start
  }

  /// Has all lanes load from where they lack media at `target`; requests for what is not wanted
  /// then are dropped for `reason`.
  mutating func aim(
    at target: MediaTime, _ reason: MediaRequest.EndReason, _ wallTime: WallTime
  ) {
    for number in lanes.indices { aim(number, at: target, reason, wallTime) }
    traffic.share(from: wallTime)
  }

  /// The start of the segment of the first lane that holds `time`, nearest to it.
  private func segmentStart(at time: MediaTime) -> MediaTime {
    let starts = ladder.lanes[0].levels[lanes[0].level ?? 0].segments.map(\.shown.start)
    let nearest = starts.min { ($0 - time).magnitude < ($1 - time).magnitude }
    return nearest ?? time
  }

  /// Has a lane load from where it lacks media at `target`.
  mutating func aim(
    _ number: Int, at target: MediaTime, _ reason: MediaRequest.EndReason, _ wallTime: WallTime
  ) {
    let position = lanes[number].loadedEnd(from: target)
    lanes[number].jump(to: position)
    // What the request in flight brings may be just what is wanted.
    let wanted = lanes[number].lane.segment(at: position, level: lanes[number].level ?? 0)
    let errand = traffic.errand(on: channel(of: number))
    if let errand, errand.lane == number, errand.content == .segment, errand.segment == wanted {
      return
    }
    // So may be what is held back.
    if isHeldBack(number), lanes[number].work.job.waitingSegment == wanted { return }
    stopOpeningBeside(number, at: wallTime)
    lanes[number].drop()
    if let errand, errand.lane == number {
      endParts(of: number)
      _ = traffic.drop(on: channel(of: number), reason, at: wallTime)
    }
    ask(about: number, at: wallTime) { $0.jumped($1) }
  }
}
