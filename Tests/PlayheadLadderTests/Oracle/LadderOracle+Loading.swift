import PlayheadKit
import PlayheadLadder

extension LadderOracle {
  /// Each lane that may load decides; what was decided is asked for.
  mutating func load() {
    if !isOpened, manifests == scenario.ladder.manifests.count, isFree(0) { isOpened = true }
    guard givenUp == nil else { return }
    guard isOpened else {
      // One manifest after the other.
      if isFree(0), manifestDue <= now {
        manifests += 1
        send(
          .manifest, lane: 0, level: 0, bytes: scenario.ladder.manifests[manifests - 1].bytes,
          surplus)
      }
      return
    }
    guard !asksForIndexes() else { return }
    if loading.loadsLanesInParallel {
      for number in lanes.indices where lanes[number].busy <= now && givenUp == nil {
        proceed(number)
      }
    } else if lanes[0].busy <= now {
      for _ in lanes.indices where (0..<connections).allSatisfy(isFree) && givenUp == nil {
        proceed(turn)
        if (0..<connections).allSatisfy(isFree) { turn = (turn + 1) % lanes.count }
      }
    }
  }

  private mutating func proceed(_ lane: Int) {
    var left = surplus
    while true {
      if hasDrainedNow(lane) { left = surplus == nil ? clock : Surplus.afterBoth(surplus, clock) }
      if lanes[lane].job == nil { discard(lane) }
      if lanes[lane].job == nil, wishes(lane) { decide(lane, left) }
      if let delay = lanes[lane].job?.delayAfterRoom, hasRoomAtLook(lane) {
        lanes[lane].job?.delayAfterRoom = nil
        lanes[lane].job?.ready = now + delay
        lanes[lane].job?.left = left
      }
      // What a delay ends at is also when a gap is passed, and the next segment decided on.
      if let job = lanes[lane].job, job.ready == now {
        left = surplus == nil ? job.left : Surplus.afterBoth(surplus, job.left)
      }
      guard advance(lane, left), givenUp == nil else { return }
    }
  }

  /// Segments of a lane that begin so far ahead are given up where the next level is higher.
  private mutating func discard(_ number: Int) {
    guard let distance = scripts[number].discardsBeyond?.nanoseconds else { return }
    let levels = lanes[number].lane.levels
    let choices = scripts[number].choices
    let next = choices[lanes[number].decisions % choices.count].level
    let first = lanes[number].queue.firstIndex { own in
      let segment = levels[own.level].segments[own.segment]
      return own.level < next
        && segment.declared.start.nanoseconds - playhead >= distance
    }
    guard let first else { return }
    let own = lanes[number].queue[first]
    lanes[number].position = levels[own.level].segments[own.segment].declared.start.nanoseconds
    lanes[number].queue.removeSubrange(first...)
    lanes[number].loaded.removeSubrange(first...)
  }

  /// Whether a lane loads its next segment now.
  private mutating func wishes(_ number: Int) -> Bool {
    let lane = lanes[number]
    guard lane.segment(of: lane.lastLevel ?? 0) != nil, lane.position < duration else {
      lanes[number].position = duration
      return false
    }
    return hasRoomAtLook(number) && mayLead(number)
  }

  /// Whether a lane that looks at its buffer, if it does so now, finds room in it.
  private mutating func hasRoomAtLook(_ number: Int) -> Bool {
    let lane = lanes[number]
    if let poll = lane.poll, now < poll { return false }
    if lane.isFull, !followsVideo(number), case .after(let level) = goal.resumption {
      guard ahead(number) <= level.nanoseconds else { return false }
    }
    lanes[number].isFull = !hasRoom(number)
    lanes[number].poll = nil
    // Audio that follows video has something to look for while anything is on its way.
    let mayChange = isPlaying || followsVideo(number) && requests.contains(where: \.isOpen)
    if lanes[number].isFull, mayChange, case .polling(let every) = goal.resumption {
      lanes[number].poll =
        now + every.nanoseconds - (now - lane.completion) % every.nanoseconds
    }
    return !lanes[number].isFull
  }

  /// Whether a lane is audio whose goal is by how far video is loaded.
  private func followsVideo(_ number: Int) -> Bool { number > 0 && loading.audioGoal != nil }

  /// Whether a lane waits for room, before or after it has decided.
  private func isWaiting(_ lane: OracleLane) -> Bool {
    lane.isFull && lane.job.map { $0.delayAfterRoom != nil } ?? true
  }

