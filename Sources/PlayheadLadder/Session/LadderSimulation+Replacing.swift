import PlayheadModel

/// What is loaded again, at a higher level.
extension LadderSimulation {
  /// Has a lane go back, with a switch to `level`, to where its player replaces what is loaded.
  mutating func goBack(_ number: Int, for level: Int) {
    guard case .fromPlayhead = player.loading.replacement,
      let loaded = loadedLevel(of: number, at: glance.currentTime),
      lanes[number].lane.levels[loaded].bitRate < lanes[number].lane.levels[level].bitRate,
      // A gap would take no time, and another switch could go back to it at once.
      let segment = lanes[number].lane.segment(at: glance.currentTime, level: level),
      !lanes[number].lane.levels[level].segments[segment].isGap
    else { return }
    let position = lanes[number].position
    lanes[number].replacedEnd = max(lanes[number].replacedEnd, position)
    lanes[number].position = glance.currentTime
  }

  /// The level of the segment of a lane that is loaded at `mediaTime`, the one loaded last if several are.
  private func loadedLevel(of number: Int, at mediaTime: MediaTime) -> Int? {
    guard lanes[number].loaded.range(containing: mediaTime) != nil else { return nil }
    let levels = lanes[number].lane.levels
    return segments.last { segment in
      guard segment.lane == number, segment.damage == nil else { return false }
      let declared = levels[segment.level].segments[segment.segment].declared
      return declared.start <= mediaTime && mediaTime < declared.end
    }?.level
  }

  /// Has a lane that has chosen another level wait if there is no room by the goal of that one.
  mutating func lookAgain(_ number: Int, _ decision: Decision, at wallTime: WallTime) {
    guard lanes[number].activity != .finished, let segment = nextSegment(of: number),
      !hasRoom(number, for: segment, at: wallTime)
    else { return }
    lanes[number].chosenDelay = decision.delay
  }
}
