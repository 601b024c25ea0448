import PlayheadModel

/// How players look into first segments before they play them.
extension LadderSimulation {
  /// When as much of the first segment of a lane is in as the player looks into; `nil` unless it
  /// does.
  func probeEnd(of number: Int) -> WallTime? {
    guard lanes[number].probe.isRunning, let bytes = player.loading.probedBytes,
      let errand = traffic.errand(on: channel(of: number)),
      errand.lane == number, errand.content == .segment
    else { return nil }
    return traffic.arrival(of: min(bytes, errand.bytes), on: channel(of: number))
  }

  /// Drops the first segment of a lane once enough of it is in, or counts it from there.
  mutating func stopProbe(of number: Int, at wallTime: WallTime) {
    guard let end = probeEnd(of: number), end <= wallTime else { return }
    guard lanes[number].probe.stage == .running else {
      lanes[number].probe.stage = .done
      lanes[number].probe.countedFrom = wallTime
      return
    }
    let dropped = traffic.drop(on: channel(of: number), .droppedBySkip, at: wallTime)
    if let dropped { finishProbe(traffic.errand(of: dropped), at: wallTime) }
  }

  /// What was fetched only to look into it is in, or dropped.
  mutating func finishProbe(_ errand: Errand, at wallTime: WallTime) {
    let number = errand.lane
    let segments = lanes[number].lane.levels[errand.level].segments
    if let place = errand.segment, segments[place].damage != nil {
      lanes[number].work.job.waitingSegment = place
    }
    guard lanes[number].work.job.queue.isEmpty, !traffic.isRunning(lane: number)
    else { return }
    lanes[number].probe.stage = .done
    if let place = lanes[number].work.job.waitingSegment {
      takeWaiting(place, of: errand.level, lane: number, at: wallTime)
      return
    }
    lanes[number].work.phase = .idle
    turn = (number + 1) % lanes.count
  }
}
