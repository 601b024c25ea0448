import PlayheadModel

/// The search of MPC over all choices of levels for the next segments.
struct MPCPlan {
  private let lane: LadderLane
  private let throughput: Double
  private let start: Situation
  /// The number of the next segment, if it is that of every level.
  private let first: Int?
  private var best: (first: Int, value: Double)?

  /// Where a plan stands after some segments.
  private struct Situation {
    var position: MediaTime
    var level: Int
    var buffer: Double
    var stalled = 0.0
    var rates: Double = 0
    var changes: Double = 0
  }

  init(_ observation: Observation, throughput: Double) {
    lane = observation.lane
    self.throughput = throughput
    start = Situation(
      position: observation.position, level: observation.lastLevel ?? 0,
      buffer: observation.bufferSeconds)
    first = lane.isAligned ? lane.segment(at: observation.position, level: 0) : nil
  }

  /// The first level of the best plan; of equals, that of the last in lexicographic order.
  mutating func bestFirstLevel(horizon: Int) -> Int {
    best = nil
    extend(start, from: nil, left: horizon, horizon: horizon)
    return best?.first ?? start.level
  }

  /// Tries all plans that begin with `situation`, the highest levels first.
  private mutating func extend(
    _ situation: Situation, from chosen: Int?, left: Int, horizon: Int
  ) {
    let value =
      situation.rates / 1e6 - SessionScore.linearStallCost * situation.stalled
      - situation.changes / 1e6
    // No plan gains more than the highest level throughout, but for rounding.
    let gain = Double(left) * lane.levels[lane.levels.count - 1].bitsPerSecond / 1e6
    if let best, value + gain + 1e-6 < best.value { return }
    var isLast = true
    if left > 0 {
      for level in lane.levels.indices.reversed() {
        guard let segment = segment(of: level, at: situation, after: horizon - left) else {
          continue
        }
        isLast = false
        let next = loaded(segment, of: level, in: situation)
        extend(next, from: chosen ?? level, left: left - 1, horizon: horizon)
      }
    }
    if isLast, let chosen, value > best?.value ?? -.infinity { best = (chosen, value) }
  }

  private func segment(
    of level: Int, at situation: Situation, after count: Int
  ) -> LadderSegment? {
    let segments = lane.levels[level].segments
    if let first { return first + count < segments.count ? segments[first + count] : nil }
    return lane.segment(at: situation.position, level: level).map { segments[$0] }
  }

  /// `situation` after `segment` has been loaded.
  private func loaded(
    _ segment: LadderSegment, of level: Int, in situation: Situation
  ) -> Situation {
    var next = situation
    let time = 8 * Double(segment.resource.bytes) / throughput
    if next.buffer < time {
      next.stalled += time - next.buffer
      next.buffer = 0
    } else {
      next.buffer -= time
    }
    next.buffer += segment.duration.seconds
    next.position = segment.declared.end
    let rate = lane.levels[level].bitsPerSecond
    next.rates += rate
    next.changes += abs(rate - lane.levels[situation.level].bitsPerSecond)
    next.level = level
    return next
  }
}
