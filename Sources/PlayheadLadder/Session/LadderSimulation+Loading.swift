import PlayheadModel

/// What is requested, and when.
extension LadderSimulation {
  /// Lets every lane that can act do so.
  mutating func continueLoading(at wallTime: WallTime) {
    if !manifests.isEmpty {
      guard traffic.isFree(0), !hasStopped, manifestDue ?? wallTime <= wallTime,
        let number = manifests.popFirst()
      else { return }
      manifestDue = nil
      let errand = Errand(.manifest, lane: 0, number: number, for: ladder.manifests[number])
      traffic.send(
        armed(errand, at: wallTime), on: 0, at: wallTime, credit: traffic.credit(at: wallTime))
      traffic.share(from: wallTime)
      return
    }
    guard glance.isOpened, !hasStopped, !indexes.isUnderWay || !fetchesIndexes(at: wallTime)
    else { return }
    if isLive { reloadManifests(at: wallTime) }
    while true {
      let count = segments.count + failures.count
      proceed(at: wallTime)
      // A segment that was passed over may start the player, or let another lane go on.
      if segments.count + failures.count == count || hasStopped { break }
    }
    traffic.share(from: wallTime)
  }

  private mutating func proceed(at wallTime: WallTime) {
    if player.loading.loadsLanesInParallel {
      for number in lanes.indices where lanes[number].timing.busyUntil <= wallTime {
        proceed(number, at: wallTime)
      }
    } else if !traffic.isWaiting, lanes[0].timing.busyUntil <= wallTime {
      // One that need not wait any longer has all of them look.
      if player.loading.looksAtAllLanes,
        lanes.indices.contains(where: {
          lanes[$0].isWaiting && lanes[$0].deadline ?? .bound <= wallTime
        })
      {
        wakeLanes()
      }
      if turn == 0 { openLevelAhead(at: wallTime) }
      for _ in lanes.indices where !traffic.isWaiting {
        proceed(turn, at: wallTime)
        guard !traffic.isWaiting else { break }
        turn = (turn + 1) % lanes.count
      }
    }
  }

  /// The connection that a lane sends `content` on.
  func channel(of lane: Int, for content: Download.Content) -> Int {
    let isParallel = player.loading.loadsLanesInParallel
    if content == .key { return connections.firstKey + lane }
    guard player.loading.fetchesInitializationInParallel, content == .initialization else {
      return isParallel ? lane : 0
    }
    return isParallel ? lanes.count + lane : 1
  }

  /// The connection that segments of a lane come over.
  func channel(of lane: Int) -> Int { channel(of: lane, for: .segment) }

  /// Lets a lane do what it can do now.
  private mutating func proceed(_ number: Int, at wallTime: WallTime) {
    var credit = traffic.credit(at: wallTime)
    if followsVideo(number), !player.loading.goal.isPolled || comesInChunks,
      case .waiting(let time) = lanes[number].work.phase, time > wallTime
    {
      // Room comes as the playhead passes a hole in video, too.
      if isPlaying,
        lanes[0].media.loaded.range(containing: glance.currentTime)?.start == glance.currentTime
      {
        credit = traffic.credit(at: wallTime, afterWaitOf: clockCredit)
      }
      lanes[number].work.phase = .idle
    }
    while true {
      switch lanes[number].work.phase {
      case .finished: return
      case .fetching:
        sendNext(number, at: wallTime, credit: credit)
        guard passesGap(number, at: wallTime) else { return }
      case .waiting(let time), .delaying(let time), .failing(_, let time):
        guard time <= wallTime else { return }
        if time == wallTime {
          credit = traffic.credit(at: wallTime, afterWaitOf: lanes[number].timing.waitCredit)
        }
        endWait(of: number, at: wallTime)
        guard !hasStopped else { return }
      case .idle:
        guard plan(number, at: wallTime) else { return }
        // A delay of whole nanoseconds ends at the same fraction of one.
        if case .delaying = lanes[number].work.phase { lanes[number].timing.waitCredit = credit }
      }
    }
  }

  /// A lane's wait is over.
  private mutating func endWait(of number: Int, at wallTime: WallTime) {
    switch lanes[number].work.phase {
    case .failing(let failed, _): give(up: failed, lane: number, at: wallTime)
    case .delaying: lanes[number].work.phase = .fetching
    case .waiting: lanes[number].work.phase = .idle
    case .idle, .fetching, .finished: break
    }
  }

