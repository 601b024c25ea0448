import PlayheadKit
import PlayheadLadder

extension OracleLane {
  /// The level that is taken for `level` while levels are left out: one below, or else one above.
  func allowed(_ level: Int, at time: Int64) -> Int {
    let order = [level] + (0..<level).reversed() + (level + 1..<max(level + 1, lane.levels.count))
    return order.first { time >= leftOut[$0] ?? 0 } ?? level
  }

  /// The media that is loaded behind `time`, hole by hole.
  func length(behind time: Int64, tolerance: Int64) -> Int64 {
    pieces(tolerance).reduce(0) { $0 + max(0, $1.end - max($1.start, time)) }
  }
}

extension LadderOracle {
  /// What counts as loaded ahead of a lane that looks for room.
  func ahead(_ number: Int) -> Int64 {
    guard loading.gapJump != nil else { return laneLevel(number) }
    return lanes[number].length(behind: playhead, tolerance: loading.gapTolerance.nanoseconds)
  }

  /// Whether anything of a segment counts as loaded.
  func hasUse(_ segment: LadderSegment) -> Bool {
    if segment.damage == nil { return true }
    return segment.isTruncated && loading.failures.truncatedOutcome != .elapses
  }

  /// A lane has all of its segment; whether it can be played.
  mutating func takeIn(_ number: Int, _ left: Surplus?) -> Bool {
    guard let job = lanes[number].job else { return false }
    let segment = lanes[number].lane.levels[job.level].segments[job.segment]
    if lanes[number].isBehindTruncated, segment.resource.bytes > 0 {
      record.fail(self, number, job, .truncated, 1, "\(SegmentFailureRule.Outcome.fails) after 0")
      give(up: number, .fails)
      return false
    }
    guard segment.damage != nil else {
      finish(number)
      return true
    }
    let isMissing = segment.resource.bytes == 0
    fail(number, isMissing ? .missing : segment.isTruncated ? .truncated : .unreadable, left)
    return false
  }

  /// What is there of a segment that ends early is loaded.
  private mutating func loadTruncated(_ number: Int, _ job: OracleLane.Job) {
    let segment = lanes[number].lane.levels[job.level].segments[job.segment]
    guard hasUse(segment), segment.measured != nil else { return }
    record.load(self, number, job)
    lanes[number].partial = nil
    lanes[number].job?.begun = nil
    let previous = lanes[number].latestEnd
    lanes[number].load(
      job.segment, of: job.level, showing: segment.shown, counts: true,
      fills: loading.fillsTransportStreams, until: duration)
    lanes[number].completion = max(now, lanes[number].busy)
    if number == 0, loading.holdsAudioAhead { release(after: previous) }
  }

  /// Ends the media at the end of what is loaded, once that is all that comes; whether it does.
  mutating func endMedia() -> Bool {
    guard leftEnd, !isMediaOver, loading.gapJump != nil, givenUp == nil else { return false }
    let ends = lanes.compactMap { lane -> Int64? in
      guard lane.job == nil,
        lane.position >= duration || lane.segment(of: lane.lastLevel ?? 0) == nil
      else { return nil }
      return lane.pieces(loading.gapTolerance.nanoseconds).last?.end
    }
    guard ends.count == lanes.count, let last = ends.max() else { return false }
    isMediaOver = true
    for number in lanes.indices where ends[number] < duration {
      lanes[number].loaded.append((ends[number], duration))
    }
    if last < duration { mediaEnd = last }
    return true
  }

