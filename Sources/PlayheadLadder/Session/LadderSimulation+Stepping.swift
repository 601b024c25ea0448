import PlayheadModel

/// From one instant at which something may happen to the next.
extension LadderSimulation {
  /// What happens at an instant, and in which order.
  enum Cause {
    case change
    case path
    case action
    case tick
  }

  /// Whether something may happen while a download runs.
  private var watchesDownloads: Bool {
    progressInterval != nil || player.loading.probedBytes != nil
  }

  /// When a document that is fetched before anything else is asked for once more.
  @inline(__always)
  private var nextRetry: WallTime? {
    manifestDue ?? (indexes.isUnderWay ? indexes.nextRetry : nil)
  }

  /// When something may happen next, and what; `nil` if nothing ever does.
  var next: (time: WallTime, cause: Cause)? {
    let arrival = traffic.nextChange(after: glance.wallTime)
    // To a player that waits, what still comes changes nothing unless a request is complete some
    // time or the user acts.
    let parts = takesSamples ? lanes.indices.compactMap { nextPart(of: $0) } : []
    let isStarved =
      actions.isEmpty && !isPlaying && traffic.isStarved(after: glance.wallTime, parts: parts)
    var change = isStarved ? nil : arrival
    if let deadline = glance.nextDeadline { change = min(change ?? deadline, deadline) }
    if let startDeadline, startDeadline > glance.wallTime {
      change = min(change ?? startDeadline, startDeadline)
    }
    if glance.isPictureFrozen, let start = videoAhead { change = min(change ?? start, start) }
    if player.loading.gapJump != nil, let jump = nextJump, jump.time > glance.wallTime {
      change = min(change ?? jump.time, jump.time)
    }
    for part in isStarved ? [] : parts {
      guard let time = traffic.arrival(of: part.bytes, on: part.channel) else { continue }
      // What has waited for an initialization section is there already.
      change = min(change ?? .bound, max(time, glance.wallTime))
    }
    // In turn, no lane acts while another one's request is in flight.
    let canAct = player.loading.loadsLanesInParallel || !traffic.isWaiting
    // Nor does looking at buffers and downloads.
    let isStarving = actions.isEmpty && change == nil && traffic.isWaiting
    for number in lanes.indices {
      var time = canAct ? lanes[number].deadline : nil
      if takesTime, canAct, lanes[number].timing.busyUntil > glance.wallTime {
        time = lanes[number].timing.busyUntil
      }
      if watchesDownloads {
        if let look = nextLook(of: number) { time = min(time ?? look, look) }
        if let end = probeEnd(of: number) { time = min(time ?? end, end) }
      }
      guard let time, !isStarving || link.canDeliver(after: time) else { continue }
      change = min(change ?? time, time)
    }
    if isLive, isPlaying, let look = live?.catchUp?.due {
      change = min(change ?? look, max(look, glance.wallTime))
    }
    if let retry = nextRetry, retry > glance.wallTime,
      !isStarving || link.canDeliver(after: retry)
    {
      change = min(change ?? retry, retry)
    }
    if isLive, !isStarving, let end = standstillEnd {
      change = min(change ?? end, max(end, glance.wallTime))
    }
    if isLive, let reload = nextReload, !isStarving || link.canDeliver(after: reload) {
      change = min(change ?? reload, max(reload, glance.wallTime))
    }
    // Until then it is counted.
    if let found = change, let arrival { change = min(found, arrival) }
    var next: (time: WallTime, cause: Cause)?
    if let change { next = (change, .change) }
    if let path = nextPathChange, next != nil || !actions.isEmpty, path < next?.time ?? .bound {
      next = (path, .path)
    }
    if let action = actions.last {
      let time = max(action.wallTime, glance.wallTime)
      if time < next?.time ?? WallTime(nanoseconds: .max) { next = (time, .action) }
    }
    guard let found = next else { return nil }
    if let tickInterval, tickInterval * ticks < found.time {
      return (tickInterval * ticks, .tick)
    }
    return found
  }

  mutating func happen(_ next: (time: WallTime, cause: Cause)) {
    switch next.cause {
    case .change:
      if player.loading.gapJump != nil { jumpIfDue(at: next.time) }
      arrive(at: next.time)
      if isLive, live?.catchUp != nil { catchUp(at: next.time) }
      if isLive { endStandstill(at: next.time) }
      goOn(at: next.time)
    case .path:
      advance(to: next.time)
      changePath(at: next.time)
    case .action:
      advance(to: next.time)
      if let action = actions.popLast() { perform(action.kind, at: next.time) }
      goOn(at: next.time)
    case .tick:
      advance(to: next.time)
      recordTick()
    }
    steps += 1
    if steps >= SessionOptions.maximumSteps, endReason == nil {
      metBound = .steps
      end(.limit)
    }
  }

  /// Loads what is to be loaded now, and jumps over what never is.
  private mutating func goOn(at wallTime: WallTime) {
    repeat {
      // The end comes before requests of the same instant.
      endIfOver()
      guard endReason == nil else { return }
      continueLoading(at: wallTime)
      if hasLeftEnd { endStream(at: wallTime) }
      // Behind one hole may be less than it takes to resume, and then another.
    } while endReason == nil && player.loading.gapJump != nil && jumpIfDue(at: wallTime)
  }

  mutating func begin() {
    changePath(at: .zero)
    input(at: .zero) { $0.play(at: $1) }
    if manifests.isEmpty { open(at: .zero) }
    continueLoading(at: .zero)
  }
}