  /// Whether a lane that waited for room has it since the last bit that was played, up to now.
  private func hasDrainedNow(_ number: Int) -> Bool {
    let lane = lanes[number]
    guard isWaiting(lane), lane.poll == nil, playedUntil == now, now > 0 else {
      return false
    }
    var before = self
    before.playhead -= 1
    return mayRefill(number) && !before.mayRefill(number)
  }

  /// Whether a lane that had enough has little enough to load again.
  private func mayRefill(_ number: Int) -> Bool {
    guard hasRoom(number) else { return false }
    if !followsVideo(number), case .after(let level) = goal.resumption {
      return ahead(number) <= level.nanoseconds
    }
    return true
  }

  /// Whether the level of the lane is below the goal, with the next segment if that counts.
  private func hasRoom(_ number: Int) -> Bool { room(number) > 0 }

  /// How far below the goal the lane is; what is at it has no room.
  private func room(_ number: Int) -> Int64 {
    let lane = lanes[number]
    let level = lane.lastLevel ?? 0
    let length = goalLength(lane.lane, level)
    if followsVideo(number), let lead = loading.audioGoal {
      return max(seen(laneLevel(0)) + lead.nanoseconds, firstLength(number)) - seen(ahead(number))
    }
    guard goal.includesNextSegment else { return length - ahead(number) }
    // Of what is to fit, all may be used; what never fits waits for the empty buffer.
    if ahead(number) == 0 { return 1 }
    return length + 1 - ahead(number) - nextLength(number)
  }

  /// The length of the next segment, at the level of the last.
  private func nextLength(_ number: Int) -> Int64 {
    let lane = lanes[number]
    let level = lane.lastLevel ?? 0
    let next = lane.segment(of: level).map { lane.lane.levels[level].segments[$0] }
    return next?.duration.nanoseconds ?? 0
  }

  /// The length of the first segment, at the level of the last.
  private func firstLength(_ number: Int) -> Int64 {
    lanes[number].lane.levels[lanes[number].lastLevel ?? 0].segments[0].duration.nanoseconds
  }

  /// A level in nanoseconds as players see it that poll: to the nearest millisecond, halves up.
  private func seen(_ level: Int64) -> Int64 {
    guard case .polling = goal.resumption else { return level }
    return Int64((Double(level) / 1e6 + 0.5).rounded(.down)) * 1_000_000
  }

  /// What has to be played until the lane has room.
  private func lack(_ number: Int) -> Int64 {
    // Video is played as audio is, so that only less than one segment is ever too little.
    let lack =
      followsVideo(number) ? ahead(number) - firstLength(number) + 1 : 1 - room(number)
    return min(lack, ahead(number))
  }

  private func goalLength(_ lane: LadderLane, _ level: Int) -> Int64 {
    if level == lane.levels.count - 1, let top = goal.atTopLevel { return top.nanoseconds }
    guard let bytes = goal.bytes else { return goal.level.nanoseconds }
    let seconds = Double(bytes * 8) / Double(lane.levels[level].bitRate.bitsPerSecond)
    return min(
      max(Int64((seconds * 1e9).rounded()), goal.level.nanoseconds), goal.longest.nanoseconds)
  }

  /// Whether audio is not too far ahead of video that is loaded or being loaded.
  private func mayLead(_ number: Int) -> Bool {
    guard number > 0, let lead = loading.audioLead, lanes[0].position < duration else {
      return true
    }
    // Video of which nothing more comes, though its declared times end early, holds nothing back.
    guard lanes[0].job != nil || lanes[0].segment(of: lanes[0].lastLevel ?? 0) != nil else {
      return true
    }
    var video = lanes[0].position
    if let job = lanes[0].job, job.isUnderWay {
      video = lanes[0].lane.levels[job.level].segments[job.segment].declared.end.nanoseconds
    }
    return lanes[number].position < video + lead.nanoseconds
  }

  /// When a lane that has enough looks at its buffer again.
  func nextWish(_ number: Int) -> Int64? {
    let lane = lanes[number]
    guard isOpened, givenUp == nil, isWaiting(lane) else { return nil }
    if let poll = lane.poll { return poll }
    guard isPlaying else { return nil }
    switch goal.resumption {
    case .polling: return nil
    case .after(let level) where !followsVideo(number):
      return now + max(ahead(number) - level.nanoseconds, lack(number))
    case .atOnce, .after: return now + lack(number)
    }
  }

