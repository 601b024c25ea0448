import PlayheadModel

/// What arrives, and what rules make of it.
extension LadderSimulation {
  /// Takes in everything that is complete by `wallTime`.
  mutating func arrive(at wallTime: WallTime) {
    traffic.complete(by: wallTime)
    let hasParts = takesSamples && takeParts(by: wallTime)
    let hasSegment = traffic.finished.indices.contains { place in
      let errand = traffic.errand(of: traffic.finished[place])
      return errand.content == .segment || lanes[errand.lane].work.job.waitingSegment != nil
        || lanes[errand.lane].hasKeys && isAwaited(errand)
    }
    let hasMedia = hasParts || hasSegment
    // Media that arrives as the buffer runs empty is in time.
    if !move(to: wallTime), !hasMedia { advance(to: wallTime) }
    for place in traffic.finished.indices {
      let finished = traffic.finished[place]
      let errand = traffic.errand(of: finished)
      guard finished.number > lanes[errand.lane].failures.obsoleteRequest || errand.isBesideLanes
      else { continue }
      if errand.isBesideSegment { leaveSegment(of: errand.lane, at: wallTime) }
      if let answer = errand.fault {
        failRequest(errand, answer, at: wallTime)
        continue
      }
      guard
        lanes[errand.lane].probe.stage != .running || [.playlist, .key].contains(errand.content)
      else {
        finishProbe(errand, at: wallTime)
        continue
      }
      if isLive { noteRun(errand, at: wallTime) }
      if !looksForCaptions || !isForCaptions(errand) {
        tellRule(of: finished, bytes: errand.bytes, at: wallTime)
      }
      if takesTime { process(errand, at: wallTime) }
      take(finished, at: wallTime)
    }
    if hasMedia || glance.isPictureFrozen { noticeLoaded(at: wallTime) }
    if startDeadline != nil { startIfDue(at: wallTime) }
    // What is known of the link may have others discarded.
    if discardsSegments, hasSegment {
      for number in lanes.indices where lanes[number].isWaiting && discard(number, at: wallTime) {
        lanes[number].work.phase = .idle
      }
    }
    if player.loading.probedBytes != nil {
      for number in lanes.indices { stopProbe(of: number, at: wallTime) }
    }
    if progressInterval != nil {
      for number in lanes.indices { look(at: number, wallTime) }
    }
    if reconsiders { reconsider(at: wallTime) }
    traffic.share(from: wallTime)
  }

  // MARK: Parts of segments

  /// When the next part is in of the segment of a lane that is in flight; `nil` if none is.
  private func nextPartTime(of number: Int) -> WallTime? {
    nextPart(of: number).flatMap { traffic.arrival(of: $0.bytes, on: $0.channel) }
  }

  /// The next part of the segment of a lane that is in flight; `nil` if there is none.
  func nextPart(of number: Int) -> LadderPart? {
    let channel = channel(of: number)
    guard lanes[number].probe.stage != .running, !awaitsKey(number),
      let errand = traffic.errand(on: channel),
      errand.lane == number, let place = errand.segment, errand.fault == nil
    else { return nil }
    let level = lanes[number].lane.levels[errand.level]
    let (part, count) = (lanes[number].media.begun.parts, level.segments[place].parts.count)
    guard part < count, isUsable(level.segments[place]), !lanes[number].failures.awaitsRest,
      level.segments[place].parts[part].bytes < errand.bytes,
      // What comes beside its initialization section waits for that.
      !isInitializing(number, for: place)
    else { return nil }
    return LadderPart(channel: channel, bytes: level.segments[place].parts[part].bytes)
  }

