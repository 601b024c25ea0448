import PlayheadModel

/// What of a live event the player knows, and asks for.
extension LadderSimulation {
  // MARK: Joining

  /// Whether a lane that is yet to join, or to find the segment of a decision, can go on: whether
  /// that is planned; `nil` if it is to load on.
  mutating func joins(_ number: Int, at wallTime: WallTime) -> Bool? {
    guard let state = live else { return nil }
    if state.start == nil {
      // The playlist of a level comes first.
      if state.event.addressing == .playlists, lanes[number].pending == nil { return nil }
      guard number == 0, join(at: wallTime) else { return false }
    }
    guard let pending = lanes[number].pending else { return nil }
    guard let segment = lanes[number].segment(of: pending.decision.level) else {
      lanes[number].activity = .finished
      return false
    }
    guard isKnown(segment, lane: number, at: wallTime, of: pending.decision.level) else {
      return lanes[number].activity != .idle
    }
    lanes[number].pending = nil
    lineUp(
      pending.decision, lane: number, bufferLevel: pending.bufferLevel,
      isAbandonment: pending.isAbandonment, at: wallTime)
    return true
  }

  /// Joins where the player does by what it knows at `wallTime`; `false` if it knows of no
  /// segments.
  private mutating func join(at wallTime: WallTime) -> Bool {
    guard let (start, holdBack) = joiningPlace(at: wallTime) else { return false }
    live?.start = start
    live?.holdBack = holdBack
    let latency = clockLatency(at: wallTime, playhead: start)
    live?.joiningLatency = latency
    live?.record.start = start
    live?.record.holdBack = holdBack
    for number in lanes.indices {
      lanes[number].position = decodingStart(of: number, for: start)
      lanes[number].hasJumped = true
    }
    place(at: start)
    return true
  }

  /// From where a lane loads to show `start`: of segments in parts, only the first can be decoded
  /// alone.
  private func decodingStart(of number: Int, for start: MediaTime) -> MediaTime {
    let level = lanes[number].pending?.decision.level ?? lanes[number].level ?? 0
    let segments = lanes[number].lane.levels[level].segments
    guard lanes[number].lane.levels[level].partTarget != nil,
      let place = lanes[number].lane.segment(at: start, level: level)
    else { return start }
    let first = segments[place].partNumber
    return segments[place - first].declared.start
  }

  /// Where the player joins by what it knows at `wallTime`, and how far that is from the edge, by
  /// its reckoning; `nil` if it knows of no segments.
  private func joiningPlace(at wallTime: WallTime) -> (start: MediaTime, holdBack: MediaTime)? {
    guard let live else { return nil }
    let (rules, event) = (live.rules, live.event)
    let number = lanes[0].pending?.decision.level ?? lanes[0].level ?? 0
    let level = lanes[0].lane.levels[number]
    let known = live.known(lane: 0, level: number, at: wallTime)
    guard let last = known.last else { return nil }
    let end = level.segments[last].declared.end
    let edge = edge(known, of: number, at: wallTime)
    let holdBack = event.holdBack ?? rules.holdBack.length(in: level, listed: known)
    var start = min(edge, ladder.duration) - holdBack
    if let least = rules.leastDistance {
      start = min(start, end - least.length(in: level, listed: known))
    }
    let first = level.segments[known.lowerBound].declared.start
    let half = MediaTime(nanoseconds: (end - first).nanoseconds / 2)
    start = max(start, first + min(rules.windowMargin, half))
    start = min(start, max(first, end - .resolution))
    if rules.joinsAtSegments, let place = lanes[0].lane.segment(at: start, level: number) {
      start = level.segments[place - level.segments[place].partNumber].declared.start
    }
    return (start, edge - start)
  }