  private mutating func decide(_ number: Int, _ left: Surplus?) {
    let levels = lanes[number].lane.levels
    var choice: (level: Int, delay: WallTime) = (0, .zero)
    if levels.count > 1 {
      let choices = scripts[number].choices
      choice = choices[lanes[number].decisions % choices.count]
      choice.level = lanes[number].allowed(choice.level, at: now)
    }
    lanes[number].decisions += 1
    let isSwitch = lanes[number].lastLevel.map { $0 != choice.level } ?? false
    if isSwitch { goBack(number, to: choice.level) }
    endAttempts(number)
    guard let segment = lanes[number].segment(of: choice.level) else {
      lanes[number].position = duration
      return
    }
    if levels.count > 1 {
      record.decide(self, number, segment, choice.level, isAbandonment: false)
    }
    take(number, segment, choice.level, after: choice.delay.nanoseconds, left)
    if isSwitch, loading.looksAfterSwitch, !hasRoomAtLook(number) {
      lanes[number].job?.ready = .max
      lanes[number].job?.isUnderWay = false
      lanes[number].job?.delayAfterRoom = choice.delay.nanoseconds
    }
  }

  /// What is loaded at the playhead, and what follows, is loaded again if it is of a lower level.
  private mutating func goBack(_ number: Int, to level: Int) {
    let levels = lanes[number].lane.levels
    let tolerance = loading.gapTolerance.nanoseconds
    if case .atEnd(let reach) = loading.replacement {
      lookUp(number, in: level, reach.nanoseconds)
      return
    }
    guard loading.replacement == .fromPlayhead,
      let there = lanes[number].level(at: playhead, tolerance: tolerance),
      levels[there].bitRate < levels[level].bitRate
    else { return }
    let new = levels[level].segments.first { $0.declared.end.nanoseconds > playhead }
    // One switch at a time: another one, at the same instant, goes on from there.
    guard let new, !new.isGap, lanes[number].returned != now else { return }
    lanes[number].position = playhead
    lanes[number].returned = now
  }

