import PlayheadModel

/// What of a live event the player knows, and asks for.
extension LadderSimulation {
  // MARK: Joining

  /// Whether a lane that is yet to join, or to find the segment of a decision, can go on: whether
  /// that is planned; `nil` if it is to load on.
  mutating func joins(_ number: Int, at wallTime: WallTime) -> Bool? {
    if live?.start == nil {
      // The playlist of a level comes first.
      if live?.event.addressing == .playlists, lanes[number].work.pending == nil { return nil }
      guard number == 0, join(at: wallTime) else { return false }
    }
    guard let pending = lanes[number].work.pending else { return nil }
    goBackToListed(number, of: pending.decision.level, at: wallTime)
    guard let segment = lanes[number].segment(of: pending.decision.level) else {
      lanes[number].work.phase = .finished
      return false
    }
    guard isKnown(segment, lane: number, at: wallTime, of: pending.decision.level) else {
      return !lanes[number].isIdle
    }
    lanes[number].work.pending = nil
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
    if let event = live?.event {
      live?.record.targetLatency = event.captured(at: wallTime) - start
    }
    for number in lanes.indices {
      lanes[number].jump(to: decodingStart(of: number, for: start))
    }
    place(at: start)
    return true
  }

  /// From where a lane loads to show `start`: of segments in parts, only the first can be decoded
  /// alone.
  private func decodingStart(of number: Int, for start: MediaTime) -> MediaTime {
    let level = lanes[number].work.pending?.decision.level ?? lanes[number].level ?? 0
    let segments = lanes[number].lane.levels[level].segments
    guard lanes[number].lane.levels[level].partTarget != nil,
      let place = lanes[number].lane.segment(at: start, level: level)
    else { return start }
    let first = segments[place].partNumber
    return segments[place - first].declared.start
  }