  /// Passes over a lane's segment if it is marked as a gap and what comes before it is in.
  private mutating func passesGap(_ number: Int, at wallTime: WallTime) -> Bool {
    guard lanes[number].work.job.queue.isEmpty, traffic.isFree(channel(of: number)),
      let level = lanes[number].level,
      let segment = lanes[number].segment(of: level),
      lanes[number].lane.levels[level].segments[segment].isGap
    else { return false }
    fail(segment, of: level, lane: number, .gap, why: "marked as a gap", at: wallTime)
    return !hasStopped
  }

  /// Sends what comes first in a lane's queue, and with it what may come beside.
  private mutating func sendNext(
    _ number: Int, at wallTime: WallTime, credit: SendingCredit?
  ) {
    var hasSentKey = false
    while let errand = lanes[number].work.job.queue.last {
      if looksForCaptions, waitsForCaptions(errand) { return }
      if errand.content == .key {
        guard sendKey(errand, at: wallTime, credit: credit, &hasSentKey) else { return }
        continue
      }
      guard hasSentKey || !isHeldByKey(number) else { return }
      let channel = channel(of: number, for: errand.content)
      // Initialization sections wait for the playlist and the index as segments do.
      guard traffic.isFree(channel), traffic.isFree(self.channel(of: number))
      else { return }
      if isLive, errand.content == .segment, awaitsVideo(number, at: wallTime) { return }
      lanes[number].takeNext()
      if isKept(errand) { continue }
      if isLive, lanes[number].documents.opening == nil {
        lanes[number].documents.opening = wallTime
      }
      traffic.send(
        armed(isLive ? published(errand, at: wallTime) : errand, at: wallTime), on: channel,
        at: wallTime, credit: credit)
      guard errand.content == .initialization, player.loading.fetchesInitializationInParallel
      else { return }
    }
  }

  /// Whether an initialization section came meanwhile, of a request that was not dropped.
  private func isKept(_ errand: Errand) -> Bool {
    guard errand.content == .initialization else { return false }
    let tag = tag(of: errand)
    let sections = lanes[errand.lane].lane.levels[errand.level].initializations
    return lanes[errand.lane].media.initializations.contains {
      $0.level == errand.level && $0.tag == tag && sections[$0.number] == sections[errand.number]
    }
  }

  /// Which tag names the initialization section that `errand` is for, to a player to which that
  /// matters.
  func tag(of errand: Errand) -> Int {
    guard player.loading.fetchesInitializationPerTag,
      let segment = lanes[errand.lane].work.job.segment
    else { return 0 }
    return lanes[errand.lane].lane.levels[errand.level].segments[segment].initializationTag
  }

  /// Chooses what a lane does next; `false` if it has to wait for something else to happen.
  private mutating func plan(_ number: Int, at wallTime: WallTime) -> Bool {
    if discardsSegments { discard(number, at: wallTime) }
    if isLive { endRun(number, at: wallTime) }
    if isLive, let goesOn = continuesLeftRun(number, at: wallTime) {
      if goesOn { choose(number, at: wallTime) }
      return goesOn
    }
    if isLive, let isPlanned = joins(number, at: wallTime) { return isPlanned }
    if lanes[number].course.hasJumped { lanes[number].skipLoaded() }
    guard let segment = nextSegment(of: number) else {
      lanes[number].work.phase = .finished
      return false
    }
    if isLive, continuesChunks(number) || lanes[number].work.run.goesOn {
      choose(number, at: wallTime)
      return true
    }
    if isLive, switchesAhead(number, at: wallTime) { return true }
    // Parts of a segment follow one another all the same.
    if isLive, awaitsAudio(number), levelWithinSegment(of: number) == nil { return false }
    guard hasRoom(number, for: segment, at: wallTime) else {
      return !lanes[number].isIdle
    }
    if longestRunAhead != nil, waitsForOthers(number, at: wallTime) { return true }
    if isLive, !isKnown(segment, lane: number, at: wallTime) {
      return turnsAtEdge(number, at: wallTime) || !lanes[number].isIdle
    }
    if let delay = lanes[number].work.chosenDelay {
      lanes[number].work.chosenDelay = nil
      lanes[number].begin(after: delay, at: wallTime)
      return true
    }
    if number > 0, let lead = player.loading.audioLead, !isLive || keepsAudioLead(number, wallTime),
      lanes[number].position >= loadingEnd(of: lanes[0]) + lead, !lanes[0].isFinished,
      nextSegment(of: 0) != nil
    {
      return false
    }
    choose(number, at: wallTime)
    return true
  }

