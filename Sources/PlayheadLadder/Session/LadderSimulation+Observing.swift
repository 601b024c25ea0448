import PlayheadModel

/// What rules and the player see.
extension LadderSimulation {
  /// What a rule may decide by.
  func observation(of number: Int, at wallTime: WallTime) -> Observation {
    let playhead = glance.playhead(at: wallTime)
    let other = lanes.count > 1 ? lanes.indices.first { $0 != number } : nil
    return Observation(
      of: lanes[number].lane, wallTime: wallTime, position: lanes[number].position,
      segmentsSinceJump: lanes[number].segmentsSinceJump, lastLevel: lanes[number].level,
      bufferLevel: lanes[number].loadedEnd(from: playhead) - playhead,
      otherBufferLevel: other.map { lanes[$0].loadedEnd(from: playhead) - playhead },
      playhead: playhead, duration: ladder.duration,
      rate: glance.rate.thousandths == 0 ? .normal : glance.rate,
      isPlaying: isPlaying, hasStarted: glance.hasStarted,
      bufferGoal: goalLength(of: number),
      levelsWithPlaylist: lanes[number].openedLevels,
      lastPlaylistTime: lanes[number].lastPlaylistTime,
      otherBitRate: ladder.format == .dash ? other.map { lanes[$0].bitRate } : nil,
      openDownloads: other == nil ? [] : traffic.openDownloads(of: ladder, at: wallTime))
  }

  /// What is loaded of all lanes around `mediaTime`.
  func contents(around mediaTime: MediaTime) -> BufferContents {
    var common: TimeRange?
    for number in lanes.indices {
      guard let range = lanes[number].loaded.range(containing: mediaTime) else {
        return BufferContents()
      }
      let start = max(common?.start ?? range.start, range.start)
      common = TimeRange(start: start, end: max(start, min(common?.end ?? range.end, range.end)))
    }
    return BufferContents(loaded: common)
  }
}

extension LaneState {
  /// The bit rate of the level that the lane loads; of the highest before it loads any.
  fileprivate var bitRate: BitRate { lane.levels[level ?? lane.levels.count - 1].bitRate }
}