  /// Whether the initialization section of segment `place` of a lane's level is in flight beside
  /// it, rather than one that was asked for with a segment that was dropped, or has just failed.
  private func isInitializing(_ number: Int, for place: Int) -> Bool {
    guard player.loading.fetchesInitializationInParallel, let level = lanes[number].level
    else { return false }
    let section = lanes[number].lane.levels[level].segments[place].initialization
    func isSection(_ errand: Errand) -> Bool {
      errand.lane == number && errand.content == .initialization && errand.level == level
        && errand.number == section
    }
    if let errand = traffic.errand(on: channel(of: number, for: .initialization)) {
      return isSection(errand)
    }
    return traffic.finished.contains { finished in
      let errand = traffic.errand(of: finished)
      return errand.fault != nil && finished.number > lanes[number].failures.obsoleteRequest
        && isSection(errand)
    }
  }

  /// Whether anything is in flight of what the segment of a lane takes.
  func isLoading(_ number: Int) -> Bool {
    guard player.loading.fetchesInitializationInParallel else {
      return traffic.isRunning(lane: number)
    }
    if traffic.errand(on: channel(of: number))?.lane == number { return true }
    return lanes[number].work.job.waitingSegment.map { isInitializing(number, for: $0) } ?? false
  }

  /// Takes in all parts of segments in flight that are in by `wallTime`; `false` if none are.
  private mutating func takeParts(by wallTime: WallTime) -> Bool {
    var hasTaken = false
    for number in lanes.indices {
      while let time = nextPartTime(of: number), time <= wallTime,
        let place = traffic.errand(on: channel(of: number))?.segment
      {
        lanes[number].takePart(
          of: place, at: wallTime, playhead: playhead(at: wallTime),
          tolerance: player.loading.gapTolerance)
        hasTaken = true
      }
    }
    return hasTaken
  }

  /// Notes as a segment what was taken in of one of which no more comes.
  mutating func endParts(of number: Int) {
    guard let first = lanes[number].media.begun.first, let level = lanes[number].level
    else { return }
    let segment = lanes[number].lane.levels[level].segments[first.place]
    let part = segment.parts[lanes[number].media.begun.parts - 1]
    lanes[number].media.begun = LaneState.Begun()
    guard segment.shown.start < part.end else { return }
    segments.append(
      LoadedSegment(
        lane: number, level: level, segment: first.place, begun: first.wallTime,
        wallTime: glance.wallTime, playhead: first.playhead,
        shown: TimeRange(start: segment.shown.start, end: part.end), bytes: part.bytes,
        isReplacement: false, damage: nil))
  }

  /// The player is busy with what has come.
  private mutating func process(_ errand: Errand, at wallTime: WallTime) {
    // What is looked for an index in only tells where to look next.
    guard !indexes.isUnderWay || errand.content == .manifest || isLastIndex(errand) else { return }
    guard errand.content != .manifest || !errand.isReload else { return }
    if let place = errand.segment, comesInChunks {
      guard isLastChunk(place, of: errand) else { return }
    }
    let isShared = errand.content == .manifest || indexes.isUnderWay || isForCaptions(errand)
    let isParallel = player.loading.loadsLanesInParallel
    for number in lanes.indices where !isParallel || isShared || number == errand.lane {
      // Side by side, each lane goes on by itself.
      let time = processingTime(of: errand, lane: isParallel ? number : errand.lane)
      lanes[number].timing.busyUntil = max(lanes[number].timing.busyUntil, wallTime + time)
    }
  }

