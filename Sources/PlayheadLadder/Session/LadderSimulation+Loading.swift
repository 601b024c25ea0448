import PlayheadModel

/// What is requested, and when.
extension LadderSimulation {
  /// Lets every lane that can act do so.
  mutating func continueLoading(at wallTime: WallTime) {
    if !manifests.isEmpty {
      guard traffic.running(on: 0) == nil, let manifest = manifests.popFirst() else { return }
      traffic.send(
        RequestSubject(.manifest, lane: 0, resource: manifest), on: 0, at: wallTime,
        credit: traffic.credit(at: wallTime))
      traffic.update(from: wallTime)
      return
    }
    guard model.isOpened else { return }
    while true {
      let count = segments.count
      proceed(at: wallTime)
      // A segment that was passed over may start the player, or let another lane go on.
      if segments.count == count { break }
    }
    traffic.update(from: wallTime)
  }

  private mutating func proceed(at wallTime: WallTime) {
    if player.loading.loadsLanesInParallel {
      for number in lanes.indices { proceed(number, at: wallTime) }
    } else if traffic.running.isEmpty {
      // One that need not wait any longer has all of them look.
      if player.loading.looksAtAllLanes,
        lanes.contains(where: { $0.isWaiting && $0.deadline ?? .bound <= wallTime })
      {
        wakeLanes()
      }
      if turn == 0 { openLevelAhead(at: wallTime) }
      for _ in lanes.indices where traffic.running.isEmpty {
        proceed(turn, at: wallTime)
        guard traffic.running.isEmpty else { break }
        turn = (turn + 1) % lanes.count
      }
    }
  }

  /// The connection that a lane sends `content` on.
  private func channel(of lane: Int, for content: Download.Content) -> Int {
    let isParallel = player.loading.loadsLanesInParallel
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
    while true {
      switch lanes[number].activity {
      case .finished: return
      case .fetching:
        sendNext(number, at: wallTime, credit: credit)
        guard passesGap(number, at: wallTime) else { return }
      case .waiting(let time), .delaying(let time):
        guard time <= wallTime else { return }
        if time == wallTime {
          credit = traffic.credit(at: wallTime, afterWaitOf: lanes[number].waitCredit)
        }
        if case .delaying = lanes[number].activity {
          lanes[number].activity = .fetching
        } else {
          lanes[number].activity = .idle
        }
      case .idle:
        guard plan(number, at: wallTime) else { return }
        // A delay of whole nanoseconds ends at the same fraction of one.
        if case .delaying = lanes[number].activity { lanes[number].waitCredit = credit }
      }
    }
  }

  /// Passes over a lane's segment if it is marked as a gap and what comes before it is in.
  private mutating func passesGap(_ number: Int, at wallTime: WallTime) -> Bool {
    let lane = lanes[number]
    guard lane.queue.isEmpty, traffic.running(on: channel(of: number)) == nil,
      let level = lane.level,
      let segment = lane.lane.segment(at: lane.position, level: level),
      lane.lane.levels[level].segments[segment].isGap
    else { return false }
    pass(
      segment, of: lane.lane.levels[level], lane: number, why: "marked as a gap", at: wallTime)
    return true
  }

  /// Sends what comes first in a lane's queue, and with it what may come beside.
  private mutating func sendNext(
    _ number: Int, at wallTime: WallTime, credit: SendingCredit?
  ) {
    while let subject = lanes[number].queue.first {
      let channel = channel(of: number, for: subject.content)
      // Initialization sections wait for the playlist and the index as segments do.
      guard traffic.running(on: channel) == nil,
        traffic.running(on: self.channel(of: number)) == nil
      else { return }
      lanes[number].queue.removeFirst()
      if isKept(subject) { continue }
      if subject.content == .segment { lanes[number].look = LaneState.Look() }
      traffic.send(subject, on: channel, at: wallTime, credit: credit)
      guard subject.content == .initialization, player.loading.fetchesInitializationInParallel
      else { return }
    }
  }

  /// Whether an initialization section came meanwhile, of a request that was not dropped.
  private func isKept(_ subject: RequestSubject) -> Bool {
    guard subject.content == .initialization else { return false }
    let sections = lanes[subject.lane].lane.levels[subject.level].initializations
    return lanes[subject.lane].initializations.contains {
      $0.level == subject.level && sections[$0.number] == subject.resource
    }
  }

