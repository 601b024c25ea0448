import PlayheadModel

/// Requests that fail by the scenario's wish.
extension LadderSimulation {
  /// What becomes of the request for `errand` that is sent at `wallTime`.
  func armed(_ errand: Errand, at wallTime: WallTime) -> Errand {
    guard !faults.isEmpty || errand.fault != nil || !lanes[errand.lane].copies.inUse.isEmpty else {
      return errand
    }
    return changed(errand, at: wallTime)
  }

  /// The same where requests fail, or go to another server.
  private func changed(_ errand: Errand, at wallTime: WallTime) -> Errand {
    var errand = errand
    if !lanes[errand.lane].copies.inUse.isEmpty, errand.content != .manifest {
      errand.copy = lanes[errand.lane].copies.inUse[errand.level] ?? 0
    }
    let fault =
      faults.isEmpty
      ? nil
      : faults.first {
        $0.hits(
          errand.content, number: errand.number, level: errand.level, copy: errand.copy,
          at: wallTime)
      }
    errand.fault = fault?.answer ?? errand.fault
    guard let answer = errand.fault else { return errand }
    // What cannot be read comes all the same.
    if answer != .unreadable { errand.bytes = 0 }
    if answer == .timeout {
      errand.serverTime = player.loading.failures.patience(for: errand.content)
    }
    return errand
  }

  /// A request has failed: as the segment that it is for does, or as its player has it for what is
  /// no segment.
  mutating func failRequest(
    _ errand: Errand, _ answer: RequestFault.Answer, at wallTime: WallTime
  ) {
    guard !hasStopped else { return }
    guard !errand.isReload else {
      failReload(errand, answer, at: wallTime)
      return
    }
    guard errand.content != .manifest else {
      failManifest(errand, answer, at: wallTime)
      return
    }
    if errand.content == .key {
      missKey(errand)
      guard !errand.isSessionKey else { return }
    }
    guard !indexes.isUnderWay else {
      failIndex(errand, answer, at: wallTime)
      return
    }
    let number = errand.lane
    guard let place = segment(for: errand, answer) else { return }
    lanes[number].work.job = LaneState.Job()
    lanes[number].probe.stop()
    // What is in flight beside it, or in with it, is for nothing without it.
    lanes[number].failures.obsoleteRequest = traffic.latestNumber
    endParts(of: number)
    for channel in traffic.channelNumbers where traffic.isRunning(lane: number, on: channel) {
      _ = traffic.drop(on: channel, .droppedBySkip, at: wallTime)
    }
    fail(
      place, of: errand.level, lane: number, answer.kind, of: errand.content, why: answer.reason,
      at: wallTime)
  }

  /// The segment that `errand` is for, which fails; `nil` for none, as nobody waits for it.
  private func segment(for errand: Errand, _ answer: RequestFault.Answer) -> Int? {
    let lane = lanes[errand.lane]
    if errand.content == .playlist {
      if lane.work.pending?.decision.level == errand.level {
        return lane.segment(of: errand.level) ?? 0
      }
      // A level that is opened ahead and fails is asked for again with its segment, unless that
      // ends playback.
      if lane.level != errand.level {
        let rule = player.loading.failures.rule(for: .playlist, answer.kind, isFirst: false)
        return rule.outcome == .fails && rule.lastAttempts == 1
          ? lane.segment(of: errand.level) : nil
      }
    }
    guard lane.level == errand.level else { return nil }
    // One that is marked as a gap is not lined up, and one that is in with `errand` in flight no
    // more.
    return errand.segment ?? lane.work.job.segment
      ?? lane.work.job.waitingSegment ?? inFlightSegment(of: errand.lane)
      ?? (lane.isFetching ? lane.segment(of: errand.level) : nil)
  }

  private func inFlightSegment(of number: Int) -> Int? {
    traffic.errand(on: channel(of: number)).flatMap { $0.lane == number ? $0.segment : nil }
  }

  // MARK: Before anything is played

  /// A manifest fails: it is asked for again, or playback ends with an error.
  private mutating func failManifest(
    _ errand: Errand, _ answer: RequestFault.Answer, at wallTime: WallTime
  ) {
    let rules = player.loading.failures.documents[.manifest] ?? DocumentFailureRules(.init(.fails))
    let rule = rules[answer.kind]
    let attempts = lanes[0].noteFailure(of: .manifest, at: 0)
    let response: SegmentFailure.Response =
      attempts < rule.lastAttempts
      ? .retry(delay: rule.retryDelay.delay(after: attempts)) : .outcome(.fails, delay: .zero)
    note(
      answer.kind, answer.reason, of: 0, .manifest, level: 0, lane: 0, attempt: attempts, response,
      at: wallTime)
    guard case .retry(let delay) = response else {
      refuse(at: wallTime)
      return
    }
    manifests = errand.number..<ladder.manifests.count
    manifestDue = wallTime + delay
  }

  /// One of the indexes that are fetched before anything else fails: it is asked for again, or
  /// nothing of its level can be loaded.
  private mutating func failIndex(
    _ errand: Errand, _ answer: RequestFault.Answer, at wallTime: WallTime
  ) {
    let (number, level) = (errand.lane, errand.level)
    let rules = player.loading.failures
    let rule = rules.rule(for: .index, answer.kind, isFirst: !lanes[number].documents.hasOpened)
    let attempts = lanes[number].noteFailure(of: .index, at: level)
    let delay = rule.retryDelay.delay(after: attempts)
    let isLast = attempts >= rule.lastAttempts
    note(
      answer.kind, answer.reason, of: 0, .index, level: level, lane: number, attempt: attempts,
      isLast ? .outcome(rule.outcome, delay: .zero) : .retry(delay: delay), at: wallTime)
    guard isLast else {
      let chain = lanes[number].lane.levels[level].indexes
      indexes.retry(
        Errand(
          .index, lane: number, level: level, number: errand.number, for: chain[errand.number]),
        at: wallTime + delay)
      return
    }
    indexes.giveUp()
    switch rule.outcome {
    case .fails: refuse(at: wallTime)
    case .stopsLoading, .stopsWithError, .elapses, .leavesHole, .failsNext:
      lanes[number].failures.closedLevels.insert(level)
    }
  }
}

extension RequestFault.Answer {
  /// Why what is asked for cannot be had.
  var reason: String { "its request \(words)" }
}
