import PlayheadModel

/// Whether there is room in the buffer, and when there is again.
extension LadderSimulation {
  /// How far ahead a lane loads.
  @inline(__always)
  func goalLength(of number: Int) -> MediaTime {
    commonGoal ?? ownGoalLength(of: number)
  }

  private func ownGoalLength(of number: Int) -> MediaTime {
    let level = lanes[number].level ?? 0
    return player.loading.goal.length(
      for: lanes[number].lane.levels[level], isTop: level == lanes[number].levelCount - 1,
      duration: ladder.duration)
  }

  /// Whether a lane is audio whose goal is by how far video is loaded.
  func followsVideo(_ number: Int) -> Bool { number > 0 && player.loading.audioGoal != nil }

  /// Where the playhead is as far as loading goes: a player that will start behind what it
  /// abandoned has not moved yet.
  private var loadingPlayhead: MediaTime {
    guard let place = live?.abandonedStart, !glance.hasStarted else { return glance.currentTime }
    return place
  }

  /// Where the playhead is for all that a lane's player knows at `wallTime`: where its media
  /// element has told it that it is, or where it looked when it last appended something.
  ///
  /// Not at the edge of a live event, whose recorded sessions agree less with it.
  private func reportedPlayhead(for number: Int, at wallTime: WallTime) -> MediaTime {
    guard let interval = player.loading.levelReportInterval, isPlaying, !isLive,
      let since = reportsSince, since < wallTime
    else { return loadingPlayhead }
    let age = (wallTime - since).nanoseconds % interval.nanoseconds
    let latest = max(wallTime - WallTime(nanoseconds: age), lanes[number].timing.lastCompletion)
    guard latest < wallTime else { return loadingPlayhead }
    let played = MediaTime.played(in: wallTime - latest, at: glance.rate)
    return max(.zero, loadingPlayhead - played)
  }

  /// Whether a lane has room for `segment` of its level; has it wait if it has not.
  mutating func hasRoom(_ number: Int, for segment: Int, at wallTime: WallTime) -> Bool {
    let level = lanes[number].level ?? 0
    let playhead = reportedPlayhead(for: number, at: wallTime)
    let ahead =
      player.loading.gapJump == nil
      ? lanes[number].loadedEnd(from: playhead) - playhead
      : lanes[number].loadedLength(from: playhead)
    let duration = lanes[number].lane.levels[level].segments[segment].duration
    if followsVideo(number), let lead = player.loading.audioGoal {
      let video = lanes[0].loadedEnd(from: playhead) - playhead
      let first = firstDuration(of: number, level: level)
      if seen(ahead) < max(seen(video) + lead, first) { return true }
      // Video drains as audio does, so that only the bound of one segment is ever met by that.
      // Chunks are waited for by levels that are seen in milliseconds.
      let step: MediaTime = comesInChunks ? .milliseconds(1) : .resolution
      wait(number, ahead: ahead, draining: ahead - first + step, at: wallTime)
      return false
    }
    let length = goalLength(of: number)
    let isNextCounted = player.loading.goal.includesNextSegment
    let wanted = isNextCounted ? ahead + duration : ahead
    // A segment longer than the goal waits for the empty buffer.
    let isFull = isNextCounted ? wanted > length && ahead > .zero : wanted >= length
    if case .after(let level) = player.loading.goal.resumption {
      lanes[number].work.isDraining = isFull || lanes[number].work.isDraining && ahead > level
    }
    guard isFull || lanes[number].work.isDraining else { return true }
    // A buffer of exactly the goal is enough; of the next segment it has to fit.
    let excess = wanted - length
    wait(
      number, ahead: ahead, draining: isNextCounted ? excess : excess + .resolution, at: wallTime)
    return false
  }

  /// The length of the first segment of a lane's level in the period of the next one: dash.js takes
  /// it for that of all (`calcSegmentDuration` of `src/dash/models/DashManifestModel.js`).
  private func firstDuration(of number: Int, level: Int) -> MediaTime {
    let levels = lanes[number].lane.levels
    // Of one in chunks, it is that of the whole segment.
    if comesInChunks { return levels[level].liveTargetDuration }
    let first = lanes[number].lane.segment(at: lanes[number].periodStart, level: level) ?? 0
    return levels[level].segments[first].duration
  }

  /// A buffer level as a player sees it that looks at it from time to time: dash.js rounds it to
  /// milliseconds (`getCurrentBufferLevel` of `src/dash/DashMetrics.js`).
  private func seen(_ bufferLevel: MediaTime) -> MediaTime {
    guard player.loading.goal.isPolled else { return bufferLevel }
    let step: Int64 = 1_000_000
    return MediaTime(nanoseconds: (bufferLevel.nanoseconds + step / 2) / step * step)
  }

  /// Whether a lane is loaded so far beyond another one that it waits for it; has it wait.
  mutating func waitsForOthers(_ number: Int, at wallTime: WallTime) -> Bool {
    guard let longest = longestRunAhead, let wait = player.loading.runAheadWait else {
      return false
    }
    // One that is loaded to the end does not count.
    let others = lanes.indices.filter { $0 != number && nextSegment(of: $0) != nil }
    guard let least = others.map({ lanes[$0].position }).min(),
      lanes[number].position - least >= longest
    else { return false }
    let due = wallTime + wait
    lanes[number].timing.waitCredit = nil
    lanes[number].work.phase = .waiting(until: due + timerDelay(of: number, at: due))
    return true
  }

  /// Has a lane with `ahead` loaded ahead of the playhead, which is enough, wait until `media` of
  /// that are played.
  private mutating func wait(
    _ number: Int, ahead: MediaTime, draining media: MediaTime, at wallTime: WallTime
  ) {
    let followsVideo = followsVideo(number)
    // In chunks, dash.js looks all the time (`lowLatencyTimeout`, `src/core/Settings.js`).
    if case .polling(let interval) = player.loading.goal.resumption, !comesInChunks,
      isPlaying || followsVideo && traffic.isWaiting
    {
      lanes[number].timing.waitCredit = nil
      let passed = (wallTime - lanes[number].timing.lastCompletion).nanoseconds
      let next = (passed / interval.nanoseconds + 1) * interval.nanoseconds
      let due = lanes[number].timing.lastCompletion + WallTime(nanoseconds: next)
      lanes[number].work.phase = .waiting(until: due + timerDelay(of: number, at: due))
      return
    }
    guard isPlaying else {
      // Nothing drains until something else happens.
      lanes[number].work.phase = .idle
      return
    }
    // Timers tick at whole nanoseconds, but the playhead may be between two.
    lanes[number].timing.waitCredit = clockCredit
    let drained = max(comesInChunks ? .milliseconds(1) : .resolution, min(media, ahead))
    switch player.loading.goal.resumption {
    case .after(let level) where !followsVideo:
      lanes[number].work.phase = .waiting(until: timeOf(draining: max(ahead - level, drained)))
    case .atOnce, .after, .polling:
      lanes[number].work.phase = .waiting(until: timeOf(draining: drained))
    }
  }

  /// When the player has played `media` more.
  private func timeOf(draining media: MediaTime) -> WallTime {
    glance.wallTime(reaching: glance.currentTime + media) ?? .bound
  }
}
