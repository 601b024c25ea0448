import PlayheadModel

/// What arrives, and what rules make of it.
extension LadderSimulation {
  /// Takes in everything that is complete by `wallTime`.
  mutating func arrive(at wallTime: WallTime) {
    traffic.complete(by: wallTime)
    let hasMedia = traffic.finished.indices.contains { place in
      let subject = traffic.finished[place].subject
      return subject.content == .segment || lanes[subject.lane].waitingSegment != nil
    }
    // Media that arrives as the buffer runs empty is in time.
    if !hasMedia { advance(to: wallTime) }
    for place in traffic.finished.indices {
      let running = traffic.finished[place]
      guard lanes[running.subject.lane].probe != .running || running.subject.content == .playlist
      else {
        endProbe(running, at: wallTime)
        continue
      }
      tellRule(of: running, bytes: running.subject.resource.bytes, at: wallTime)
      take(running, at: wallTime)
    }
    if hasMedia { noticeLoaded(at: wallTime) }
    startIfDue(at: wallTime)
    for number in lanes.indices { stopProbe(of: number, at: wallTime) }
    for number in lanes.indices { look(at: number, wallTime) }
    traffic.update(from: wallTime)
  }

  private mutating func take(_ running: LadderTraffic.Running, at wallTime: WallTime) {
    let subject = running.subject
    let number = subject.lane
    switch subject.content {
    case .manifest:
      if manifests.isEmpty { open(at: wallTime) }
    case .playlist, .index:
      if subject.content == .playlist {
        lanes[number].lastPlaylistTime = wallTime - running.firstByte
      }
      // The index follows the playlist.
      if subject.content == .index || lanes[number].lane.levels[subject.level].index == nil {
        lanes[number].openedLevels.insert(subject.level)
      }
    case .initialization:
      let sections = lanes[number].lane.levels[subject.level].initializations
      for section in sections.indices where sections[section] == subject.resource {
        lanes[number].initializations.insert(.init(level: subject.level, number: section))
      }
      endSegment(number, at: wallTime)
    case .segment:
      lanes[number].waitingSegment = subject.segment
      endSegment(number, at: wallTime)
    }
  }

  /// Takes in the segment of a lane whose bytes are in, once its initialization section is in too.
  private mutating func endSegment(_ number: Int, at wallTime: WallTime) {
    let isRunning = traffic.isRunning(lane: number)
    if !isRunning, let place = lanes[number].waitingSegment, let level = lanes[number].level {
      let segment = lanes[number].lane.levels[level].segments[place]
      lanes[number].waitingSegment = nil
      take(
        segment, place, lane: number, bytes: segment.resource.bytes, damage: segment.damage,
        at: wallTime)
    }
    endFetching(number, isRunning: isRunning)
  }

  /// A lane whose segment and all that it takes are in can load the next.
  private mutating func endFetching(_ number: Int, isRunning: Bool) {
    if lanes[number].queue.isEmpty, !isRunning, lanes[number].activity == .fetching {
      lanes[number].activity = .idle
      turn = (number + 1) % lanes.count
      if player.loading.looksAtAllLanes { wakeLanes() }
    }
  }

  /// Has lanes that wait look at their buffers anew.
  mutating func wakeLanes() {
    for lane in lanes.indices where lanes[lane].isWaiting {
      lanes[lane].activity = .idle
      lanes[lane].isDraining = false
    }
  }

  // MARK: Looking into first segments

  /// When as much of the first segment of a lane is in as the player looks into; `nil` unless it does.
  func probeEnd(of number: Int) -> WallTime? {
    guard lanes[number].probe == .running, let bytes = player.loading.probedBytes,
      let running = traffic.running(on: channel(of: number)),
      running.subject.lane == number, running.subject.content == .segment
    else { return nil }
    return running.arrival(of: min(bytes, running.subject.resource.bytes))
  }

  /// Drops the first segment of a lane once enough of it is in.
  private mutating func stopProbe(of number: Int, at wallTime: WallTime) {
    guard let end = probeEnd(of: number), end <= wallTime else { return }
    _ = traffic.drop(on: channel(of: number), .droppedBySkip, at: wallTime)
    finishProbe(number)
  }

  /// What was fetched only to look into it is in.
  private mutating func endProbe(_ running: LadderTraffic.Running, at wallTime: WallTime) {
    finishProbe(running.subject.lane)
  }

