import PlayheadModel

/// What is loaded again, at another level.
extension LadderSimulation {
  /// Has a lane go back, with a switch to `level`, to where its player replaces what is loaded.
  mutating func goBack(_ number: Int, for level: Int, at wallTime: WallTime) {
    // What takes no time could be gone back to without end.
    guard let replacement = player.loading.replacement,
      lanes[number].course.wentBack != wallTime,
      let start = replacement.start(at: levelSwitch(of: number, to: level))
    else { return }
    lanes[number].goBack(to: start)
    if replacement == .fromPlayhead { lanes[number].course.wentBack = wallTime }
  }

  private func levelSwitch(of number: Int, to level: Int) -> LevelSwitch {
    LevelSwitch(
      lane: lanes[number].lane, number: number, level: level, playhead: glance.currentTime,
      loaded: lanes[number].media.loaded.range(containing: glance.currentTime),
      position: lanes[number].position, periodStart: lanes[number].periodStart,
      segments: segments, isFirst: lanes[number].segmentsSinceJump == 0,
      isOpened: lanes[number].openedLevels.contains(level), isToPlay: glance.rate != .zero)
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

  /// Has a lane that has chosen another level wait if there is no room by the goal of that one.
  mutating func lookAgain(_ number: Int, after delay: WallTime, at wallTime: WallTime) {
    guard !lanes[number].isFinished, let segment = nextSegment(of: number),
      !hasRoom(number, for: segment, at: wallTime)
    else { return }
    lanes[number].work.chosenDelay = delay
  }
}
