import PlayheadModel

/// What a player does while it looks for a segment that is not there yet.
extension LadderSimulation {
  /// How often dash.js looks for a chunk: browsers do not run nested timers more often.
  private static let chunkPolling = WallTime.milliseconds(4)

  /// Whether a lane that looks for a segment turns to another level meanwhile: its initialization
  /// section is loaded at once, and the segment once it is there.
  mutating func turnsAtEdge(_ number: Int, at wallTime: WallTime) -> Bool {
    guard live?.rules.asksAtEdge == true, lanes[number].isAdaptive,
      let level = lanes[number].level
    else { return false }
    let decision = decide(lane: number, at: wallTime)
    guard decision.level != level,
      !lanes[number].failures.closedLevels.contains(decision.level)
    else {
      noteLooks(of: number, at: wallTime)
      return false
    }
    if !comesInChunks { goBack(number, for: decision.level, at: wallTime) }
    lineUp(
      decision, lane: number, bufferLevel: lanes[number].observation.bufferLevel,
      isAbandonment: false, at: wallTime)
    if let segment = lanes[number].segment(of: decision.level),
      !isThereFor(segment, of: decision.level, lane: number, at: wallTime)
    {
      lanes[number].work.job.queue.removeAll { $0.content == .segment }
      if lanes[number].work.job.queue.isEmpty { lanes[number].work.phase = .idle }
    }
    return true
  }

  /// Whether a player takes a segment to be there.
  private func isThereFor(
    _ segment: Int, of level: Int, lane number: Int, at wallTime: WallTime
  ) -> Bool {
    live?.known(lane: number, level: level, at: wallTime).contains(segment) ?? true
  }

  /// Tells the rule of the looks for a chunk that a lane waits for.
  private mutating func noteLooks(of number: Int, at wallTime: WallTime) {
    guard comesInChunks, case .waiting(let end) = lanes[number].work.phase, end < .bound else {
      return
    }
    let looks = Int((end - wallTime).nanoseconds / Self.chunkPolling.nanoseconds)
    ask(about: number, at: wallTime) { $0.looked(max(0, looks), $1) }
  }
}
