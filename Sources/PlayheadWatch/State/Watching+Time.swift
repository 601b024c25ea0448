package import PlayheadModel

/// How time goes on.
extension Watching {
  /// The terminal's time goes on by `time`.
  package mutating func advance(by time: WallTime) {
    clock += time
    guard !isHeld, !isOver else { return }
    let product = time.nanoseconds.multipliedFullWidth(by: speed)
    let passed = WallTime(nanoseconds: Int64(1000).dividingFullWidth(product).quotient)
    move(to: now + passed)
  }

  /// Goes on to `wallTime`, or to the end of the session, through all repeats on the way.
  mutating func move(to wallTime: WallTime) {
    // At a high speed a short loop comes round often.
    for _ in 0..<Self.mostRepeats {
      let target = min(wallTime, lastTime)
      guard target > now else { return }
      guard let time = loopEnd(before: target), let start = loop.start else {
        now = target
        return cursor.move(to: now)
      }
      now = time
      cursor.move(to: now)
      act(.seek(to: start, .exact))
    }
  }

  private static let mostRepeats = 100

  /// The last instant that can be looked at.
  private var lastTime: WallTime {
    switch session.session.endReason {
    case .ended, .limit, .error, .gap: max(now, session.session.elapsed)
    // Whoever pauses may wait for as long as they like.
    case .paused, .starved: .bound
    }
  }

  /// When the playhead comes to the end of what is repeated, to a millisecond; `nil` if that is not
  /// before `target`.
  private func loopEnd(before target: WallTime) -> WallTime? {
    guard heldThumb == nil, let start = loop.start, let end = loop.end,
      (start..<end).contains(tick.mediaTime)
    else { return nil }
    var ahead = cursor
    ahead.move(to: target)
    let reached = ahead.tick
    // Where the user seeks meanwhile, playback did not come to the end by itself.
    guard reached.mediaTime >= end,
      !actions.contains(where: { now < $0.wallTime && $0.wallTime <= target })
    else { return nil }
    var (low, high) = (now, target)
    while high - low > .milliseconds(1) {
      let middle = low + WallTime(nanoseconds: (high - low).nanoseconds / 2)
      var look = cursor
      look.move(to: middle)
      if look.tick.mediaTime >= end { high = middle } else { low = middle }
    }
    return high
  }

  /// Goes to the next thing that happens, and holds time there.
  mutating func step() {
    guard let next = session.log.first(where: { $0.wallTime > now })?.wallTime else {
      return tell("nothing more happens unless you do something")
    }
    isHeld = true
    move(to: next)
  }

  /// Goes to where the next stall begins, and holds time there.
  mutating func stepToStall() {
    guard let stall = session.session.stalls.first(where: { $0.start > now }) else {
      return tell("no stall ahead")
    }
    isHeld = true
    move(to: stall.start)
  }

  /// Goes back by five seconds of the terminal and forgets what the user has done since: a fork of
  /// the session from an earlier instant.
  mutating func goBack() {
    let length = WallTime(nanoseconds: 5_000_000 * max(speed, 1000))
    let target = max(.zero, now - length)
    let kept = actions.filter { $0.wallTime <= target || $0.wallTime > now }
    let dropped = actions.count - kept.count
    now = target
    if dropped == 0 { return cursor.move(to: now) }
    replay(selection, kept)
    tell("forked at \(now.clockText(places: 1)) s: \(counted(dropped, "action")) undone")
  }
}