  private mutating func finishProbe(_ number: Int) {
    guard lanes[number].queue.isEmpty, !traffic.isRunning(lane: number)
    else { return }
    lanes[number].probe = .done
    lanes[number].activity = .idle
    turn = (number + 1) % lanes.count
  }

  /// Takes in a segment of a lane, which may show nothing.
  mutating func take(
    _ segment: LadderSegment, _ place: Int, lane number: Int, bytes: Int64, damage: String?,
    at wallTime: WallTime
  ) {
    lanes[number].append(
      segment, numbered: place, tolerance: player.loading.gapTolerance, duration: ladder.duration)
    lanes[number].position = max(lanes[number].position, segment.declared.end)
    lanes[number].segmentsSinceJump += 1
    lanes[number].lastCompletion = wallTime
    segments.append(
      LoadedSegment(
        lane: number, level: lanes[number].level ?? 0, segment: place, wallTime: wallTime,
        playhead: glance.playhead(at: wallTime), shown: segment.shown,
        bytes: bytes, damage: damage))
  }

  /// Tells the rule of a download that ended at `wallTime`.
  private mutating func tellRule(
    of running: LadderTraffic.Running, bytes: Int64, isAbandoned: Bool = false,
    at wallTime: WallTime
  ) {
    let subject = running.subject
    let lane = ladder.lanes[subject.lane]
    let download = Download(
      subject.content, lane: lane.kind, level: subject.level, segment: subject.segment,
      bytes: bytes,
      mediaDuration: subject.segment.map { lane.levels[subject.level].segments[$0].duration }
        ?? .zero,
      sent: running.sent, firstByte: min(running.firstByte, wallTime), end: wallTime,
      isAbandoned: isAbandoned)
    rule.downloaded(download, observation(of: subject.lane, at: wallTime))
  }

  // MARK: Running downloads

  /// Whether the rule looks at running downloads.
  private var looksAtDownloads: Bool { rule.progressInterval != nil }

  /// The segment of a lane that is in flight, if its rule looks at it.
  private func watched(_ number: Int) -> (LadderTraffic.Running, ProgressInterval)? {
    guard let interval = rule.progressInterval,
      let running = traffic.running(on: channel(of: number)),
      running.subject.lane == number, running.subject.content == .segment
    else { return nil }
    return (running, interval)
  }

  /// When a rule next looks at the running download of a lane; `nil` if it does not.
  func nextLook(of number: Int) -> WallTime? {
    guard looksAtDownloads, lanes[number].isAdaptive, let (running, interval) = watched(number)
    else { return nil }
    let look = lanes[number].look
    if interval.isTimer { return running.sent + interval.wallTime * Int64(look.count + 1) }
    let last = look.count == 0 ? running.firstByte : look.time
    guard look.bytes + interval.bytes < running.subject.resource.bytes,
      let arrival = running.arrival(of: look.bytes + interval.bytes)
    else { return nil }
    return max(last + interval.wallTime, arrival)
  }

  /// Lets the rule of a lane look at its running download, if that is due.
  private mutating func look(at number: Int, _ wallTime: WallTime) {
    guard looksAtDownloads else { return }
    guard let due = nextLook(of: number), due <= wallTime,
      let (running, _) = watched(number), let segment = running.subject.segment
    else { return }
    let bytes = running.bytes(by: wallTime)
    lanes[number].look = LaneState.Look(
      count: lanes[number].look.count + 1, time: wallTime, bytes: bytes)
    let progress = DownloadProgress(
      level: running.subject.level, segment: segment, bytes: bytes,
      totalBytes: running.subject.resource.bytes, sent: running.sent,
      firstByte: running.firstByte <= wallTime ? running.firstByte : nil,
      looks: lanes[number].look.count)
    let observation = observation(of: number, at: wallTime)
    guard let decision = rule.abandon(progress, observation),
      lanes[number].lane.levels.indices.contains(decision.level),
      lanes[number].lane.segment(at: lanes[number].position, level: decision.level) != nil,
      let dropped = traffic.drop(on: channel(of: number), .abandoned, at: wallTime)
    else { return }
    tellRule(
      of: dropped, bytes: dropped.bytes(by: wallTime), isAbandoned: true, at: wallTime)
    lineUp(decision, lane: number, observation, isAbandonment: true, at: wallTime)
  }
}
