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

  /// The segment that a lane has loaded, or comes to, cannot be played.
  mutating func fail(_ number: Int, _ kind: SegmentFailure.Kind, _ left: Surplus?) {
    guard givenUp == nil, let job = lanes[number].job else { return }
    let rule = loading.failures[kind]
    lanes[number].failures[job.level, default: 0] += 1
    failuresInARow += 1
    let count = rule.countsAllFailures ? failuresInARow : lanes[number].failures[job.level] ?? 0
    let others = lanes[number].lane.levels.indices.filter {
      $0 != job.level && (lanes[number].leftOut[$0] ?? 0) <= now
        && lanes[number].segment(of: $0) != nil
    }
    let mayFallBack = rule.fallback != nil && lanes[number].lane.levels.count > 1 && !others.isEmpty
    if count < (mayFallBack ? rule.attempts : rule.lastAttempts) {
      let delay = Self.delay(rule.retryDelay, count)
      record.fail(self, number, job, kind, count, "again after \(delay)")
      take(number, job.segment, job.level, after: delay, delay == 0 ? left : nil)
    } else if mayFallBack, let fallback = rule.fallback {
      fallBack(number, kind, count, fallback, among: others, left)
    } else {
      let outcome = job.segment == 0 ? rule.outcomeAtStart ?? rule.outcome : rule.outcome
      let delay = rule.lastDelay.nanoseconds
      record.fail(self, number, job, kind, count, "\(outcome) after \(delay)")
      if delay == 0 {
        give(up: number, outcome)
      } else {
        take(number, job.segment, job.level, after: delay)
        lanes[number].job?.outcome = outcome
      }
    }
  }

  private mutating func fallBack(
    _ number: Int, _ kind: SegmentFailure.Kind, _ count: Int, _ fallback: LevelFallback,
    among others: [Int], _ left: Surplus?
  ) {
    guard let job = lanes[number].job else { return }
    var level = others.filter { $0 < job.level }.max() ?? others.min() ?? 0
    if fallback.order == .downwards, !others.contains(where: { $0 < job.level }) {
      level = others.max() ?? 0
    }
    record.fail(self, number, job, kind, count, "level \(level)")
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
    let delay = fallback.delay.nanoseconds
    take(number, segment, level, after: delay, delay == 0 ? left : nil)
  }

  private static func delay(_ delay: RetryDelay, _ failures: Int) -> Int64 {
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
    case .elapses: finish(number)
    case .leavesHole:
      lanes[number].job = nil
      lanes[number].failures = [:]
      lanes[number].position = max(lanes[number].position, segment.declared.end.nanoseconds)
      lanes[number].completion = max(now, lanes[number].busy)
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
    guard let jump = loading.gapJump, isOpened, endReason == nil, playhead < duration, let hole
    else { return nil }
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
    guard jumpTime != nil, let hole else {
      holeSince = nil
      return false
    }
    if !isPlaying { holeSince = holeSince ?? now }
    guard let time = jumpTime, time <= now,
      hasStarted || lanes.allSatisfy(\.showsSomething)
    else { return false }
    holeSince = nil
    let target = min(hole.end + jump.landing.nanoseconds, duration)
    record.jumps.append("jump at \(now) from \(playhead) to \(target)")
    playhead = target
    (playedUntil, clock) = (-1, nil)
    for number in lanes.indices { lanes[number].poll = nil }
    watch()
    return true
  }
}
