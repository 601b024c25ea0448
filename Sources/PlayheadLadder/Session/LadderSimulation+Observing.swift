import PlayheadModel

/// What rules see.
extension LadderSimulation {
  /// The bit rate of the level that a lane loads; of the highest before it loads any.
  private static func bitRate(of lane: LaneState) -> BitRate {
    lane.lane.levels[lane.level ?? lane.lane.levels.count - 1].bitRate
  }

  /// What a rule may decide by.
  func observation(of number: Int, at wallTime: WallTime) -> Observation {
    let lane = lanes[number]
    let playhead = model.playhead(at: wallTime, loadedUpTo: model.loadedEnd)
    let level = lane.level ?? 0
    let other = lanes.first { $0.number != number }
    return Observation(
      of: lane.lane, wallTime: wallTime, position: lane.position,
      segmentsSinceJump: lane.segmentsSinceJump, lastLevel: lane.level,
      bufferLevel: lane.loadedEnd(from: playhead) - playhead,
      otherBufferLevel: other.map { $0.loadedEnd(from: playhead) - playhead },
      playhead: playhead, duration: ladder.duration,
      rate: model.rate == .zero ? .normal : model.rate,
      isPlaying: model.timeControlStatus == .playing, hasStarted: model.hasStarted,
      bufferGoal: player.loading.goal.length(
        for: lane.lane.levels[level], isTop: level == lane.lane.levels.count - 1,
        duration: ladder.duration),
      levelsWithPlaylist: lane.openedLevels, lastPlaylistTime: lane.lastPlaylistTime,
      otherBitRate: ladder.format == .dash ? other.map(Self.bitRate) : nil,
      openDownloads: lanes.count > 1 ? traffic.openDownloads(of: ladder, at: wallTime) : [])
  }
}