  /// Chooses what a lane does next; `false` if it has to wait for something else to happen.
  private mutating func plan(_ number: Int, at wallTime: WallTime) -> Bool {
    lanes[number].skipLoaded()
    let lane = lanes[number]
    guard let segment = nextSegment(of: lane) else {
      lanes[number].activity = .finished
      return false
    }
    let level = lane.level ?? 0
    let levels = lane.lane.levels
    let goal = player.loading.goal
    let length = goal.length(
      for: levels[level], isTop: level == levels.count - 1, duration: ladder.duration)
    let ahead = lane.loadedEnd(from: model.currentTime) - model.currentTime
    let wanted = goal.includesNextSegment ? ahead + levels[level].segments[segment].duration : ahead
    // A segment longer than the goal waits for the empty buffer.
    let isFull = goal.includesNextSegment ? wanted > length && ahead > .zero : wanted >= length
    if case .after(let level) = goal.resumption {
      lanes[number].isDraining = isFull || lanes[number].isDraining && ahead > level
    }
    if isFull || lanes[number].isDraining {
      wait(number, ahead: ahead, excess: wanted - length, at: wallTime)
      return lanes[number].activity != .idle
    }
    if number > 0, let lead = player.loading.audioLead,
      lane.position >= loadingEnd(of: lanes[0]) + lead, lanes[0].activity != .finished,
      nextSegment(of: lanes[0]) != nil
    {
      return false
    }
    choose(number, at: wallTime)
    return true
  }

  /// The number of the segment that a lane loads next, of its latest level; `nil` at the end.
  private func nextSegment(of lane: LaneState) -> Int? {
    guard lane.position < ladder.duration else { return nil }
    return lane.lane.segment(at: lane.position, level: lane.level ?? 0)
  }

  /// How far a lane is loaded or being loaded.
  private func loadingEnd(of lane: LaneState) -> MediaTime {
    guard lane.activity == .fetching, let level = lane.level,
      let segment = lane.lane.segment(at: lane.position, level: level)
    else { return lane.position }
    return lane.lane.levels[level].segments[segment].declared.end
  }

  /// Has a lane that is loaded far enough wait.
  private mutating func wait(
    _ number: Int, ahead: MediaTime, excess: MediaTime, at wallTime: WallTime
  ) {
    guard model.timeControlStatus == .playing else {
      // Nothing drains until something else happens.
      lanes[number].activity = .idle
      return
    }
    // A buffer of exactly the goal is enough; of the next segment it has to fit.
    let isNextCounted = player.loading.goal.includesNextSegment
    let drained = max(.resolution, min(isNextCounted ? excess : excess + .resolution, ahead))
    // Timers tick at whole nanoseconds, but the playhead may be between two.
    lanes[number].waitCredit = clockCredit
    switch player.loading.goal.resumption {
    case .atOnce:
      lanes[number].activity = .waiting(until: timeOf(draining: drained))
    case .polling(let interval):
      lanes[number].waitCredit = nil
      let passed = (wallTime - lanes[number].lastCompletion).nanoseconds
      let next = (passed / interval.nanoseconds + 1) * interval.nanoseconds
      lanes[number].activity =
        .waiting(until: lanes[number].lastCompletion + WallTime(nanoseconds: next))
    case .after(let level):
      lanes[number].activity = .waiting(until: timeOf(draining: max(ahead - level, drained)))
    }
  }

  /// When the player has played `media` more.
  private func timeOf(draining media: MediaTime) -> WallTime {
    model.wallTime(reaching: model.currentTime + media) ?? .bound
  }

  /// Fetches the playlist of the level that the next segment will be of, ahead of waiting for its turn.
  private mutating func openLevelAhead(at wallTime: WallTime) {
    guard player.loading.opensLevelsAhead, lanes[0].isAdaptive, lanes[0].activity == .idle,
      let current = lanes[0].level, lanes[0].segmentsSinceJump > 0
    else { return }
    // The rule itself decides with the segment; nothing that it sees changes until then.
    var rule = rule
    let chosen = rule.decide(observation(of: 0, at: wallTime)).level
    let level = min(max(chosen, 0), lanes[0].lane.levels.count - 1)
    guard level != current, let playlist = lanes[0].lane.levels[level].playlist else { return }
    if !player.loading.keepsPlaylists, !lanes[0].isOpenedAhead {
      lanes[0].openedLevels.remove(level)
    }
    guard !lanes[0].openedLevels.contains(level) else { return }
    lanes[0].isOpenedAhead = true
    traffic.send(
      RequestSubject(.playlist, lane: 0, level: level, resource: playlist), on: 0, at: wallTime,
      credit: traffic.credit(at: wallTime))
  }

