import PlayheadModel

/// How rules look at running downloads, and abandon them.
extension LadderSimulation {
  /// When a rule next looks at the running download of a lane; `nil` if it does not.
  func nextLook(of number: Int) -> WallTime? {
    let channel = channel(of: number)
    // No request for chunks was seen to be abandoned.
    guard let interval = progressInterval, lanes[number].isAdaptive || interval.isOfAllLanes,
      !hasStopped, !isLookingForCaptions || number > 0, !isLive || !comesInChunks,
      // Only the first part of a run is looked at (`onFragLoading` of hls.js'
      // `src/controller/abr-controller.ts`).
      !lanes[number].work.run.goesOn, !lanes[number].work.isOpeningBeside,
      traffic.isLoadingSegment(of: number, on: channel),
      let running = traffic.running(on: channel)
    else { return nil }
    let look = lanes[number].work.job.look
    if interval.isTimer { return running.sent + interval.wallTime * Int64(look.count + 1) }
    let isFirst = look.count == 0
    let isAtOnce = isFirst && interval.start == .atFirstByte
    let bytes = isAtOnce ? 1 : look.bytes + interval.bytes
    guard bytes < running.bytes, let arrival = traffic.arrival(of: bytes, on: channel)
    else { return nil }
    if isAtOnce { return arrival }
    let last = isFirst ? interval.start == .sent ? running.sent : running.firstByte : look.time
    return max(last + interval.wallTime, arrival)
  }

  /// Lets the rule of a lane look at its running download, if that is due.
  mutating func look(at number: Int, _ wallTime: WallTime) {
    let channel = channel(of: number)
    guard let due = nextLook(of: number), due <= wallTime,
      let running = traffic.running(on: channel)
    else { return }
    var progress = progress(of: running, lane: number, at: wallTime)
    progress.looks += 1
    lanes[number].work.job.look = LaneState.Look(
      count: progress.looks, time: wallTime, bytes: progress.bytes)
    abandon(progress, lane: number, at: wallTime) { $0.abandon(progress, $1) }
  }

  /// What a rule sees of `running`, the segment of a lane that is in flight.
  private func progress(
    of running: RunningRequest, lane number: Int, at wallTime: WallTime
  ) -> DownloadProgress {
    let errand = traffic.errand(of: running)
    var progress = DownloadProgress(
      level: errand.level, segment: errand.number,
      bytes: traffic.bytes(on: channel(of: number), by: wallTime), totalBytes: running.bytes,
      sent: running.sent, firstByte: running.firstByte <= wallTime ? running.firstByte : nil,
      looks: lanes[number].work.job.look.count)
    if isLive { progress.expectedBytes = expectedBytes(of: errand, at: wallTime) }
    return progress
  }

  /// Lets the rule abandon running downloads after what it has learnt of any lane.
  mutating func reconsider(at wallTime: WallTime) {
    for number in lanes.indices where lanes[number].isAdaptive && !hasStopped {
      let channel = channel(of: number)
      guard progressInterval != nil, !isLookingForCaptions || number > 0,
        traffic.isLoadingSegment(of: number, on: channel),
        let running = traffic.running(on: channel)
      else { continue }
      let progress = progress(of: running, lane: number, at: wallTime)
      abandon(progress, lane: number, at: wallTime) { $0.reconsider(progress, $1) }
    }
  }

  /// Drops the running download of a lane if its rule asks for another level instead.
  private mutating func abandon(
    _ progress: DownloadProgress, lane number: Int, at wallTime: WallTime,
    _ question: (inout any AdaptationRule, Observation) -> Decision?
  ) {
    let (level, place) = (progress.level, progress.segment)
    let isWithin = lanes[number].lane.levels[level].segments[place].partNumber > 0
    guard !isWithin || partRuns != nil else { return }
    // What is played of a segment cannot be given up.
    let isPlayed =
      lanes[number].media.begun.first != nil
      && lanes[number].lane.levels[level].segments[place].shown.start
        < glance.playhead(at: wallTime)
    guard !isPlayed else { return }
    let abandoned = ask(about: number, at: wallTime, question)
    let bufferLevel = lanes[number].observation.bufferLevel
    guard let decision = abandoned, lanes[number].isAdaptive,
      lanes[number].lane.levels.indices.contains(decision.level),
      !lanes[number].isExcluded(decision.level, at: wallTime),
      lanes[number].lane.segment(at: lanes[number].position, level: decision.level) != nil,
      !opensBeside(decision, lane: number, bufferLevel, at: wallTime),
      let dropped = traffic.drop(on: channel(of: number), .abandoned, at: wallTime)
    else { return }
    if lanes[number].media.begun.first != nil {
      let start = lanes[number].media.begun.start
      lanes[number].media.loaded = lanes[number].media.begun.loadedBefore
      lanes[number].media.begun = LaneState.Begun()
      dropMedia(from: start, at: wallTime)
    }
    tellRule(of: dropped, bytes: progress.bytes, isAbandoned: true, at: wallTime)
    if isLive { startBehindAbandoned(progress.segment, of: progress.level, lane: number) }
    lanes[number].work.run.goesOn = false
    if isWithin, decision.level != level { goBackWithinSegment(number) }
    lineUp(
      decision, lane: number, bufferLevel: bufferLevel, isAbandonment: true,
      at: wallTime)
  }
}
