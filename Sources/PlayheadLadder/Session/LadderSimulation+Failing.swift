import PlayheadModel

/// Segments that the player cannot play.
extension LadderSimulation {
  /// The segment of a lane that it is about to take in, or that it passes over, cannot be played,
  /// or not all of it, or `content` that it needs cannot be had.
  mutating func fail(
    _ place: Int, of level: Int, lane number: Int, _ kind: SegmentFailure.Kind,
    of content: Download.Content = .segment, why reason: String, at wallTime: WallTime
  ) {
    guard !hasStopped else { return }
    let rules = player.loading.failures
    let rule = rules.rule(for: content, kind, isFirst: !lanes[number].documents.hasOpened)
    // What has no rules of its own counts as the segment.
    let isOwn = rules.documents[content] != nil
    let attempts = lanes[number].noteFailure(of: isOwn ? content : .segment, at: level)
    if !isOwn || rule.countsAllFailures { failureCount += 1 }
    let failures = rule.countsAllFailures ? failureCount : attempts
    let response = response(
      to: failures, at: level, of: number, by: rule, isFirst: place == 0, wallTime)
    note(
      kind, reason, of: place, content, level: level, lane: number, attempt: failures, response,
      at: wallTime)
    switch response {
    case .retry(let delay):
      if let use = rule.copies, use.reach == .attempt {
        let copies = ladder.lanes[number].levels[level].copies
        turn(number, level: level, to: attempts % (copies.count + 1), for: use.reach)
      }
      lanes[number].fetchAgain(
        place, of: level, by: fetching, after: delay, at: wallTime)
    case .copy(let copy):
      if lanes[number].copies.next != nil {
        settleCopies(of: number)
      } else {
        turn(number, level: level, to: copy, for: rule.copies?.reach ?? .level)
      }
      lanes[number].fetchAgain(
        place, of: level, by: fetching, after: .zero, at: wallTime)
    case .fallback(let other):
      fallBack(from: level, to: other, lane: number, by: rule, at: wallTime)
    case .outcome(let outcome, let delay):
      if kind == .truncated { takeTruncated(place, of: level, lane: number, at: wallTime) }
      let failed = LaneState.Failed(
        place: place, kind: kind, content: content, reason: reason, outcome: outcome)
      if delay > .zero {
        // What an earlier wait left of its nanosecond is not left of this one.
        lanes[number].timing.waitCredit = nil
        lanes[number].work.phase = .failing(failed, until: wallTime + delay)
      } else {
        give(up: failed, lane: number, at: wallTime)
      }
    }
  }

  /// Notes that `content` failed, which segment `place` needs.
  mutating func note(
    _ kind: SegmentFailure.Kind, _ reason: String, of place: Int,
    _ content: Download.Content = .segment, level: Int, lane: Int,
    attempt: Int, _ response: SegmentFailure.Response, at wallTime: WallTime
  ) {
    failures.append(
      SegmentFailure(
        wallTime: wallTime, playhead: playhead(at: wallTime), lane: lane, level: level,
        segment: place, content: content,
        shown: lanes[lane].lane.levels[level].segments[place].shown, kind: kind,
        reason: reason, attempt: attempt, response: response))
  }

  private func response(
    to failures: Int, at level: Int, of number: Int, by rule: SegmentFailureRule, isFirst: Bool,
    _ wallTime: WallTime
  ) -> SegmentFailure.Response {
    let other = nextLevel(after: level, of: number, by: rule, at: wallTime)
    // What is left of a server that another lane has turned away from, is left at once.
    if let copy = lanes[number].copies.next { return .copy(number: copy) }
    let copy = nextCopy(of: level, lane: number, by: rule)
    let attempts = other == nil && copy == nil ? rule.lastAttempts : rule.attempts
    if failures < attempts { return .retry(delay: rule.retryDelay.delay(after: failures)) }
    if let copy, other == nil || rule.copies?.order == .copiesFirst {
      return .copy(number: copy)
    }
    if let other { return .fallback(level: other) }
    let outcome = isFirst ? rule.outcomeAtStart ?? rule.outcome : rule.outcome
    return .outcome(outcome, delay: rule.lastDelay)
  }

  /// The level that a lane turns to after one that fails; `nil` if none is left.
  func nextLevel(
    after level: Int, of number: Int, by rule: SegmentFailureRule, at wallTime: WallTime
  ) -> Int? {
    guard let fallback = rule.fallback, lanes[number].isAdaptive else { return nil }
    let others = (0..<lanes[number].levelCount).filter { other in
      other != level && !lanes[number].isExcluded(other, at: wallTime)
        && lanes[number].segment(of: other) != nil
    }
    switch fallback.order {
    case .downwards: return others.last { $0 < level } ?? others.last
    case .byRule: return others.last { $0 < level } ?? others.first
    }
  }

