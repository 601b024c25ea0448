import PlayheadModel

/// What is loaded again, at another level.
extension LadderSimulation {
  /// Has a lane go back, with a switch to `level`, to where its player replaces what is loaded.
  mutating func goBack(_ number: Int, for level: Int, at wallTime: WallTime) {
    switch player.loading.replacement {
    case .fromPlayhead: goBackToPlayhead(number, for: level, at: wallTime)
    case .atEnd(let tolerance): goBackToEnd(number, for: level, tolerance)
    case nil: break
    }
  }

  private mutating func goBackToPlayhead(_ number: Int, for level: Int, at wallTime: WallTime) {
    guard
      // What takes no time could be gone back to without end.
      lanes[number].course.wentBack != wallTime,
      // Each period is loaded by itself.
      lanes[number].periodStart <= glance.currentTime,
      let loaded = loadedLevel(of: number, at: glance.currentTime),
      lanes[number].lane.levels[loaded].bitRate < lanes[number].lane.levels[level].bitRate,
      let segment = lanes[number].lane.segment(at: glance.currentTime, level: level),
      // A gap has nothing to replace anything by.
      !lanes[number].lane.levels[level].segments[segment].isGap
    else { return }
    lanes[number].goBack(to: glance.currentTime)
    lanes[number].course.wentBack = wallTime
  }

  private mutating func goBackToEnd(_ number: Int, for level: Int, _ tolerance: MediaTime) {
    let levels = lanes[number].lane.levels
    guard lanes[number].segmentsSinceJump > 0,
      let last = segments.last(where: { $0.lane == number }),
      last.segment + 1 < levels[level].segments.count,
      !levels[level].segments[last.segment].isGap,
      levels[level].segments[last.segment].declared.start < lanes[number].position
    else { return }
    let segment = levels[level].segments[last.segment]
    let known = segments.last { $0.lane == number && $0.level == level && $0.damage == nil }
    var start = segment.declared.start
    if let known {
      guard known.segment < last.segment else { return }
      let next = levels[level].segments[known.segment + 1]
      start = known.shown.end + (segment.declared.start - next.declared.start)
    }
    let end = start + segment.duration
    let loadedEnd = lanes[number].loadedEnd(from: glance.currentTime)
    guard start <= loadedEnd, loadedEnd < end else { return }
    let isKnown =
      lanes[number].openedLevels.contains(level) && glance.rate != .zero
      && loadedEnd + tolerance <= levels[level].segments.last?.declared.end ?? .zero
    // hls.js adds 5 ms, less than any tolerance but none (`fragmentWithinFastStartSwitch`).
    let slack = isKnown ? min(tolerance, .milliseconds(5)) : .zero
    let isFirstSwitchUp =
      last.segment == 0 && segment.declared.start == .zero && level > last.level
      && end <= levels[last.level].segments[0].duration + slack
    let takesNext =
      isKnown && end - tolerance <= loadedEnd
      && Self.meetsNext(after: last.segment, of: levels[level].segments.count)
    guard !isFirstSwitchUp, !takesNext else { return }
    lanes[number].goBack(to: segment.declared.start)
  }

  /// Has a lane load segments anew that its rule discards; `false` if there are none.
  @discardableResult
  mutating func discard(_ number: Int, at wallTime: WallTime) -> Bool {
    let playhead = playhead(at: wallTime)
    let played = lanes[number].work.ahead.prefix { $0.declared.end <= playhead }
    // What comes before the first one that may be discarded is kept in mind.
    if played.count > 1 { lanes[number].work.ahead.removeFirst(played.count - 1) }
    let kept = min(played.count, 1)
    let queue = Array(lanes[number].work.ahead[kept...])
    guard !queue.isEmpty,
      let place = ask(about: number, at: wallTime, { $0.discard(queue, $1) }),
      queue.indices.contains(place), queue[place].declared.start >= playhead
    else { return false }
    lanes[number].work.ahead.removeSubrange((kept + place)...)
    let end = lanes[number].work.ahead.map(\.end).max()
    let start = max(end ?? .zero, playhead)
    lanes[number].media.loaded.remove(from: start)
    lanes[number].goBack(to: queue[place].declared.start)
    dropMedia(from: start, at: wallTime)
    return true
  }

  /// Whether a binary search among `count` segments looks at the one after `place` before `place`.
  private static func meetsNext(after place: Int, of count: Int) -> Bool {
    var low = 0
    var high = count - 1
    while true {
      let middle = (low + high) / 2
      if middle < place {
        low = middle + 1
      } else if middle <= place + 1 {
        return middle == place + 1
      } else {
        high = middle - 1
      }
    }
  }

  /// The level of the segment of a lane that is loaded at `mediaTime`, the one loaded last if
  /// several are.
  private func loadedLevel(of number: Int, at mediaTime: MediaTime) -> Int? {
    guard lanes[number].media.loaded.range(containing: mediaTime) != nil else { return nil }
    let levels = lanes[number].lane.levels
    return segments.last { segment in
      guard segment.lane == number, segment.damage == nil else { return false }
      let declared = levels[segment.level].segments[segment.segment].declared
      return declared.start <= mediaTime && mediaTime < declared.end
    }?.level
  }

  /// Has a lane that has chosen another level wait if there is no room by the goal of that one.
  mutating func lookAgain(_ number: Int, after delay: WallTime, at wallTime: WallTime) {
    guard !lanes[number].isFinished, let segment = nextSegment(of: number),
      !hasRoom(number, for: segment, at: wallTime)
    else { return }
    lanes[number].work.chosenDelay = delay
  }
}