  /// The number of the segment that a lane loads next, of its latest level; `nil` at the end.
  func nextSegment(of number: Int) -> Int? {
    guard lanes[number].position < ladder.duration else { return nil }
    return lanes[number].segment(of: lanes[number].level ?? 0)
  }

  /// How far a lane is loaded or being loaded.
  private func loadingEnd(of lane: LaneState) -> MediaTime {
    guard lane.isFetching, let level = lane.level,
      let segment = lane.lane.segment(at: lane.position, level: level)
    else { return lane.position }
    return lane.lane.levels[level].segments[segment].declared.end
  }

  /// Fetches the playlist of the level that the next segment will be of, ahead of waiting for its
  /// turn.
  private mutating func openLevelAhead(at wallTime: WallTime) {
    guard player.loading.opensLevelsAhead, lanes[0].isAdaptive, lanes[0].isIdle,
      let current = lanes[0].level, lanes[0].segmentsSinceJump > 0
    else { return }
    // The rule itself decides with the segment; nothing that it sees changes until then.
    let chosen = ask(about: 0, at: wallTime) { $0.decideAhead($1) }.level
    let level = lanes[0].permitted(
      min(max(chosen, 0), lanes[0].levelCount - 1), at: wallTime)
    guard level != current, let playlist = lanes[0].lane.levels[level].playlist else { return }
    if !player.loading.keepsPlaylists, !lanes[0].documents.isOpenedAhead {
      lanes[0].close(level)
    }
    guard !lanes[0].openedLevels.contains(level) else { return }
    lanes[0].documents.isOpenedAhead = true
    let errand = Errand(.playlist, lane: 0, level: level, for: playlist)
    traffic.send(
      armed(errand, at: wallTime), on: 0, at: wallTime, credit: traffic.credit(at: wallTime))
  }

  /// Chooses the level of a lane's next segment, and lines up what it takes.
  private mutating func choose(_ number: Int, at wallTime: WallTime) {
    let decision: Decision
    if lanes[number].isAdaptive {
      decision = levelWithinSegment(of: number) ?? decide(lane: number, at: wallTime)
    } else {
      observe(number, at: wallTime)
      decision = Decision(level: levelWithVideo(number), reason: "the only one")
    }
    if lanes[number].failures.closedLevels.contains(decision.level) {
      closeLane(number, at: wallTime)
      return
    }
    let isSwitch = lanes[number].level ?? decision.level != decision.level
    if isSwitch, !comesInChunks { goBack(number, for: decision.level, at: wallTime) }
    let delay = decision.delay
    lineUp(
      decision, lane: number, bufferLevel: lanes[number].observation.bufferLevel,
      isAbandonment: false, at: wallTime)
    if isSwitch, player.loading.looksAfterSwitch { lookAgain(number, after: delay, at: wallTime) }
  }

  /// Lines up what a segment of the chosen level takes.
  mutating func lineUp(
    _ decision: consuming Decision, lane number: Int, bufferLevel: MediaTime, isAbandonment: Bool,
    at wallTime: WallTime
  ) {
    if isLive, opens(decision, lane: number, bufferLevel, isAbandonment, at: wallTime) {
      return
    }
    settleCopies(of: number)
    guard let segment = lanes[number].segment(of: decision.level) else {
      lanes[number].work.phase = .finished
      return
    }
    switch lanes[number].probe.stage {
    case .none where player.loading.probedBytes != nil:
      // With a lane alone, loading goes on at once with what was looked into.
      let isApart =
        lanes.count > 1
        && lanes[number].lane.levels[decision.level].segments[segment].initialization != nil
      lanes[number].probe.stage = isApart ? .running : .goingOn
    case .goingOn: lanes[number].probe.stage = .done
    case .none, .running, .done: break
    }
    // What is only looked into is decided on once more.
    let isForLooking = lanes[number].probe.stage == .running && !isAbandonment
    let previousLevel = lanes[number].level
    lanes[number].fetch(segment, as: decision, by: fetching, at: wallTime)
    if !isForLooking, lanes[number].lane.levels.count > 1 {
      decisions.append(
        LadderDecision(
          wallTime: wallTime, playhead: playhead(at: wallTime), lane: number,
          segment: segment, previousLevel: previousLevel,
          bufferLevel: bufferLevel, decision: decision, isAbandonment: isAbandonment))
    }
  }

  /// The level of a lane of audio that goes with the level of video; the highest if any does.
  private func levelWithVideo(_ number: Int) -> Int {
    let last = lanes[number].lane.levels.count - 1
    guard number > 0, let level = lanes[0].level else { return last }
    return min(lanes[0].lane.levels[level].audioLevel ?? last, last)
  }
}
