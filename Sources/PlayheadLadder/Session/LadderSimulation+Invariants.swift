import PlayheadModel

/// What holds after every step, of which tests make sure, and debug builds after some.
extension LadderSimulation {
  /// The first invariant that does not hold after a step that began at `wallTime`, in words; `nil`
  /// if all do.
  func brokenInvariant(since wallTime: WallTime) -> String? {
    if glance.wallTime < wallTime { return "wall time goes back" }
    if glance.wallTime > limit { return "the session goes on behind its limit" }
    if !traffic.isConsistent { return "requests in flight and their number differ" }
    if let problem = brokenPlayback { return problem }
    for number in lanes.indices {
      if let problem = lanes[number].brokenInvariant { return "lane \(number): \(problem)" }
      // A player that has stopped, or a session that has ended, leaves all as it was.
      guard !hasStopped, endReason == nil else { continue }
      if let problem = brokenWork(of: number) { return "lane \(number): \(problem)" }
    }
    return nil
  }

  /// The playhead moves only over what is loaded.
  private var brokenPlayback: String? {
    guard isPlaying, !glance.isPictureFrozen, endReason == nil else { return nil }
    let isLoaded = loadedRange(around: glance.currentTime) != nil
    return isLoaded || glance.currentTime >= ladder.duration ? nil : "plays what is not loaded"
  }

  /// What a lane does, and what is in flight for it, tell the same.
  private func brokenWork(of number: Int) -> String? {
    let isLoading = traffic.isLoadingSegment(of: number, on: channel(of: number))
    let isAsking = !lanes[number].work.job.queue.isEmpty
    let isHeld = lanes[number].work.job.waitingSegment != nil
    switch lanes[number].work.phase {
    case .fetching:
      if isAsking || isHeld || isLoading || isAtGap(number) { return nil }
      return traffic.isRunning(lane: number) || lanes[number].keys.awaited != nil
        ? nil : "fetches nothing"
    case .delaying:
      if isLoading { return "loads while it delays that" }
      return isAsking || isAtGap(number) ? nil : "delays nothing"
    case .failing(let failed, _):
      let level = lanes[number].level ?? 0
      if isLoading || isAsking { return "loads what has failed" }
      return lanes[number].lane.levels[level].segments.indices.contains(failed.place)
        ? nil : "a segment has failed that is none"
    case .idle, .waiting:
      if isLoading, !lanes[number].work.isOpeningBeside { return "loads without its job" }
      if isAsking, lanes[number].work.chosenDelay == nil, lanes[number].work.pending == nil {
        return "has a queue without a job"
      }
      return nil
    case .finished:
      return isLoading || isAsking ? "has finished with something to load" : nil
    }
  }

  /// Whether the next segment of a lane is marked as a gap, for which nothing is fetched.
  private func isAtGap(_ number: Int) -> Bool {
    guard let level = lanes[number].level, let place = lanes[number].segment(of: level)
    else { return false }
    return lanes[number].lane.levels[level].segments[place].isGap
  }
}

extension LaneState {
  /// The first invariant of the lane by itself that does not hold, in words; `nil` if all do.
  fileprivate var brokenInvariant: String? {
    let ranges = media.loaded.ranges
    for place in ranges.indices.dropFirst() where ranges[place].start <= ranges[place - 1].end {
      return "loaded ranges touch or are out of order"
    }
    if (media.begun.parts > 0) != (media.begun.first != nil) { return "begins without a part" }
    if position < .zero { return "loads from before the start" }
    if let level, !lane.levels.indices.contains(level) { return "is at a level that is none" }
    if work.isOpeningBeside, work.pending == nil { return "opens a level for no decision" }
    if isFinished || isFetching, work.chosenDelay != nil { return "delays what it fetches" }
    if keys.awaited != nil, !hasKeys { return "awaits a key without any" }
    for (level, count) in documents.counts {
      let all = (lane.levels[level].playlist == nil ? 0 : 1) + lane.levels[level].indexes.count
      if count < 1 || count >= all { return "\(count) of \(all) documents are some" }
    }
    return brokenCourse ?? brokenQueue
  }

  /// Where it loads next is where the segment before ends, unless it has jumped or gone back.
  private var brokenCourse: String? {
    guard !course.hasJumped, course.replacedEnd == .zero, course.nextPlace > 0, lane.isAligned
    else { return nil }
    let end = lane.levels[0].segments[course.nextPlace - 1].declared.end
    return position < end ? "loads again what is in" : nil
  }

  /// A job is one segment of the level, with what it needs.
  private var brokenQueue: String? {
    guard !work.job.queue.isEmpty else { return nil }
    var count = 0
    for errand in work.job.queue {
      if errand.lane != number { return "asks for another lane" }
      if errand.content == .segment { count += 1 }
    }
    return count > 1 ? "asks for several segments" : nil
  }
}