  /// What the player takes for the edge by what it knows of a level of the first lane.
  private func edge(_ known: Range<Int>, of number: Int, at wallTime: WallTime) -> MediaTime {
    guard let live, let last = known.last else { return .zero }
    let level = lanes[0].lane.levels[number]
    let end = level.segments[last].declared.end
    let event = live.event
    let now = event.captured(at: wallTime + event.clockOffset - event.delay)
    return switch live.rules.edge {
    case .listed:
      end + MediaTime(nanoseconds: (wallTime - live.reloads[0].firstByte).nanoseconds)
    case .listedFirst:
      live.anchor.map { anchor in
        anchor.playhead + MediaTime(nanoseconds: (wallTime - anchor.wallTime).nanoseconds)
      } ?? end
    case .listedEnd: end
    case .clock: now
    case .clockLessSegment: now - level.longestSegment
    }
  }

  /// The end of what the player knows to be there of a lane.
  func liveEdge(of number: Int, at wallTime: WallTime) -> MediaTime {
    let level = lanes[number].level ?? 0
    let known = live?.known(lane: number, level: level, at: wallTime) ?? 0..<0
    return known.last.map { lanes[number].lane.levels[level].segments[$0].declared.end } ?? .zero
  }

  /// How far ahead a lane loads whose goal is `goal`.
  func liveGoal(_ goal: MediaTime) -> MediaTime {
    guard let live, live.rules.loadsHoldBackAtMost, live.holdBack > .zero else { return goal }
    return min(goal, live.holdBack)
  }

  // MARK: Segments

  /// Whether the player knows of a segment of a lane's level; has the lane wait for it if it does
  /// not, or go back into the window.
  mutating func isKnown(
    _ segment: Int, lane number: Int, at wallTime: WallTime, of level: Int? = nil
  ) -> Bool {
    guard let state = live else { return true }
    let level = level ?? lanes[number].level ?? 0
    guard !state.lacksPlaylist(of: level, lane: number) else { return true }
    let known = state.known(lane: number, level: level, at: wallTime)
    if known.contains(segment) { return true }
    if segment < known.lowerBound {
      return fallsBehind(known, level: level, lane: number, at: wallTime)
    }
    let hasParts = lanes[number].lane.levels[level].partTarget != nil
    if let interval = state.rules.edgePolling, !hasParts {
      let passed = max(0, (wallTime - lanes[number].lastCompletion).nanoseconds)
      let next = (passed / interval.nanoseconds + 1) * interval.nanoseconds
      wait(number, until: lanes[number].lastCompletion + WallTime(nanoseconds: next))
    } else if !state.event.addressing.isListed {
      wait(number, until: state.publication.dueTime(of: segment, lane: number, level: level))
    } else {
      lanes[number].activity = .idle
    }
    return false
  }

  private mutating func wait(_ number: Int, until wallTime: WallTime) {
    lanes[number].waitCredit = nil
    lanes[number].activity = .waiting(until: wallTime)
  }

  /// Does what the player does about a playhead whose next segment is no longer listed, once it
  /// waits for that; `false` as it does not load that.
  private mutating func fallsBehind(
    _ known: Range<Int>, level: Int, lane number: Int, at wallTime: WallTime
  ) -> Bool {
    lanes[number].activity = .idle
    guard number == 0, !isPlaying, let state = live else { return false }
    let target: MediaTime
    switch state.rules.behindWindow {
    case .joinsAgain:
      guard let place = joiningPlace(at: wallTime) else { return false }
      target = place.start
    case .windowStart:
      target = lanes[0].lane.levels[level].segments[known.lowerBound].declared.start
    case .fails:
      for lane in lanes.indices { lanes[lane].activity = .finished }
      (hasStopped, hasError) = (true, true)
      return false
    }
    jumpAlong(to: target, at: wallTime)
    return false
  }

  /// Jumps to `target`, if that is ahead.
  private mutating func jumpAlong(to target: MediaTime, at wallTime: WallTime) {
    let playhead = playhead(at: wallTime)
    guard target > playhead else { return }
    live?.record.jumps.append(
      .init(wallTime: wallTime, range: TimeRange(start: playhead, end: target)))
    skipHole(to: target, at: wallTime)
    for lane in lanes.indices { aim(lane, at: target, .droppedBySeek, wallTime) }
    traffic.share(from: wallTime)
  }