  /// The segment that a lane has loaded, or comes to, cannot be played, or not all of it, or what
  /// it needs cannot be had.
  mutating func fail(
    _ number: Int, _ kind: SegmentFailure.Kind, of content: Download.Content = .segment,
    _ left: Surplus?
  ) {
    guard givenUp == nil, let job = lanes[number].job else { return }
    let (rule, isOwn) = rule(for: content, kind, lane: number)
    var own = 0
    if isOwn {
      lanes[number].documentFailures[content, default: [:]][job.level, default: 0] += 1
      own = lanes[number].documentFailures[content]?[job.level] ?? 0
    } else {
      lanes[number].failures[job.level, default: 0] += 1
      own = lanes[number].failures[job.level] ?? 0
    }
    if !isOwn || rule.countsAllFailures { failuresInARow += 1 }
    let count = rule.countsAllFailures ? failuresInARow : own
    let others = lanes[number].lane.levels.indices.filter {
      $0 != job.level && (lanes[number].leftOut[$0] ?? 0) <= now
        && lanes[number].segment(of: $0) != nil
    }
    let mayFallBack = rule.fallback != nil && lanes[number].lane.levels.count > 1 && !others.isEmpty
    let followed = lanes[number].nextCopy
    let copy = followed ?? copy(after: job, number, rule)
    if followed != nil {
      record.fail(self, number, job, kind, of: content, count, "copy \(copy ?? 0)")
      endAttempts(number)
      take(number, job.segment, job.level, after: 0, left)
    } else if count < (mayFallBack || copy != nil ? rule.attempts : rule.lastAttempts) {
      let delay = Self.delay(rule.retryDelay, count)
      record.fail(self, number, job, kind, of: content, count, "again after \(delay)")
      if let use = rule.copies, use.reach == .attempt {
        let servers = scenario.ladder.lanes[number].levels[job.level].copies.count + 1
        turn(to: own % servers, job, number, use)
      }
      take(number, job.segment, job.level, after: delay, delay == 0 ? left : nil)
    } else if let copy, let use = rule.copies, use.order == .copiesFirst || !mayFallBack {
      record.fail(self, number, job, kind, of: content, count, "copy \(copy)")
      turn(to: copy, job, number, use)
      take(number, job.segment, job.level, after: 0, left)
    } else if mayFallBack, let fallback = rule.fallback {
      fallBack(number, kind, content, count, fallback, among: others, left)
    } else {
      let outcome = job.segment == 0 ? rule.outcomeAtStart ?? rule.outcome : rule.outcome
      let delay = rule.lastDelay.nanoseconds
      record.fail(self, number, job, kind, of: content, count, "\(outcome) after \(delay)")
      if kind == .truncated { loadTruncated(number, job) }
      if delay == 0 {
        give(up: number, outcome)
      } else {
        take(number, job.segment, job.level, after: delay)
        lanes[number].job?.outcome = outcome
      }
    }
  }

  private mutating func fallBack(
    _ number: Int, _ kind: SegmentFailure.Kind, _ content: Download.Content, _ count: Int,
    _ fallback: LevelFallback,
    among others: [Int], _ left: Surplus?
  ) {
    guard let job = lanes[number].job else { return }
    var level = others.filter { $0 < job.level }.max() ?? others.min() ?? 0
    if fallback.order == .downwards, !others.contains(where: { $0 < job.level }) {
      level = others.max() ?? 0
    }
    record.fail(self, number, job, kind, of: content, count, "level \(level)")
    lanes[number].leftOut[job.level] = fallback.exclusion.map { now + $0.nanoseconds } ?? .max
    if fallback.order == .byRule {
      let choices = scripts[number].choices
      level = lanes[number].allowed(
        choices[lanes[number].decisions % choices.count].level, at: now)
      lanes[number].decisions += 1
    }
    guard let segment = lanes[number].segment(of: level) else {
      lanes[number].job = nil
      lanes[number].position = duration
      return
    }
    record.decide(self, number, segment, level, isAbandonment: false)
    endAttempts(number)
    let delay = fallback.delay.nanoseconds
    take(number, segment, level, after: delay, delay == 0 ? left : nil)
  }

  static func delay(_ delay: RetryDelay, _ failures: Int) -> Int64 {
    switch delay {
    case .none: return 0
    case .constant(let time): return time.nanoseconds
    case .doubling(let first, let longest):
      var time = first.nanoseconds
      for _ in 1..<failures where time < longest.nanoseconds { time *= 2 }
      return min(time, longest.nanoseconds)
    case .growing(let step, let longest):
      return min(step.nanoseconds * Int64(failures - 1), longest.nanoseconds)
    }
  }

