/// Which of several lanes have loaded enough: each stops by the player's rule for the buffer, with
/// its own level in place of that of all, so that one does not run away with the link.
extension Loader {
  /// Notes which lanes are full.
  mutating func judgeLanes(for model: PlaybackModel, at wallTime: WallTime) {
    guard !otherLanes.isEmpty else { return }
    if model.path != judgedPath {
      // With other limits it may be full at once.
      judgedPath = model.path
      lane.latestCheckpoint = wallTime
      for number in otherLanes.indices { otherLanes[number].latestCheckpoint = wallTime }
    }
    lane.isFull = isFull(lane, for: model, at: wallTime)
    lane.latestCheckpoint = nil
    for number in otherLanes.indices {
      otherLanes[number].isFull = isFull(otherLanes[number], for: model, at: wallTime)
      otherLanes[number].latestCheckpoint = nil
    }
  }

  private func isFull(
    _ lane: LaneLoader, for model: PlaybackModel, at wallTime: WallTime
  ) -> Bool {
    guard !model.isPlaybackBufferFull else { return true }
    return isOpened
      && policy.fullness(on: model.path).isFull(in: lane.situation(for: model, at: wallTime))
  }

  /// The amounts at which each lane may become full; empty if there is one lane.
  func laneAmountsToFill(for model: PlaybackModel) -> [BufferAmounts] {
    guard !otherLanes.isEmpty, !model.isPlaybackBufferFull else { return [] }
    let rule = policy.fullness(on: model.path)
    return lanes.map { lane in
      lane.isFull
        ? BufferAmounts()
        : rule.amountsToFill(from: lane.situation(for: model, at: model.wallTime))
    }
  }

  /// When a lane that alone is full next may not be any more; `nil` if the playhead does not move.
  func nextLaneDrain(for model: PlaybackModel) -> WallTime? {
    guard !otherLanes.isEmpty, !model.isPlaybackBufferFull else { return nil }
    let rule = policy.fullness(on: model.path)
    var next: WallTime?
    for lane in lanes where lane.isFull {
      let amounts = rule.amountsToDrain(from: lane.situation(for: model, at: model.wallTime))
      let ends = [
        amounts.level.map { lane.loadedEnd(at: model.wallTime) - $0 },
        amounts.bytes.map {
          playhead(showing: model.bytesAhead - $0, from: model.currentTime) ?? model.duration
        },
      ]
      for end in ends.compactMap(\.self) {
        guard let time = model.wallTime(reaching: end) else { return nil }
        next = min(next ?? time, time)
      }
    }
    return next
  }
}

extension LaneLoader {
  /// What the player's rule decides by, with the level of this lane.
  fileprivate func situation(for model: PlaybackModel, at wallTime: WallTime) -> BufferSituation {
    var situation = model.situation()
    situation.level = max(.zero, loadedEnd(at: wallTime) - model.currentTime)
    // Nothing drains while the player waits, so a lane below its high watermark loads on.
    situation.flags.isFull = isFull && model.phase.waitingCause == nil
    situation.mayFill =
      isFull || policy.parameters.loadGranularity == nil || latestCheckpoint == wallTime
    return situation
  }
}