  // MARK: Catching up

  /// Notes what changes of the player mean at the edge.
  mutating func followLive(_ transitions: Transitions, at wallTime: WallTime) {
    if transitions.contains(.started) { noteLiveStart(at: wallTime) }
    if transitions.contains(.stalled) { live?.catchUp?.stalled() }
    if isPlaying, live?.catchUp?.due == nil, let interval = live?.catchUp?.catchUp.way.interval {
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
    guard !state.publication.isAll(known.upperBound, lane: 0, level: number) else {
      live?.catchUp?.due = nil
      return
    }
    let playhead = playhead(at: wallTime)
    let target = lanes[0].lane.levels[number].liveTargetDuration
    let age = MediaTime(nanoseconds: (wallTime - state.reloads[0].firstByte).nanoseconds)
    let isByClock = state.catchUp?.catchUp.way == .media3
    let situation =
      CatchUpState.Situation(
        latency: isByClock
          ? clockLatency(at: wallTime, playhead: playhead)
          : edge(known, of: number, at: wallTime) - playhead,
        target: isByClock ? state.joiningLatency : state.holdBack,
        stale: state.event.addressing == .playlists ? max(.zero, age - target * 3) : .zero,
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
  private func clockLatency(at wallTime: WallTime, playhead: MediaTime) -> MediaTime {
    guard let event = live?.event else { return .zero }
    return event.captured(at: wallTime + event.clockOffset) - playhead
  }

  /// The level that a lane goes on at in the middle of a segment that is published in parts, as
  /// only its first part can be decoded alone; `nil` at the start of a segment.
  func levelWithinSegment(of number: Int) -> Decision? {
    guard live != nil, let level = lanes[number].level,
      lanes[number].lane.levels[level].partTarget != nil,
      let place = lanes[number].segment(of: level),
      lanes[number].lane.levels[level].segments[place].partNumber > 0
    else { return nil }
    return Decision(level: level, reason: "in the middle of a segment")
  }

  /// What a request for `errand` brings at `wallTime`: nothing of a segment that is not there.
  mutating func published(_ errand: Errand, at wallTime: WallTime) -> Errand {
    guard let live, let segment = errand.segment else {
      return errand.content == .playlist ? listing(errand, at: wallTime) : errand
    }
    let isThere = live.publication.isThere(
      segment, lane: errand.lane, level: errand.level, at: wallTime)
    lanes[errand.lane].isRefused = !isThere
    return isThere ? errand : errand.refused(in: ladder)
  }

  /// A segment was not there.
  mutating func refuse(_ place: Int, of level: Int, lane number: Int, at wallTime: WallTime) {
    live?.record.refusedCount += 1
    let isEarly =
      live.map { $0.publication.availability(of: place, lane: number, level: level) } ?? .zero
      > wallTime - .resolution
    fail(
      place, of: level, lane: number, .missing,
      why: isEarly ? "it is not published yet" : "it was not published yet, or is no longer there",
      at: wallTime)
  }

  // MARK: Manifests

  /// Whether the playlist of the level of `decision` is loaded before its segment is found; lines
  /// that up.
  mutating func opens(
    _ decision: Decision, lane number: Int, _ bufferLevel: MediaTime, _ isAbandonment: Bool,
    at wallTime: WallTime
  ) -> Bool {
    guard let state = live, state.lacksPlaylist(of: decision.level, lane: number),
      let playlist = lanes[number].lane.levels[decision.level].playlist
    else { return false }
    lanes[number].pending = LaneState.Pending(
      decision: decision, bufferLevel: bufferLevel, isAbandonment: isAbandonment)
    lanes[number].queue = [
      Errand(.playlist, lane: number, level: decision.level, for: playlist)
    ]
    lanes[number].activity = .fetching
    // The playlist of the level before is not loaded again.
    live?.reloads[number].due = nil
    return true
  }

  /// The bytes of an `EXT-X-PART` with a duration and a short URI.
  private static let bytesOfPartTag: Int64 = 60

  /// A playlist of a level of `errand`, as long as it is at `wallTime`.
  private func listing(_ errand: Errand, at wallTime: WallTime) -> Errand {
    let level = lanes[errand.lane].lane.levels[errand.level]
    guard let live, let playlist = level.playlist else { return errand }
    let listed = live.publication.listed(lane: errand.lane, level: errand.level, at: wallTime)
    // As the playlist of the whole event is, by its share of the segments.
    let share = Int128(playlist.bytes) * Int128(listed.count)
    let count = Int128(level.segments.count)
    var bytes = max(min(1, playlist.bytes), Int64((share + count - 1) / count))
    if level.partTarget != nil, let last = listed.last {
      // Parts are listed up to three target durations behind the end (RFC 8216bis, 4.4.4.9).
      let start = level.segments[last].declared.end - level.liveTargetDuration * 3
      let parts = level.segments[listed].lazy.count { $0.declared.end > start }
      bytes += playlist.bytes > 0 ? Int64(parts) * Self.bytesOfPartTag : 0
    }
    return Errand(
      .playlist, lane: errand.lane, level: errand.level,
      for: LadderResource(playlist.name, bytes: bytes), isReload: errand.isReload)
  }

  /// When a manifest is next loaded again; `nil` if none is before one that is in flight is in.
  var nextReload: WallTime? {
    guard let live else { return nil }
    return live.reloads.indices.compactMap { number in
      traffic.isFree(live.firstChannel + number) ? live.reloads[number].due : nil
    }.min()
  }

  /// Loads manifests again that are due.
  mutating func reloadManifests(at wallTime: WallTime) {
    guard let state = live else { return }
    for number in lanes.indices {
      let channel = state.firstChannel + number
      guard let due = state.reloads[number].due, due <= wallTime, traffic.isFree(channel)
      else { continue }
      live?.reloads[number].due = nil
      let errand: Errand
      if state.event.addressing == .playlists {
        guard let level = state.reloads[number].level,
          let playlist = lanes[number].lane.levels[level].playlist
        else { continue }
        // With parts, the server answers as there is another one (`CAN-BLOCK-RELOAD`).
        var answer = wallTime
        if lanes[number].lane.levels[level].partTarget != nil {
          answer = state.publication.answer(
            lane: number, level: level, beyond: state.listed[number][level].upperBound,
            at: wallTime)
        }
        var listed = listing(
          Errand(.playlist, lane: number, level: level, for: playlist, isReload: true),
          at: answer)
        listed.serverTime = answer - wallTime
        errand = listed
      } else {
        guard let last = ladder.manifests.indices.last else { continue }
        errand = Errand(
          .manifest, lane: 0, number: last, for: ladder.manifests[last], isReload: true)
      }
      live?.record.reloadCount += 1
      traffic.send(errand, on: channel, at: wallTime, credit: nil)
    }
  }

  /// A playlist is in: what it lists is known, and when it is loaded again.
  mutating func notePlaylist(
    _ finished: RunningRequest, _ errand: Errand, at wallTime: WallTime
  ) {
    guard let state = live, state.event.addressing == .playlists else { return }
    let (number, level) = (errand.lane, errand.level)
    // A level that was left meanwhile is not followed any more.
    guard !errand.isReload || state.reloads[number].level == level else { return }
    let isNew = note(
      lane: number, level: level, as: errand, asked: finished.sent + errand.serverTime)
    live?.reloads[number].level = level
    // What lists nothing new is as old as what did.
    if isNew || !errand.isReload { live?.reloads[number].firstByte = finished.firstByte }
    if number == 0, state.anchor == nil, let last = live?.listed[0][level].last {
      let end = lanes[0].lane.levels[level].segments[last].declared.end
      live?.anchor = .init(wallTime: finished.firstByte, playhead: end)
    }
    schedule(number, level: level, after: finished, isNew: isNew, at: wallTime)
    guard !errand.isReload, lanes[number].pending?.decision.level == level else { return }
    lanes[number].activity = .idle
  }

  /// A manifest of all levels is in.
  mutating func noteManifest(
    _ finished: RunningRequest, _ errand: Errand, at wallTime: WallTime
  ) {
    guard let state = live, case .timeline = state.event.addressing, manifests.isEmpty
    else { return }
    var isNew = false
    for number in lanes.indices {
      for level in lanes[number].lane.levels.indices
      where note(lane: number, level: level, as: errand, asked: finished.sent, counts: false) {
        isNew = true
      }
    }
    if errand.isReload, !isNew { live?.record.unchangedCount += 1 }
    if isNew { live?.reloads[0].firstByte = finished.firstByte }
    schedule(0, level: 0, after: finished, isNew: isNew, at: wallTime)
  }

  /// Notes what a manifest lists of a level that was asked for at `asked`; whether any of it is
  /// new.
  private mutating func note(
    lane number: Int, level: Int, as errand: Errand, asked: WallTime, counts: Bool = true
  ) -> Bool {
    guard let state = live else { return false }
    let listed = state.publication.listed(lane: number, level: level, at: asked)
    let known = state.listed[number][level]
    // The first of a level is new to the player, whatever it lists.
    let isNew = known.isEmpty || listed.upperBound != known.upperBound
    live?.listed[number][level] = listed
    if counts, errand.isReload, !isNew { live?.record.unchangedCount += 1 }
    return isNew
  }

  /// Decides when a manifest is loaded again.
  private mutating func schedule(
    _ number: Int, level: Int, after finished: RunningRequest, isNew: Bool, at wallTime: WallTime
  ) {
    guard let state = live else { return }
    let (reload, known) = (state.rules.reload, state.listed[number][level])
    guard !state.publication.isAll(known.upperBound, lane: number, level: level) else {
      live?.reloads[number].due = nil
      return
    }
    var wait: WallTime
    if case .timeline(let period) = state.event.addressing {
      wait = period
    } else {
      let target = lanes[number].lane.levels[level].liveTargetDuration
      var length = target
      if let count = reload.followsShortSegments, isNew, let last = known.last {
        let segment = lanes[number].lane.levels[level].segments[last].declared
        let distance = segment.end - playhead(at: wallTime)
        if distance < target * count { length = min(length, segment.duration) }
      }
      if !isNew, reload.halvesUnchanged { length = .init(nanoseconds: length.nanoseconds / 2) }
      wait = WallTime(nanoseconds: length.nanoseconds)
    }
    wait = max(wait, reload.leastWait)
    // A server that holds the answer back is asked at once.
    if lanes[number].lane.levels[level].partTarget != nil { wait = .zero }
    let start = reload.countsFromEnd ? wallTime : finished.sent
    let time = takesTime ? player.loading.processing.playlist : .zero
    // A wait of nothing would load without end.
    live?.reloads[number].due = max(
      start + max(wait, .milliseconds(1)), wallTime + max(time, .resolution))
  }

  // MARK: What is recorded

  /// Notes what the latency consists of as playback starts.
  mutating func noteLiveStart(at wallTime: WallTime) {
    guard let state = live, state.record.budget == nil else { return }
    let level = lanes[0].level ?? 0
    let segments = lanes[0].lane.levels[level].segments
    func end(_ range: Range<Int>) -> MediaTime {
      range.last.map { segments[$0].declared.end } ?? .zero
    }
    let captured = min(state.event.captured(at: wallTime), ladder.duration)
    let playhead = glance.currentTime
    // Each place is at most the one before it in the chain from the camera to the viewer.
    let delayed = min(captured, state.event.captured(at: wallTime - state.event.delay))
    let published = min(
      delayed, end(state.publication.listed(lane: 0, level: level, at: wallTime)))
    let known = min(published, end(state.known(lane: 0, level: level, at: wallTime)))
    let loaded = min(known, loadedRange(around: playhead)?.end ?? playhead)
    live?.record.budget = LatencyBudget(
      publishing: captured - delayed, segment: delayed - published, manifest: published - known,
      loading: known - loaded, buffer: loaded - playhead)
  }
}