  /// Chooses the level of a lane's next segment, and lines up what it takes.
  private mutating func choose(_ number: Int, at wallTime: WallTime) {
    let observation = observation(of: number, at: wallTime)
    var decision: Decision
    if lanes[number].isAdaptive {
      decision = rule.decide(observation)
      decision.level = min(max(decision.level, 0), lanes[number].lane.levels.count - 1)
    } else {
      decision = Decision(level: levelWithVideo(number), reason: "the only one")
    }
    lineUp(decision, lane: number, observation, isAbandonment: false, at: wallTime)
  }

  /// Lines up what a segment of the chosen level takes.
  mutating func lineUp(
    _ decision: Decision, lane number: Int, _ observation: Observation, isAbandonment: Bool,
    at wallTime: WallTime
  ) {
    let level = lanes[number].lane.levels[decision.level]
    guard
      let segment = lanes[number].lane.segment(at: lanes[number].position, level: decision.level)
    else {
      lanes[number].activity = .finished
      return
    }
    let isProbing =
      player.loading.probedBytes != nil && lanes[number].probe == .none
      && level.segments[segment].initialization != nil
    if isProbing {
      lanes[number].probe = .running
    } else if lanes[number].lane.levels.count > 1 {
      decisions.append(
        LadderDecision(
          wallTime: wallTime, playhead: model.currentTime, lane: number, segment: segment,
          previousLevel: lanes[number].level,
          bufferLevel: observation.bufferLevel, decision: decision, isAbandonment: isAbandonment))
    }
    if lanes[number].level != decision.level {
      if !player.loading.keepsInitializations { lanes[number].initializations = [] }
      if !player.loading.keepsPlaylists, !lanes[number].isOpenedAhead {
        lanes[number].openedLevels.remove(decision.level)
      }
    }
    lanes[number].isOpenedAhead = false
    lanes[number].level = decision.level
    lanes[number].queue = subjects(for: segment, of: level, numbered: decision.level, lane: number)
    if decision.delay > .zero {
      lanes[number].waitCredit = nil
      lanes[number].activity = .delaying(until: wallTime + decision.delay)
    } else {
      lanes[number].activity = .fetching
    }
  }

  /// What has to be fetched for a segment, in order.
  private func subjects(
    for segment: Int, of level: Level, numbered number: Int, lane: Int
  ) -> [RequestSubject] {
    var subjects: [RequestSubject] = []
    if !lanes[lane].openedLevels.contains(number) {
      if let playlist = level.playlist {
        subjects.append(RequestSubject(.playlist, lane: lane, level: number, resource: playlist))
      }
      if let index = level.index {
        subjects.append(RequestSubject(.index, lane: lane, level: number, resource: index))
      }
    }
    let wanted = level.segments[segment]
    if wanted.isGap { return subjects }
    if let section = wanted.initialization,
      !lanes[lane].initializations.contains(.init(level: number, number: section))
    {
      subjects.append(
        RequestSubject(
          .initialization, lane: lane, level: number, resource: level.initializations[section]))
    }
    subjects.append(
      RequestSubject(
        .segment, lane: lane, level: number, segment: segment, resource: wanted.resource))
    return subjects
  }

  /// The level of a lane of audio that goes with the level of video; the highest if any does.
  private func levelWithVideo(_ number: Int) -> Int {
    let last = lanes[number].lane.levels.count - 1
    guard number > 0, let level = lanes[0].level else { return last }
    return min(lanes[0].lane.levels[level].audioLevel ?? last, last)
  }

  /// Passes over a segment that shows nothing.
  mutating func pass(
    _ segment: Int, of level: Level, lane number: Int, why damage: String, at wallTime: WallTime
  ) {
    let passed = level.segments[segment]
    lanes[number].queue = []
    lanes[number].activity = .idle
    take(passed, segment, lane: number, bytes: 0, damage: damage, at: wallTime)
    noticeLoaded(at: wallTime)
  }
}
