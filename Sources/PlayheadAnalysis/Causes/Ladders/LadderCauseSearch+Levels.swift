import PlayheadLadder
import PlayheadModel

/// The least changes of levels, buffers and thresholds that remove a stall.
extension LadderCauseSearch {
  /// Lower levels for as few segments as remove the stall at `place`, each as high as does.
  ///
  /// They end at the segment that the stall waits for or, if that only moves the stall, before the
  /// one that the next stall waits for.
  mutating func lowerLevels(_ place: Int) -> LadderChange? {
    guard let reach = reach(ofLevelsBefore: place) else { return nil }
    for last in Set([reach.awaited, reach.last]).sorted() {
      var count = 1
      while true {
        let first = max(reach.first, last - count + 1)
        let segments = first...last
        if removes([.levels(atMost: 0, segments: segments, lane: reach.lane)], place) {
          return highestLevels(segments, lane: reach.lane, place)
        }
        guard first > reach.first else { break }
        count *= 2
      }
    }
    return nil
  }

  /// The highest level for `segments` that removes the stall at `place`, as the lowest one does.
  private mutating func highestLevels(
    _ segments: ClosedRange<Int>, lane: Int, _ place: Int
  ) -> LadderChange {
    let used = highestLevel(of: segments, lane: lane) ?? 1
    for level in (1..<max(1, used)).reversed() {
      let change = LadderChange.levels(atMost: level, segments: segments, lane: lane)
      if removes([change], place) { return change }
    }
    return .levels(atMost: 0, segments: segments, lane: lane)
  }

  /// All segments that may matter to the stall at `place` at the lowest level.
  func widestLevels(_ place: Int) -> [LadderChange] {
    guard let reach = reach(ofLevelsBefore: place) else { return [] }
    return [.levels(atMost: 0, segments: reach.first...reach.last, lane: reach.lane)]
  }

  /// The segments whose levels may have led to a stall, by their numbers in the lowest level.
  private struct Reach {
    var lane: Int
    /// The first since the stall before, or since the playhead jumped.
    var first: Int
    /// The one that the stall waits for.
    var awaited: Int
    /// The last before the one that the next stall waits for.
    var last: Int
  }

  /// The segments whose levels may have led to the stall at `place`; `nil` if all are at the lowest
  /// level.
  private func reach(ofLevelsBefore place: Int) -> Reach? {
    let stall = base.stalls[place]
    guard let awaited = awaited(stall) else { return nil }
    let lane = scenario.ladder.lanes[awaited.lane]
    guard lane.levels.count > 1, let number = lane.number(awaited.segment, of: awaited.level) else {
      return nil
    }
    /// The number of the segment that another stall of this run waits for.
    func awaitedNumber(ofStall place: Int) -> Int? {
      guard base.stalls.indices.contains(place), base.stalls[place].run == stall.run,
        let other = self.awaited(base.stalls[place]), other.lane == awaited.lane
      else { return nil }
      return lane.number(other.segment, of: other.level)
    }
    let begun = lane.segment(at: base.beginnings[stall.run], level: 0) ?? 0
    let first = min(number, awaitedNumber(ofStall: place - 1).map { $0 + 1 } ?? begun)
    let end = awaitedNumber(ofStall: place + 1) ?? lane.levels[0].segments.count
    let reach = Reach(lane: awaited.lane, first: first, awaited: number, last: max(number, end - 1))
    let highest = highestLevel(of: first...reach.last, lane: awaited.lane) ?? awaited.level
    return max(highest, awaited.level) > 0 ? reach : nil
  }

  /// What `stall` waited for.
  func awaited(_ stall: PlayedWaits.Stall) -> SegmentReference? {
    session.awaited.indices.contains(stall.number - 1) ? session.awaited[stall.number - 1] : nil
  }

  /// The highest level that any of `segments` was loaded at.
  func highestLevel(of segments: ClosedRange<Int>, lane: Int) -> Int? {
    session.segments.filter { $0.lane == lane }
      .filter { number(of: $0).map(segments.contains) ?? false }
      .map(\.level).max()
  }

  /// A larger buffer, if that removes the stall at `place`: the smallest to half a second that
  /// does.
  mutating func largerBuffer(_ place: Int) -> LadderChange? {
    guard removes([.bufferGoal(nil)], place) else { return nil }
    let goal = scenario.player.loading.goal.level
    let level = LeastLevel.find(above: goal, upTo: scenario.ladder.duration) {
      clearsAndRemoves(.bufferGoal($0), place)
    }
    return .bufferGoal(level)
  }

  /// More distance from the edge of a live event, if that removes the stall at `place`: the least
  /// to half a second that does.
  mutating func largerHoldBack(_ place: Int) -> LadderChange? {
    guard let live = scenario.live, let record = session.live, record.start != nil else {
      return nil
    }
    let level = LeastLevel.find(above: record.holdBack, upTo: min(live.window, .seconds(120))) {
      clearsAndRemoves(.holdBack($0), place)
    }
    return level.map { .holdBack($0) }
  }

  /// Longer parts of a live event, if that removes the stall at `place` and parts are shorter than
  /// what a request takes: the least number of them in one that does.
  mutating func longerParts(_ place: Int) -> LadderChange? {
    let level = scenario.ladder.lanes[0].levels[0]
    guard scenario.live != nil, let length = level.partTarget, length > .zero,
      WallTime(nanoseconds: length.nanoseconds) < roundTrip
    else { return nil }
    let most = (level.segments.map(\.partNumber).max() ?? 0) + 1
    var count = 2
    while count < 2 * most {
      if removes([.joinedParts(min(count, most))], place) { return .joinedParts(min(count, most)) }
      count = count < 4 ? count + 1 : count + count / 2
    }
    return nil
  }

  /// The longest time from a request to its first byte.
  var roundTrip: WallTime {
    base.requestTimes.map { scenario.link.latency(at: $0) }.max()
      ?? scenario.link.latency(at: .zero)
  }

  /// A higher threshold of the wait before the stall at `place`, if that removes it.
  ///
  /// Over a link slower than the lowest level no threshold is at fault.
  mutating func laterStart(_ place: Int) -> LadderChange? {
    let stall = base.stalls[place]
    guard scenario.link.profile.meanRate >= scenario.ladder.lanes[0].levels[0].bitRate else {
      return nil
    }
    let isLater = place > 0 && base.stalls[place - 1].run == stall.run
    let field: PolicyField =
      isLater ? .resumeBuffer : stall.run == 0 ? .startupBuffer : .afterSeekBuffer
    let parameters = scenario.player.policy.parameters
    let value = parameters.value(of: field) ?? parameters.resumeThreshold.nanoseconds
    // No more than the goal is ever loaded.
    let level = LeastLevel.find(
      above: MediaTime(nanoseconds: value),
      upTo: min(scenario.ladder.duration, scenario.player.loading.goal.level)
    ) {
      counterfactuals.isClear(with: .threshold(field, $0), of: place)
    }
    guard let level else { return nil }
    let change = LadderChange.threshold(field, level)
    return removes([change], place, isTrade: true) ? change : nil
  }
}