  private mutating func take(_ finished: RunningRequest, at wallTime: WallTime) {
    let errand = traffic.errand(of: finished)
    let number = errand.lane
    switch errand.content {
    case .manifest:
      noteManifest(finished, errand, at: wallTime)
      guard manifests.isEmpty, !errand.isReload else { break }
      guard ladder.refusal?.isOfManifest != true else {
        refuse(at: wallTime)
        return
      }
      open(at: wallTime)
      if !connections.sessionKeys.isEmpty { askForSessionKeys(at: wallTime) }
    case .playlist where ladder.refusal != nil: refuse(at: wallTime)
    case .playlist, .index:
      if errand.content == .playlist {
        lanes[number].lastPlaylistTime = wallTime - finished.firstByte
        if isLive { notePlaylist(finished, errand, at: wallTime) }
      }
      if errand.content == .index, failsToRead(errand, at: wallTime) { return }
      lanes[number].noteSuccess(of: errand.content, at: errand.level)
      lanes[number].noteDocument(of: errand.level)
      if errand.content == .index { continueIndexes(after: errand, at: wallTime) }
    case .initialization:
      let sections = lanes[number].lane.levels[errand.level].initializations
      let tag = tag(of: errand)
      for section in sections.indices where sections[section] == sections[errand.number] {
        lanes[number].media.initializations.insert(
          .init(level: errand.level, number: section, tag: tag))
      }
      if isLive {
        noteInitialization(at: wallTime)
        // A player that looks for a segment does so anew.
        if lanes[number].work.job.queue.isEmpty {
          lanes[number].timing.lastCompletion = max(wallTime, lanes[number].timing.busyUntil)
        }
      }
      if looksForCaptions, dropsFirstAudio(number, at: wallTime) { return }
      endSegment(number, at: wallTime)
    case .segment:
      lanes[number].work.job.waitingSegment = errand.number
      endSegment(number, at: wallTime)
    case .key:
      takeKey(errand, at: wallTime)
    }
  }

  /// Takes in the segment of a lane whose bytes are in, once its initialization section is in too.
  mutating func endSegment(_ number: Int, at wallTime: WallTime) {
    let isRunning = isLoading(number) || awaitsKey(number)
    // A key that is fetched behind its segment comes first.
    guard !lanes[number].hasKeys || lanes[number].work.job.queue.first?.content != .key
    else { return }
    if !isRunning, let place = lanes[number].work.job.waitingSegment,
      let level = lanes[number].level
    {
      guard !holdsInRun(place, of: level, lane: number, at: wallTime),
        lanes[number].work.run.held.isEmpty, !isAudioAhead(place, of: level, lane: number)
      else { return }
      // What comes after a failure is decided, though that may be a gap, for which nothing is
      // fetched.
      guard takeWaiting(place, of: level, lane: number, at: wallTime) else { return }
    }
    guard lanes[number].work.job.queue.isEmpty, !isRunning, lanes[number].isFetching else { return }
    // All that the segment takes is in, so that the lane can load the next.
    lanes[number].work.phase = .idle
    turn = (number + 1) % lanes.count
    if player.loading.looksAtAllLanes { wakeLanes() }
  }

  /// Takes in the segment of a lane that has waited, for nothing any more; `false` if that failed.
  @discardableResult
  mutating func takeWaiting(
    _ place: Int, of level: Int, lane number: Int, at wallTime: WallTime
  ) -> Bool {
    let bytes = lanes[number].lane.levels[level].segments[place].resource.bytes
    if lanes[number].work.job.isRefused {
      lanes[number].work.job.isRefused = false
      lanes[number].work.job.waitingSegment = nil
      refuse(place, of: level, lane: number, at: wallTime)
      return false
    }
    if lanes[number].failures.awaitsRest, bytes > 0 {
      lanes[number].work.job.waitingSegment = nil
      failBehindTruncated(place, of: level, lane: number, at: wallTime)
      return false
    }
    if let damage = lanes[number].lane.levels[level].segments[place].damage {
      let kind = lanes[number].lane.levels[level].segments[place].failureKind
      lanes[number].work.job.waitingSegment = nil
      fail(place, of: level, lane: number, kind, why: damage, at: wallTime)
      return false
    }
    lanes[number].takeWaiting(place)
    if number == 0 { failureCount = 0 }
    take(place, lane: number, bytes: bytes, damage: nil, at: wallTime)
    return true
  }

  /// Has lanes that wait look at their buffers anew.
  mutating func wakeLanes() {
    for lane in lanes.indices where lanes[lane].isWaiting {
      lanes[lane].work.phase = .idle
      lanes[lane].work.isDraining = false
    }
  }