  /// Where the player joins by what it knows at `wallTime`, and how far that is from the edge, by
  /// its reckoning; `nil` if it knows of no segments.
  func joiningPlace(at wallTime: WallTime) -> (start: MediaTime, holdBack: MediaTime)? {
    guard let live else { return nil }
    let (rules, event) = (live.rules, live.event)
    let number = lanes[0].work.pending?.decision.level ?? lanes[0].level ?? 0
    let level = lanes[0].lane.levels[number]
    let known = live.known(lane: 0, level: number, at: wallTime)
    guard let last = known.last else { return nil }
    let end = level.segments[last].declared.end
    let edge = edge(known, of: number, at: wallTime)
    let holdBack = event.holdBack ?? rules.holdBack.length(in: level, listed: known)
    let increase = min(rules.stallIncrease * live.stallCount, level.liveTargetDuration)
    var start = min(edge, ladder.duration) - holdBack - increase
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
  func edge(_ known: Range<Int>, of number: Int, at wallTime: WallTime) -> MediaTime {
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

  /// Has the player start behind a segment that was abandoned before playback began, if it does.
  mutating func startBehindAbandoned(_ segment: Int, of level: Int, lane number: Int) {
    guard number == 0, live?.rules.skipsAbandonedStart == true, !glance.hasStarted else { return }
    let end = lanes[0].lane.levels[level].segments[segment].declared.end
    guard end < ladder.duration else { return }
    let before = live?.abandonedStart ?? live?.start
    live?.abandonedStart = before
    lanes[0].position = end
    place(at: end)
    live?.start = end
    live?.record.start = end
  }

  // MARK: Segments

  /// Whether the player knows of a segment of a lane's level; has the lane wait for it if it does
  /// not, or go back into the window.
  mutating func isKnown(
    _ segment: Int, lane number: Int, at wallTime: WallTime, of level: Int? = nil
  ) -> Bool {
    let level = level ?? lanes[number].level ?? 0
    guard let known = live?.known(lane: number, level: level, at: wallTime),
      live?.lacksPlaylist(of: level, lane: number) == false, !known.contains(segment),
      let state = live
    else { return true }
    if segment < known.lowerBound {
      return fallsBehind(known, level: level, lane: number, at: wallTime)
    }
    let isListedInParts =
      state.event.addressing.isListed && lanes[number].lane.levels[level].partTarget != nil
    // In chunks, dash.js looks all the time (`lowLatencyTimeout`, `src/core/Settings.js`).
    if let interval = state.rules.edgePolling, !isListedInParts, !comesInChunks {
      let passed = max(0, (wallTime - lanes[number].timing.lastCompletion).nanoseconds)
      let next = (passed / interval.nanoseconds + 1) * interval.nanoseconds
      wait(number, until: lanes[number].timing.lastCompletion + WallTime(nanoseconds: next))
    } else if !state.event.addressing.isListed {
      wait(number, until: state.publication.dueTime(of: segment, lane: number, level: level))
    } else {
      lanes[number].work.phase = .idle
    }
    return false
  }

  private mutating func wait(_ number: Int, until wallTime: WallTime) {
    lanes[number].timing.waitCredit = nil
    lanes[number].work.phase = .waiting(until: wallTime)
  }

  /// Does what the player does about a playhead whose next segment is no longer listed, once it
  /// waits for that; `false` as it does not load that.
  private mutating func fallsBehind(
    _ known: Range<Int>, level: Int, lane number: Int, at wallTime: WallTime
  ) -> Bool {
    lanes[number].work.phase = .idle
    guard number == 0, !isPlaying, let state = live else { return false }
    let target: MediaTime
    switch state.rules.behindWindow {
    case .joinsAgain:
      guard let place = joiningPlace(at: wallTime) else { return false }
      target = place.start
    case .windowStart:
      target = lanes[0].lane.levels[level].segments[known.lowerBound].declared.start
    case .fails:
      for lane in lanes.indices { lanes[lane].work.phase = .finished }
      (hasStopped, hasError) = (true, true)
      return false
    }
    jumpAlong(to: target, at: wallTime)
    return false
  }

  /// Jumps to `target`, if that is ahead.
  mutating func jumpAlong(to target: MediaTime, at wallTime: WallTime) {
    let playhead = playhead(at: wallTime)
    guard target > playhead else { return }
    live?.record.jumps.append(
      .init(wallTime: wallTime, range: TimeRange(start: playhead, end: target)))
    skipHole(to: target, at: wallTime)
    for lane in lanes.indices { aim(lane, at: target, .droppedBySeek, wallTime) }
    traffic.share(from: wallTime)
  }

  // MARK: What comes at the edge

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

  /// Whether what a lane loads next is the rest of a segment that its server sends in chunks.
  func continuesChunks(_ number: Int) -> Bool {
    live?.event.addressing.isListed == false && levelWithinSegment(of: number) != nil
  }

  /// Whether segments are sent in chunks, as these are captured.
  var comesInChunks: Bool {
    isLive && live?.isInParts == true && live?.event.addressing.isListed == false
  }

  /// Whether a chunk is the last of its segment.
  func isLastChunk(_ segment: Int, of errand: Errand) -> Bool {
    lanes[errand.lane].lane.levels[errand.level].isLastPart(segment)
  }

  /// Whether a lane of audio waits for the first media of video.
  mutating func awaitsVideo(_ number: Int, at wallTime: WallTime) -> Bool {
    guard number > 0, live?.rules.audioAwaitsVideo == true else { return false }
    let isMissing = lanes[0].media.loaded.isEmpty && !lanes[0].isFinished
    guard partRuns != nil else { return isMissing }
    return awaitsNoticedVideo(number, isMissing: isMissing, at: wallTime)
  }

  /// Whether video waits for the first media of audio apart to be appended together.
  func awaitsAudio(_ number: Int) -> Bool {
    number == 0 && lanes.count > 1 && live?.rules.audioAwaitsVideo == true
      && !lanes[0].media.loaded.isEmpty
      && lanes.indices.dropFirst().contains {
        lanes[$0].media.loaded.isEmpty && !lanes[$0].isFinished
      }
  }

  /// Whether a lane of audio keeps within its lead over video: not to load a playlist, nor at the
  /// edge, if its player runs ahead there.
  func keepsAudioLead(_ number: Int, _ wallTime: WallTime) -> Bool {
    guard let live, live.rules.audioRunsAhead else { return true }
    let own = lanes[number].level ?? 0
    guard !live.lacksPlaylist(of: own, lane: number),
      lanes[number].lane.levels[own].partTarget == nil
    else { return false }
    let position = joiningPlace(at: wallTime)?.start ?? .zero
    return lanes[number].position < position
  }

  /// What a request for `errand` brings at `wallTime`: nothing of a segment that is not there.
  mutating func published(_ errand: Errand, at wallTime: WallTime) -> Errand {
    guard let live, let segment = errand.segment else {
      return errand.content == .playlist
        ? recorded(listingAtSwitch(errand, at: wallTime), at: wallTime) : errand
    }
    let part = lanes[errand.lane].lane.levels[errand.level].segments[segment].partNumber
    if part > 0, !live.event.addressing.isListed {
      var rest = errand
      rest.continues = true
      let time = live.publication.availability(
        of: segment, lane: errand.lane, level: errand.level)
      rest.serverTime = max(.zero, time - wallTime)
      lanes[errand.lane].work.job.isRefused = false
      return rest
    }
    let isThere = live.publication.isThere(
      segment, lane: errand.lane, level: errand.level, at: wallTime)
    lanes[errand.lane].work.job.isRefused = !isThere
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
