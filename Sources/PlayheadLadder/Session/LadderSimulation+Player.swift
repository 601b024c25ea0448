import PlayheadModel

/// What the player is told: the user's actions, what is loaded, and that time has passed.
extension LadderSimulation {
  /// The player cannot play on.
  mutating func fail(at wallTime: WallTime) {
    tell(at: wallTime) { $0.fail(at: $1) }
    end(.error)
  }

  /// The player jumps over a hole to `target`.
  mutating func skipHole(to target: MediaTime, at wallTime: WallTime) {
    let start = playhead(at: wallTime)
    let contents = contents(around: target)
    pass(to: wallTime)
    live?.record.move(
      from: .init(wallTime: wallTime, playhead: start),
      to: .init(wallTime: wallTime, playhead: target))
    let transitions = model.skipHole(to: target, finding: contents, at: wallTime)
    glance = model.glance
    recorder.recordSkip(from: start, of: model)
    recorder.record(transitions, of: model, wasOpened: true)
    clockCredit = nil
    follow(transitions, at: wallTime)
    loopIfDue(after: transitions, at: wallTime)
  }

  /// Gives the player an input of the user's.
  mutating func input(
    at wallTime: WallTime, _ input: (inout PlaybackModel, WallTime) -> Transitions
  ) {
    // The step itself has the time since the latest one.
    recorder.recordTime(of: glance, until: glance.wallTime)
    notePlayed(to: wallTime)
    catchUp()
    let before = model
    let transitions = input(&model, wallTime)
    glance = model.glance
    recorder.record(PlaybackStep(from: before, to: model, transitions))
    follow(transitions, at: wallTime)
    loopIfDue(after: transitions, at: wallTime)
  }

  /// Tells the player of something that is not the user's doing.
  private mutating func tell(
    at wallTime: WallTime, _ input: (inout PlaybackModel, WallTime) -> Transitions
  ) {
    pass(to: wallTime)
    let wasOpened = glance.isOpened
    let transitions = input(&model, wallTime)
    model.update(&glance, after: transitions)
    guard !transitions.isEmpty || !wasOpened || isRepeated else { return }
    recorder.record(transitions, of: model, wasOpened: wasOpened)
    follow(transitions, at: wallTime)
    loopIfDue(after: transitions, at: wallTime)
  }

  /// Loads for the start again where the player restarted at the end, or is due to.
  ///
  /// An input that takes it to the end restarts it with what it knows to be loaded, of which some
  /// may be gone.
  private mutating func loopIfDue(after transitions: Transitions, at wallTime: WallTime) {
    guard isRepeated else { return }
    var hasLooped = transitions.contains(.looped)
    if model.isLoopDue {
      take(model.looped(finding: contents(around: .zero), at: wallTime), at: wallTime)
      hasLooped = true
    }
    guard hasLooped else { return }
    dropBackBuffer(before: ladder.duration)
    let contents = contents(around: .zero)
    take(model.mediaDropped(from: .zero, leaving: contents, at: wallTime), at: wallTime)
    aim(at: .zero, .droppedByLoop, wallTime)
  }

  /// Records what a restart caused.
  private mutating func take(_ transitions: Transitions, at wallTime: WallTime) {
    glance = model.glance
    recorder.record(transitions, of: model, wasOpened: true)
    clockCredit = nil
    follow(transitions, at: wallTime)
  }

  /// Does what changes of the player cause.
  private mutating func follow(_ transitions: Transitions, at wallTime: WallTime) {
    if transitions.contains(.started) || transitions.contains(.resumed)
      || transitions.contains(.continued)
    {
      clockCredit = glance.rate == .normal ? traffic.credit(at: wallTime) : nil
      // The media element tells from when enough is loaded, before the playhead moves.
      let begun = startDeadline.map { $0 - startupCost } ?? wallTime
      reportsSince = reportsSince == nil ? begun : wallTime
    }
    if isLive { followLive(transitions, at: wallTime) }
    guard transitions.contains(.stalled) else { return }
    awaited.append(awaitedSegment)
    if case .polling = player.loading.goal.resumption { return }
    // No buffer drains any more.
    for number in lanes.indices {
      if case .waiting(let end) = lanes[number].work.phase, end != wallTime {
        lanes[number].work.phase = .idle
      }
    }
  }