  /// Does what the player does in the end about the segment of a lane.
  mutating func give(up number: Int, _ outcome: SegmentFailureRule.Outcome) {
    guard let job = lanes[number].job else { return }
    let segment = lanes[number].lane.levels[job.level].segments[job.segment]
    if !segment.isGap { turn = (number + 1) % lanes.count }
    switch outcome {
    case .elapses: finish(number, elapses: true)
    case .leavesHole, .failsNext:
      if outcome == .failsNext { lanes[number].isBehindTruncated = true }
      lanes[number].job = nil
      (lanes[number].failures, lanes[number].documentFailures) = ([:], [:])
      lanes[number].position = max(lanes[number].position, segment.declared.end.nanoseconds)
      lanes[number].completion = max(now, lanes[number].busy)
      let hasMore =
        lanes[number].position < duration && lanes[number].segment(of: job.level) != nil
      guard !hasMore else { break }
      leftEnd = true
      if number == 0, loading.holdsAudioAhead { release(after: lanes[0].latestEnd) }
    case .stopsLoading, .stopsWithError:
      givenUp = outcome
      // What is not asked for yet never is.
      for number in lanes.indices where lanes[number].job?.requests.isEmpty == true {
        lanes[number].job = nil
      }
    case .fails:
      givenUp = outcome
      endReason = .error
    }
  }

  // MARK: Holes

  /// Where the next hole begins that nothing will fill, and where media is loaded behind it.
  private var hole: (start: Int64, end: Int64)? {
    let tolerance = loading.gapTolerance.nanoseconds
    let start = playhead + (lanes.indices.map { laneLevel($0) }.min() ?? 0)
    let pieces = lanes.map { $0.pieces(tolerance) }
    let end = pieces.joined().map(\.start).filter { time in
      time > start && time < duration
        && pieces.allSatisfy { $0.contains { $0.start <= time && time < $0.end } }
    }.min()
    guard let end else { return nil }
    for (number, lane) in lanes.enumerated() {
      let isThere = pieces[number].contains {
        $0.start <= start && start <= $0.end && $0.end >= end
      }
      guard isThere || lane.position >= end || lane.position >= duration || givenUp != nil
      else { return nil }
    }
    return (start, end)
  }

  /// When the player next jumps over a hole; `nil` if it does not.
  var jumpTime: Int64? {
    guard let jump = loading.gapJump, isOpened, endReason == nil, playhead < duration
    else { return nil }
    if let mediaEnd { return isPlaying ? now + max(0, mediaEnd - playhead) : nil }
    guard let hole else { return nil }
    let isAtHole = hasStarted || hole.start == playhead
    switch jump.moment {
    case .before(let lead):
      if isPlaying { return now + max(0, hole.start - lead.nanoseconds - playhead) }
      return isAtHole ? now : nil
    case .stalled(let reaction):
      guard !isPlaying, isAtHole else { return nil }
      return (holeSince ?? now) + reaction.nanoseconds
    }
  }

  /// Jumps over a hole, if that is due.
  mutating func jump() -> Bool {
    guard let jump = loading.gapJump else { return false }
    guard jumpTime != nil, let target = mediaEnd == nil ? hole?.end : duration else {
      holeSince = nil
      return false
    }
    if !isPlaying { holeSince = holeSince ?? now }
    guard let time = jumpTime, time <= now,
      hasStarted || lanes.allSatisfy(\.showsSomething)
    else { return false }
    holeSince = nil
    let landing = min(target + jump.landing.nanoseconds, duration)
    record.jumps.append("jump at \(now) from \(playhead) to \(landing)")
    playhead = landing
    (playedUntil, clock) = (-1, nil)
    for number in lanes.indices { lanes[number].poll = nil }
    watch()
    return true
  }
}
