import PlayheadModel

/// What rules and the player see.
extension LadderSimulation {
  /// The playhead at `wallTime` with nothing more loaded.
  ///
  /// Mostly that is the time of the latest input, and a call would copy the glance.
  @inline(__always)
  func playhead(at wallTime: WallTime) -> MediaTime {
    wallTime > glance.wallTime ? glance.playhead(at: wallTime) : glance.currentTime
  }

  /// Asks the rule about a lane, by what it sees at `wallTime`.
  @inline(__always)
  mutating func ask<Answer>(
    about number: Int, at wallTime: WallTime,
    _ question: (inout any AdaptationRule, Observation) -> Answer
  ) -> Answer {
    var playhead = playhead(at: wallTime)
    let goal = goalLength(of: number)
    if isLive {
      lanes[number].observe(
        liveEdge: liveEdge(of: number, at: wallTime), holdBack: live?.holdBack,
        comesInChunks: comesInChunks)
      // Until a run is in, a player looks ahead of where it loads.
      if partRuns != nil, live?.hasLoadedRun == false { playhead = lanes[number].position }
    }
    if lanes.count > 1 { observeOtherLane(than: number, from: playhead, at: wallTime) }
    return lanes[number].ask(
      &rule, at: wallTime, playhead: playhead,
      rate: glance.rate.thousandths == 0 ? .normal : glance.rate, isPlaying: isPlaying,
      hasStarted: glance.hasStarted, bufferGoal: goal, question)
  }

  /// Notes what a rule would see.
  mutating func observe(_ number: Int, at wallTime: WallTime) {
    ask(about: number, at: wallTime) { _, _ in }
  }

  /// Notes what a rule sees of the lane besides one that it is asked about.
  private mutating func observeOtherLane(
    than number: Int, from playhead: MediaTime, at wallTime: WallTime
  ) {
    guard let other = lanes.indices.first(where: { $0 != number }) else { return }
    lanes[number].observe(
      besides: lanes[other].loadedEnd(from: playhead) - playhead,
      bitRate: ladder.format == .dash ? lanes[other].bitRate : nil,
      traffic.openDownloads(of: ladder, at: wallTime))
  }

  /// The segment that the player has to wait for: of the lane that is loaded the least, or of video
  /// if that holds it back.
  var awaitedSegment: SegmentReference? {
    var lane = lanes.min {
      $0.loadedEnd(from: glance.currentTime) < $1.loadedEnd(from: glance.currentTime)
    }
    if let number = lane?.number, isHeldBack(number) { lane = lanes[0] }
    guard let lane, let level = lane.level ?? lane.lane.levels.indices.first,
      let segment = lane.lane.segment(at: lane.loadedEnd(from: glance.currentTime), level: level)
    else { return nil }
    return SegmentReference(lane: lane.number, level: level, segment: segment)
  }

  /// What is loaded of all lanes around `mediaTime`.
  func contents(around mediaTime: MediaTime) -> BufferContents {
    BufferContents(
      loaded: loadedRange(around: mediaTime),
      decodedEnds: player.policy.watchesTracks ? trackEnds(from: mediaTime) : TrackTimes())
  }

  /// The range that is loaded of all lanes around `mediaTime`; `nil` if there is none.
  func loadedRange(around mediaTime: MediaTime) -> TimeRange? {
    var common: TimeRange?
    for number in lanes.indices {
      guard let range = lanes[number].media.loaded.range(containing: mediaTime) else { return nil }
      let start = max(common?.start ?? range.start, range.start)
      common = TimeRange(start: start, end: max(start, min(common?.end ?? range.end, range.end)))
    }
    return common
  }

  /// When a playhead that passes a hole in video reaches video again; `nil` unless more is loaded.
  var videoAhead: WallTime? {
    let start = lanes[0].media.loaded.ranges.first { $0.start > glance.currentTime }?.start
    return start.flatMap { glance.wallTime(reaching: $0) }
  }

  /// How far video and audio apart can be shown from `mediaTime` on; nothing where they are not
  /// apart.
  private func trackEnds(from mediaTime: MediaTime) -> TrackTimes {
    guard lanes.count > 1 else { return TrackTimes() }
    var video = lanes[0].loadedEnd(from: mediaTime)
    // At its end, a decoder gives out all that it holds.
    if video < ladder.duration { video = max(mediaTime, video - player.loading.heldVideo) }
    return TrackTimes(video: video, audio: lanes[1].loadedEnd(from: mediaTime))
  }
}

extension LaneState {
  /// The bit rate of the level that the lane loads; of the highest before it loads any.
  fileprivate var bitRate: BitRate { lane.levels[level ?? lane.levels.count - 1].bitRate }
}
