/// The events of an instant.
extension Simulation {
  mutating func begin() {
    recorder.record(.play, model)
    changePath(at: .zero)
    note(model.play(at: .zero))
    if loader.isOpened {
      recorder.recordOpening([])
      advance(to: .zero)
    }
    continueLoading(at: .zero)
  }

  /// Processes everything due at `wallTime` without user action.
  mutating func happen(at wallTime: WallTime) {
    advance(to: wallTime)
    continueLoading(at: wallTime)
  }

  /// Advances the player to `wallTime` with everything that has arrived by then.
  mutating func advance(to wallTime: WallTime) {
    let glance = model.shortGlance
    recorder.elapse(glance, loader, to: wallTime)
    let arrival = loader.arrive(at: wallTime)
    let granularity = model.policy.parameters.loadGranularity
    let transitions =
      loader.isOpened
      ? model.bufferChanged(
        to: loader.contents(for: glance, at: wallTime),
        mayFill: granularity == nil || arrival.isCheckpoint, at: wallTime)
      : model.timeAdvanced(to: wallTime)
    if arrival.opens {
      recorder.recordOpening(loader.plan.openings)
      recorder.record(.opened, model)
    }
    note(transitions)
    if let measurement = arrival.measurement { take(measurement, at: wallTime) }
    for measurement in arrival.otherMeasurements { take(measurement, at: wallTime) }
    dropBackBuffer(at: wallTime)
  }

  private mutating func take(_ measurement: Loader.ThroughputSample, at wallTime: WallTime) {
    // The loader is not yet aimed at where the playhead has jumped in this instant.
    let missing =
      jump == nil
      ? loader.missingBytes(at: wallTime)
      : loader.missingBytes(around: model.currentTime, at: wallTime)
    note(
      model.throughputMeasured(
        bytes: measurement.bytes, in: measurement.time, missing: missing, at: wallTime))
  }

  mutating func dropBackBuffer(at wallTime: WallTime) {
    guard let kept = model.keptFrom,
      let start = loader.forget(before: kept, at: wallTime)
    else { return }
    if let first = model.loadedTimeRanges.ranges.first, first.start < start {
      note(model.mediaDropped(before: start, at: wallTime))
      recorder.record(.backBufferDropped(before: start), model)
    }
    // What was missing may lie before what is kept, so that nothing is missing any more.
    noticeLoaded(at: wallTime)
  }

  /// Tells the player what is loaded from the playhead on, if that is more than it knows.
  private mutating func noticeLoaded(at wallTime: WallTime) {
    guard let loaded = loader.loadedRange(at: wallTime), loaded.contains(model.currentTime)
    else { return }
    let isMore = loaded.end > model.loadedEnd
    // Of a track there may be more, though not of all.
    guard isMore || model.policy.watchesTracks else { return }
    note(
      model.bufferChanged(
        to: loader.contents(for: model.shortGlance, at: wallTime),
        mayFill: isMore && model.policy.parameters.loadGranularity == nil, at: wallTime))
  }

  /// Updates the player's path flags, if they changed.
  mutating func changePath(at wallTime: WallTime) {
    nextPathChange = link.nextPathChange(after: wallTime)
    let path = link.path(at: wallTime)
    guard path != model.path else { return }
    let transitions = model.pathChanged(to: path, at: wallTime)
    recorder.record(.pathChanged(path), model)
    note(transitions)
    if wallTime > .zero { continueLoading(at: wallTime) }
  }

  /// Performs the next user action.
  mutating func act(at wallTime: WallTime) {
    guard let action = actions.popLast() else { return }
    switch action.kind {
    case .play:
      recorder.record(.play, model)
      setRate(.normal, at: wallTime)
    case .pause:
      recorder.record(.pause, model)
      note(model.pause(at: wallTime))
    case .setRate(let rate):
      recorder.record(.rate(rate), model)
      setRate(rate, at: wallTime)
    case .playImmediately(let rate):
      recorder.record(.playImmediately(rate), model)
      let contents = contentsAtStart(at: wallTime)
      note(model.playImmediately(atRate: rate, findingAtStart: contents, at: wallTime))
    case .seek(let target, let precision):
      let place = presentation.place(of: target, precision)
      recorder.recordSeek(to: place.shown, decodesFrom: place.decoded, model)
      let contents = loader.contents(around: place.shown, at: wallTime)
      note(model.seek(to: place.shown, finding: contents, at: wallTime))
    }
    dropBackBuffer(at: wallTime)
    continueLoading(at: wallTime)
  }

  private mutating func setRate(_ rate: PlaybackRate, at wallTime: WallTime) {
    note(model.setRate(rate, findingAtStart: contentsAtStart(at: wallTime), at: wallTime))
  }

  /// What is loaded at the start, for a player at the end that may restart there.
  private mutating func contentsAtStart(at wallTime: WallTime) -> BufferContents {
    guard model.currentTime >= model.duration else { return BufferContents() }
    return loader.contents(around: .zero, at: wallTime)
  }

  /// Lets the loader continue from the playhead as the player's buffer demands.
  mutating func continueLoading(at wallTime: WallTime) {
    while let jump {
      self.jump = nil
      for request in loader.aim(at: model.currentTime, wallTime, for: jump) { recordDrop(request) }
      // What a request brings beyond its former end may have come in this nanosecond.
      noticeLoaded(at: wallTime)
    }
    switch loader.continueLoading(for: model, at: wallTime) {
    case .none: break
    case .sent(let number, let offset, let dropped):
      recordDrop(dropped)
      recorder.record(.requestSent(number: number, offset: offset), model)
    case .finished(let dropped):
      for request in dropped { recordDrop(request) }
      recorder.record(.loadingFinished, model)
    }
  }

  private mutating func recordDrop(_ request: DroppedRequest?) {
    guard let request else { return }
    recorder.record(
      .requestDropped(number: request.number, wastedBytes: request.wastedBytes), model)
  }

  mutating func note(_ transitions: Transitions) {
    for transition in transitions { recorder.record(transition, model) }
    inputs?.append(PlayerInput(transitions: transitions, player: model))
    if transitions.contains(.timeJumped) {
      jump = transitions.contains(.looped) ? .droppedByLoop : .droppedBySeek
    }
    // A loop at the end restarts before anything else happens.
    if model.isLoopDue {
      let contents = loader.contents(around: .zero, at: model.wallTime)
      note(model.looped(finding: contents, at: model.wallTime))
    }
  }

  mutating func end(_ reason: Session.EndReason) {
    if reason == .limit { advance(to: limit) }
    recordTick()
    endReason = reason
  }

  /// Records a row at the model's instant.
  mutating func recordTick() {
    guard let tickInterval else { return }
    recorder.record(
      model, loader.totals(at: model.wallTime), reporting: loader.reportedRanges(for: model))
    if tickInterval * ticks <= model.wallTime { ticks += 1 }
  }
}