  /// The segment of a new level that holds the end of what is loaded is loaded, as long as the
  /// times that are known of the level put it there.
  private mutating func lookUp(_ number: Int, in level: Int, _ reach: Int64) {
    let lane = lanes[number]
    let segments = lane.lane.levels[level].segments
    guard let latest = lane.latest else { return }
    // When each segment begins, as far as the player knows.
    var starts = segments.map(\.declared.start.nanoseconds)
    let loadedThere = lane.history.last { $0.level == level }?.segment
    if let loadedThere, loadedThere + 1 < segments.count {
      var time = segments[loadedThere].shown.end.nanoseconds
      for place in (loadedThere + 1)..<segments.count {
        starts[place] = time
        time += segments[place].duration.nanoseconds
      }
    }
    let end = lane.end(from: playhead, tolerance: loading.gapTolerance.nanoseconds)
    let place = latest.segment
    guard place < segments.count - 1, loadedThere ?? -1 < place, !segments[place].isGap,
      segments[place].declared.start.nanoseconds < lane.position,
      end >= starts[place], end < starts[place] + segments[place].duration.nanoseconds
    else { return }
    let next = starts[place] + segments[place].duration.nanoseconds
    var isKnown = lane.playlists.contains(level) && lane.indexes.contains(level)
    if let last = segments.last, end > last.declared.end.nanoseconds - reach { isKnown = false }
    if place == 0, latest.level < level, segments[0].declared.start == .zero {
      let first = lane.lane.levels[latest.level].segments[0].duration.nanoseconds
      if next <= first + (isKnown ? min(reach, 5_000_000) : 0) { return }
    }
    // The search halves what is left until it is at a segment that will do.
    var range = 0..<segments.count
    while isKnown, !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound - 1) / 2
      if middle == place { break }
      if middle == place + 1, next - reach <= end { return }
      range = middle < place ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    lanes[number].position = segments[place].declared.start.nanoseconds
  }

  /// A lane is to load a segment of a level.
  mutating func take(
    _ number: Int, _ segment: Int, _ level: Int, after delay: Int64, _ left: Surplus? = nil
  ) {
    if lanes[number].lastLevel != level, !loading.keepsInitializations {
      lanes[number].initializations = []
    }
    lanes[number].lastLevel = level
    lanes[number].job = OracleLane.Job(
      level: level, segment: segment, ready: now + delay, left: left)
    // Also while the player is busy with an attempt that failed.
    lanes[number].job?.isUnderWay = delay == 0
  }

  /// Sends the next request of what was decided, if it can be sent now; whether a segment was
  /// passed over that takes none.
  private mutating func advance(_ number: Int, _ left: Surplus?) -> Bool {
    guard let job = lanes[number].job, job.ready <= now, job.segmentRequest == nil else {
      return false
    }
    let lane = lanes[number]
    let level = lane.lane.levels[job.level]
    let segment = level.segments[job.segment]
    if let outcome = job.outcome {
      give(up: number, outcome)
      watch()
      return givenUp == nil
    }
    lanes[number].job?.isUnderWay = true
    guard isFree(connection(of: number, for: .segment)) else { return false }
    if !lane.playlists.contains(job.level), let playlist = level.playlist {
      send(.playlist, lane: number, level: job.level, bytes: playlist.bytes, left)
      return false
    }
    if !lane.indexes.contains(job.level) {
      let next = level.indexes[lane.indexCounts[job.level] ?? 0]
      send(.index, lane: number, level: job.level, bytes: next.bytes, left)
      return false
    }
    if segment.isGap {
      fail(number, .gap, left)
      watch()
      return true
    }
    if let section = segment.initialization, !job.hasAskedForSection,
      !lane.initializations.contains([job.level, section, named(segment)])
    {
      guard isFree(connection(of: number, for: .initialization)) else { return false }
      lanes[number].job?.hasAskedForSection = true
      send(
        .initialization, lane: number, level: job.level, section: section,
        bytes: level.initializations[section].bytes, left)
      guard isFree(connection(of: number, for: .segment)) else { return false }
    }
    send(
      .segment, lane: number, level: job.level, segment: job.segment,
      bytes: segment.resource.bytes, left)
    return false
  }

  /// By which of the tags its section is named, if that matters.
  func named(_ segment: LadderSegment) -> Int {
    loading.fetchesInitializationPerTag ? segment.initializationTag : 0
  }

  /// A segment is loaded, or its time elapses with nothing shown.
  mutating func finish(_ number: Int, elapses: Bool = false) {
    guard let job = lanes[number].job else { return }
    record.load(self, number, job)
    lanes[number].partial = nil
    let previous = lanes[number].latestEnd
    let segment = lanes[number].lane.levels[job.level].segments[job.segment]
    lanes[number].load(
      job.segment, of: job.level, showing: segment.isTruncated ? segment.declared : segment.shown,
      counts: !segment.isGap && segment.damage == nil && !elapses,
      fills: loading.fillsTransportStreams, until: duration)
    if number == 0, segment.damage == nil, !segment.isGap, !elapses { failuresInARow = 0 }
    lanes[number].completion = max(now, lanes[number].busy)
    lanes[number].job = nil
    if number == 0, loading.holdsAudioAhead { release(after: previous) }
  }

  /// When the rule looks at the running download of a lane; `nil` if it does not.
  func nextLook(_ number: Int) -> Int64? {
    guard let progress, givenUp == nil, lanes[number].lane.levels.count > 1,
      let job = lanes[number].job,
      let number = job.segmentRequest, requests[number].isOpen
    else { return nil }
    let request = requests[number]
    let wall = progress.wallTime.nanoseconds
    if progress.isTimer { return now + wall - (now - request.sent) % wall }
    // When enough bytes have come, and enough time has passed.
    guard job.look.bytes + progress.bytes < request.bytes else { return nil }
    let missing = Int128(job.look.bytes + progress.bytes) * OracleLink.byte - request.got
    guard missing > 0 else { return job.look.time + wall }
    guard flows(request), link.rate(at: now) > 0 else { return nil }
    let speed = link.rate(at: now) * (OracleLink.parts / Int128(running))
    return max(job.look.time + wall, now + Int64((missing + speed - 1) / speed))
  }

  /// The rule looks at running downloads, and may abandon them.
  mutating func look() {
    guard let progress, givenUp == nil else { return }
    for number in lanes.indices where lanes[number].lane.levels.count > 1 {
      guard let job = lanes[number].job, let place = job.segmentRequest, requests[place].isOpen
      else { continue }
      let request = requests[place]
      let wall = progress.wallTime.nanoseconds
      let isDue =
        progress.isTimer
        ? now > request.sent && (now - request.sent) % wall == 0 && job.lookedAt != now
        : now >= job.look.time + wall && request.received >= job.look.bytes + progress.bytes
          && job.look.bytes + progress.bytes < request.bytes
      guard isDue else { continue }
      lanes[number].job?.lookedAt = now
      lanes[number].job?.look = (now, request.received)
      let start = lanes[number].lane.levels[job.level].segments[job.segment].shown.start
      if job.begun != nil, start.nanoseconds < playhead { continue }
      lanes[number].looks += 1
      guard let level = scripts[number].abandonments[lanes[number].looks],
        lanes[number].leftOut[level, default: now] <= now,
        let segment = lanes[number].segment(of: level)
      else { continue }
      record.decide(self, number, segment, level, isAbandonment: true)
      endAttempts(number)
      drop(place, .abandoned)
      lanes[number].partial = nil
      take(number, segment, level, after: 0)
    }
  }
}
