import PlayheadModel

/// Holes in what is loaded, and jumps over them.
extension LadderSimulation {
  /// When the player next jumps over a hole, and to where; `nil` if nothing ahead has it jump.
  var nextJump: (time: WallTime, target: MediaTime)? {
    guard let jump = player.loading.gapJump, glance.isOpened, glance.rate != .zero else {
      return nil
    }
    if let streamEnd {
      guard isPlaying else { return nil }
      let time = glance.wallTime(reaching: max(glance.currentTime, streamEnd))
      return time.map { ($0, ladder.duration) }
    }
    guard let (end, start) = nextHole else { return nil }
    let target = start + jump.landing
    switch jump.moment {
    case .before(let lead) where isPlaying:
      let time = glance.wallTime(reaching: max(glance.currentTime, end - lead))
      return time.map { ($0, target) }
    case .before: return waitsAtHole(from: end) ? (glance.wallTime, target) : nil
    case .stalled(let reaction):
      guard !isPlaying, waitsAtHole(from: end) else { return nil }
      return ((holeNoticed ?? glance.wallTime) + reaction, target)
    }
  }

  /// Ends the media where what is loaded ends, once nothing more comes and a lane has left its last
  /// segment out.
  ///
  /// What another lane has longer is played with nothing shown of the first.
  mutating func endStream(at wallTime: WallTime) {
    guard streamEnd == nil, player.loading.gapJump != nil, !hasStopped,
      lanes.indices.allSatisfy({ nextSegment(of: $0) == nil && !lanes[$0].work.phase.isFailing })
    else { return }
    let ends = lanes.compactMap { $0.media.loaded.ranges.last?.end }
    guard ends.count == lanes.count, let end = ends.max() else { return }
    hasLeftEnd = false
    for number in lanes.indices where ends[number] < ladder.duration {
      lanes[number].media.loaded.insert(TimeRange(start: ends[number], end: ladder.duration))
    }
    if end < ladder.duration { streamEnd = end }
    noticeLoaded(at: wallTime)
  }

  /// Whether the player waits for what is behind a hole from `start` on: it has nothing more to
  /// play, or not enough to go on with.
  private func waitsAtHole(from start: MediaTime) -> Bool {
    guard case .waiting = glance.timeControlStatus else { return false }
    return glance.phase.isStall || start == glance.currentTime
  }

  /// The hole that the playhead comes to next, with media loaded behind it which no lane loads any
  /// more: where it begins and ends; `nil` if there is none.
  private var nextHole: (end: MediaTime, start: MediaTime)? {
    // Lanes are asked by their numbers, as a lane on its own would be a copy.
    let mayHaveHole = lanes.indices.contains { lane in
      lanes[lane].media.loaded.ranges.count > 1 || !startsLoaded(lane)
    }
    guard mayHaveHole else { return nil }
    let playhead = glance.currentTime
    let end = loadedRange(around: playhead)?.end ?? playhead
    var next: MediaTime?
    for lane in lanes.indices {
      for range in lanes[lane].media.loaded.ranges where range.start > end {
        let isShown = lanes.indices.allSatisfy { other in
          let around = lanes[other].media.loaded.range(containing: range.start)
          return around.map { $0.end > range.start } ?? false
        }
        if isShown { next = min(next ?? range.start, range.start) }
      }
    }
    guard let start = next, start < ladder.duration else { return nil }
    // What is yet to be loaded is no hole.
    let isLeft = lanes.indices.allSatisfy { lane in
      lanes[lane].loadedEnd(from: end) >= start || lanes[lane].position >= start
        || lanes[lane].isFinished || hasStopped
    }
    return isLeft ? (end, start) : nil
  }

  /// Whether a lane has nothing loaded, or something at the playhead.
  private func startsLoaded(_ lane: Int) -> Bool {
    lanes[lane].media.loaded.isEmpty
      || lanes[lane].media.loaded.range(containing: glance.currentTime) != nil
  }

  /// Lets the player jump if it is due to; returns whether it does.
  @discardableResult
  mutating func jumpIfDue(at wallTime: WallTime) -> Bool {
    guard let jump = nextJump else {
      holeNoticed = nil
      return false
    }
    if !isPlaying { holeNoticed = holeNoticed ?? wallTime }
    guard let due = nextJump?.time, due <= wallTime,
      mayStart(with: contents(around: jump.target), at: wallTime)
    else { return false }
    holeNoticed = nil
    skipHole(to: min(jump.target, ladder.duration), at: wallTime)
    // What waits for the buffer to drain waits anew.
    for number in lanes.indices where lanes[number].isWaiting { lanes[number].work.phase = .idle }
    return true
  }
}