  /// Takes in a segment of a lane's level, which may show nothing.
  mutating func take(
    _ place: Int, lane number: Int, bytes: Int64, damage: String?, at wallTime: WallTime
  ) {
    let level = lanes[number].level ?? 0
    let declared = lanes[number].lane.levels[level].segments[place].declared
    if isLive { dropReplacedParts(by: place, of: level, lane: number, at: wallTime) }
    let shown = timeTaken(by: place, of: level, lane: number, elapses: damage != nil)
    let isReplacement = declared.start < lanes[number].course.replacedEnd
    let begun = lanes[number].media.begun.first ?? (place, wallTime, playhead(at: wallTime))
    let previousEnd = lanes[number].media.latestEnd
    lanes[number].take(
      place, showing: shown, at: wallTime, tolerance: player.loading.gapTolerance,
      duration: ladder.duration, fills: player.loading.fillsTransportStreams)
    // A seek may lead to just before the first sample of a segment.
    if lanes[number].course.hasJumped {
      lanes[number].passGap(
        at: playhead(at: wallTime), tolerance: player.loading.gapTolerance)
    }
    if player.loading.skipsToFirstMedia { skipToFirstMedia(place, showing: shown) }
    if discardsSegments {
      lanes[number].work.ahead.append(
        QueuedSegment(level: level, segment: place, declared: declared, end: shown.end))
    }
    segments.append(
      LoadedSegment(
        lane: number, level: level, segment: place, begun: begun.wallTime, wallTime: wallTime,
        playhead: begun.playhead, shown: shown, bytes: bytes,
        isReplacement: isReplacement, damage: damage))
    if number == 0, player.loading.holdsAudioAhead {
      releaseAudio(after: previousEnd, at: wallTime)
    }
  }

  /// Tells the rule of a download that ended at `wallTime`.
  mutating func tellRule(
    of finished: RunningRequest, bytes: Int64, isAbandoned: Bool = false,
    at wallTime: WallTime
  ) {
    let errand = traffic.errand(of: finished)
    var duration = MediaTime.zero
    if let place = errand.segment {
      duration = ladder.lanes[errand.lane].levels[errand.level].segments[place].duration
    }
    // Of a segment that is as short as what the player looks into, nothing is left to wait for.
    let isShort = errand.content == .segment && lanes[errand.lane].probe.stage == .goingOn
    let counted = isShort ? wallTime : lanes[errand.lane].probe.countedFrom
    var sent = (errand.content == .segment ? counted : nil) ?? finished.sent
    var (first, bytes) = (finished.firstByte, bytes)
    var throughput: Double?
    if let place = errand.segment, comesInChunks, !isAbandoned {
      // A rule sees the whole segment, without the time in which its server had nothing to send.
      let isFirst =
        lanes[errand.lane].lane.levels[errand.level].segments[place].partNumber == 0
      if isFirst {
        lanes[errand.lane].media.chunks = .init(sent: sent, latency: max(.zero, first - sent))
      }
      lanes[errand.lane].media.chunks.add(
        bytes: bytes, lasting: duration, from: first, to: wallTime)
      guard isLastChunk(place, of: errand) else { return }
      let chunks = lanes[errand.lane].media.chunks
      (bytes, duration) = (chunks.bytes, chunks.duration)
      throughput = chunks.throughput(at: wallTime)
      first = wallTime - chunks.time
      sent = max(.zero, first - chunks.latency)
    }
    let time = isAbandoned ? .zero : processingTime(of: errand, lane: errand.lane)
    let seen = seenTimes(of: errand, first: max(sent, min(first, wallTime)), last: wallTime)
    var download = Download(
      errand.content, lane: ladder.lanes[errand.lane].kind, level: errand.level,
      segment: errand.segment, bytes: bytes, mediaDuration: duration,
      sent: sent, firstByte: seen.first, end: seen.last,
      processed: max(seen.last, wallTime + time), isAbandoned: isAbandoned,
      isPart: errand.endOffset != nil && live?.isInParts != true,
      isInChunks: errand.segment != nil && comesInChunks)
    download.chunkThroughput = throughput
    download.isInRun = isLive && !isAbandoned && runGoesOn(after: errand, at: wallTime)
    ask(about: errand.lane, at: wallTime) { $0.downloaded(download, $1) }
  }
}