  /// Moves the player on to `wallTime`, with nothing new.
  mutating func advance(to wallTime: WallTime) {
    if !move(to: wallTime) { tell(at: wallTime) { $0.timeAdvanced(to: $1) } }
  }

  /// Moves on to `wallTime` if only the playhead of the player changes until then; returns whether
  /// it does.
  mutating func move(to wallTime: WallTime) -> Bool { glance.move(to: wallTime) }

  /// Records what the player does until `wallTime`, when its next input is, and tells it of what
  /// came since its latest one.
  private mutating func pass(to wallTime: WallTime) {
    recorder.recordTime(of: glance, until: wallTime)
    notePlayed(to: wallTime)
    if untold != nil { catchUp() }
  }

  /// Brings the player up to date.
  mutating func catchUp() {
    model.follow(glance, with: untold)
    untold = nil
  }

  /// Tells the player what is loaded, unless it is yet to start.
  mutating func noticeLoaded(at wallTime: WallTime) {
    if isLive { noteProgress(at: wallTime) }
    // A playhead past the end of video may be where new video begins.
    let playhead = glance.isPictureFrozen ? playhead(at: wallTime) : glance.currentTime
    if glance.wallTime == wallTime, let loaded = loadedRange(around: playhead),
      glance.isMovable(with: loaded)
    {
      // As only how far it is loaded changes, it is told later.
      recorder.recordTime(of: glance, until: wallTime)
      glance.move(with: loaded)
      untold = loaded
      return
    }
    let contents = contents(around: playhead)
    guard mayStart(with: contents, at: wallTime) else {
      advance(to: wallTime)
      return
    }
    tell(at: wallTime) { $0.bufferChanged(to: contents, at: $1) }
  }

  /// Tells the player that a lane has nothing from `time` on any more but what it has.
  mutating func dropMedia(from time: MediaTime, at wallTime: WallTime) {
    let contents = contents(around: playhead(at: wallTime))
    guard hasMediaToStart else {
      advance(to: wallTime)
      return
    }
    tell(at: wallTime) { $0.mediaDropped(from: time, leaving: contents, at: $1) }
  }

  /// The manifests are read: the player knows what it plays.
  mutating func open(at wallTime: WallTime) {
    let contents = contents(around: glance.currentTime)
    tell(at: wallTime) { $0.bufferChanged(to: contents, at: $1) }
  }

  /// The player changes its rate by itself.
  mutating func changeRate(to rate: PlaybackRate, at wallTime: WallTime) {
    tell(at: wallTime) { $0.setRate(rate, at: $1) }
    clockCredit = nil
    for number in lanes.indices where lanes[number].isWaiting { lanes[number].work.phase = .idle }
  }

  /// The player begins at `mediaTime`, rather than at the start.
  mutating func place(at mediaTime: MediaTime) {
    model.place(at: mediaTime)
    glance = model.glance
  }

  /// The player has read a document that it does not play.
  mutating func refuse(at wallTime: WallTime) {
    for lane in lanes.indices { lanes[lane].work.phase = .finished }
    (hasStopped, hasError) = (true, true)
    fail(at: wallTime)
  }

  /// Tells the player of the path that the link takes from `wallTime` on.
  mutating func changePath(at wallTime: WallTime) {
    nextPathChange = link.nextPathChange(after: wallTime)
    let path = link.path(at: wallTime)
    guard path != glance.path else { return }
    tell(at: wallTime) { $0.pathChanged(to: path, at: $1) }
    glance = model.glance
  }

  /// Notes what was played until `wallTime`.
  mutating func notePlayed(to wallTime: WallTime) {
    guard isPlaying else { return }
    let start = glance.inputPlayhead
    let end = glance.playhead(at: wallTime)
    guard end > start else { return }
    if isLive {
      live?.record.move(
        from: .init(wallTime: glance.inputTime, playhead: start),
        to: .init(wallTime: wallTime, playhead: end))
    }
    if let last = played.indices.last, played[last].range.end == start {
      played[last].range.end = end
      played[last].wallTimes = played[last].wallTimes.lowerBound..<wallTime
    } else {
      played.append(
        PlayedMedia(
          range: TimeRange(start: start, end: end), wallTimes: glance.inputTime..<wallTime))
    }
  }
}
