import PlayheadModel

/// What rules see.
extension LadderSimulation {
  /// The bit rate of the level that a lane loads; of the highest before it loads any.
  private static func bitRate(of lane: LaneState) -> BitRate {
    lane.lane.levels[lane.level ?? lane.lane.levels.count - 1].bitRate
  }

  /// What a rule may decide by.
  func observation(of number: Int, at wallTime: WallTime) -> Observation {
    let playhead = glance.playhead(at: wallTime)
    let other = lanes.count > 1 ? lanes.first { $0.number != number } : nil
    return Observation(
      of: lanes[number].lane, wallTime: wallTime, position: lanes[number].position,
      segmentsSinceJump: lanes[number].segmentsSinceJump, lastLevel: lanes[number].level,
      bufferLevel: lanes[number].loadedEnd(from: playhead) - playhead,
      otherBufferLevel: other.map { $0.loadedEnd(from: playhead) - playhead },
      playhead: playhead, duration: ladder.duration,
      rate: glance.rate == .zero ? .normal : glance.rate,
      isPlaying: glance.timeControlStatus == .playing, hasStarted: glance.hasStarted,
      bufferGoal: goalLength(of: number),
      levelsWithPlaylist: lanes[number].openedLevels,
      lastPlaylistTime: lanes[number].lastPlaylistTime,
      otherBitRate: ladder.format == .dash ? other.map(Self.bitRate) : nil,
      openDownloads: lanes.count > 1 ? traffic.openDownloads(of: ladder, at: wallTime) : [])
  }
}