  private mutating func fallBack(
    from level: Int, to other: Int, lane number: Int, by rule: SegmentFailureRule,
    at wallTime: WallTime
  ) {
    let fallback = rule.fallback
    lanes[number].exclude(level, until: fallback?.exclusion.map { wallTime + $0 } ?? .bound)
    observe(number, at: wallTime)
    var decision = Decision(
      level: other, reason: "level \(level) fails", delay: fallback?.delay ?? .zero)
    if fallback?.order == .byRule {
      decision.level = decide(lane: number, at: wallTime).level
    }
    lineUp(
      decision, lane: number, bufferLevel: lanes[number].observation.bufferLevel,
      isAbandonment: false, at: wallTime)
  }

  /// What the rule decides, among the levels that are not left out.
  mutating func decide(lane number: Int, at wallTime: WallTime) -> Decision {
    var decision = ask(about: number, at: wallTime) { $0.decide($1) }
    let level = min(max(decision.level, 0), lanes[number].levelCount - 1)
    // To ask a lane with nothing left out would copy it.
    decision.level =
      lanes[number].failures.exclusions.isEmpty
      ? level : lanes[number].permitted(level, at: wallTime)
    return decision
  }

  /// Does what the player does in the end about a segment.
  mutating func give(up failed: LaneState.Failed, lane number: Int, at wallTime: WallTime) {
    lanes[number].work.job = LaneState.Job()
    lanes[number].work.phase = .idle
    if failed.kind != .gap {
      turn = (number + 1) % lanes.count
      if player.loading.looksAtAllLanes { wakeLanes() }
    }
    switch failed.outcome {
    case .elapses:
      let segment = lanes[number].lane.levels[lanes[number].level ?? 0].segments[failed.place]
      take(
        failed.place, lane: number,
        bytes: segment.isGap || failed.hasNothing ? 0 : segment.resource.bytes,
        damage: failed.reason, at: wallTime)
      noticeLoaded(at: wallTime)
    case .leavesHole, .failsNext:
      lanes[number].pass(failed.place, at: wallTime)
      if failed.outcome == .failsNext { lanes[number].failures.awaitsRest = true }
      guard nextSegment(of: number) == nil else { break }
      hasLeftEnd = true
      if number == 0, player.loading.holdsAudioAhead {
        releaseAudio(after: lanes[0].media.latestEnd, at: wallTime)
      }
    case .stopsLoading, .stopsWithError, .fails:
      for lane in lanes.indices { lanes[lane].work.phase = .finished }
      hasStopped = true
      hasError = failed.outcome != .stopsLoading
      if failed.outcome == .fails { fail(at: wallTime) }
    }
  }

  // MARK: Indexes

  /// Ends playback with an error if `errand` brings an index that refers to further ones, which the
  /// player does not read; returns whether it does.
  mutating func failsToRead(_ errand: Errand, at wallTime: WallTime) -> Bool {
    let level = lanes[errand.lane].lane.levels[errand.level]
    guard !player.loading.readsNestedIndexes, level.nestedIndexCount > 0, !hasStopped,
      errand.number + 1 == level.indexes.count - level.nestedIndexCount
    else { return false }
    let reason = "its segment index refers to further ones, which the player does not read"
    note(
      .unreadable, reason, of: 0, level: errand.level, lane: errand.lane, attempt: 1,
      .outcome(.fails, delay: .zero), at: wallTime)
    let failed = LaneState.Failed(place: 0, kind: .unreadable, reason: reason, outcome: .fails)
    give(up: failed, lane: errand.lane, at: wallTime)
    return true
  }

  // MARK: Segments that end early

  /// Whether what there is of a segment counts as loaded.
  func isUsable(_ segment: LadderSegment) -> Bool {
    segment.damage == nil
      || segment.isTruncated && player.loading.failures.truncatedOutcome != .elapses
  }

  /// The media time that a segment takes that is taken in: of one that ends early, all of it where
  /// that `elapses`, or what there is does not count.
  func timeTaken(
    by place: Int, of level: Int, lane number: Int, elapses: Bool
  ) -> TimeRange {
    // A whole segment takes longer to copy than what is asked of it.
    guard lanes[number].lane.levels[level].segments[place].isTruncated else {
      return lanes[number].lane.levels[level].segments[place].shown
    }
    let segment = lanes[number].lane.levels[level].segments[place]
    return isUsable(segment) && !elapses ? segment.shown : segment.declared
  }

  /// Takes in what there is of a segment that ends early, if that counts.
  private mutating func takeTruncated(
    _ place: Int, of level: Int, lane number: Int, at wallTime: WallTime
  ) {
    let segment = lanes[number].lane.levels[level].segments[place]
    guard segment.isTruncated, isUsable(segment), segment.measured != nil else { return }
    lanes[number].media.hasAny = true
    take(place, lane: number, bytes: segment.resource.bytes, damage: nil, at: wallTime)
  }

  /// Ends playback with an error as segment `place` is in behind one that ends early.
  mutating func failBehindTruncated(
    _ place: Int, of level: Int, lane number: Int, at wallTime: WallTime
  ) {
    let reason = "it is taken for the rest of the segment before it"
    note(
      .truncated, reason, of: place, level: level, lane: number, attempt: 1,
      .outcome(.fails, delay: .zero), at: wallTime)
    let failed = LaneState.Failed(place: place, kind: .truncated, reason: reason, outcome: .fails)
    give(up: failed, lane: number, at: wallTime)
  }
}
