import PlayheadModel

/// Where a lane is in the listed parts of a segment that it loads as one run.
struct PartRun {
  /// Whether the part that is loaded follows one of the same segment at once, as both were listed.
  var goesOn = false
  /// Whether the parts that were listed are in, and the player is yet to take note.
  var hasEnded = false
  /// The parts of audio that are in and held back, in order.
  var held: [Int] = []
}

/// How a player loads the listed parts of a segment as one run.
extension LadderSimulation {
  /// How it does; `nil` if it loads them as whole segments, or there are none.
  var partRuns: LiveRules.PartRuns? {
    isLive ? live?.partRuns : nil
  }

  /// Whether the part after the one of `errand` belongs to the same run, at `wallTime`.
  func runGoesOn(after errand: Errand, at wallTime: WallTime) -> Bool {
    guard partRuns != nil, let part = errand.segment, let live,
      !lanes[errand.lane].work.job.isRefused
    else { return false }
    let segments = lanes[errand.lane].lane.levels[errand.level].segments
    return part + 1 < segments.count && segments[part + 1].partNumber > 0
      && live.known(lane: errand.lane, level: errand.level, at: wallTime).contains(part + 1)
  }

  /// Notes whether a run goes on after the part of `errand`, which is in.
  mutating func noteRun(_ errand: Errand, at wallTime: WallTime) {
    guard errand.content == .segment, partRuns != nil else { return }
    lanes[errand.lane].work.run.goesOn = runGoesOn(after: errand, at: wallTime)
    lanes[errand.lane].work.run.hasEnded = !lanes[errand.lane].work.run.goesOn
  }

  /// Lets the player take note that the latest run of a lane is over.
  mutating func endRun(_ number: Int, at wallTime: WallTime) {
    guard lanes[number].work.run.hasEnded else { return }
    lanes[number].work.run.hasEnded = false
    guard live?.hasLoadedRun == false else { return }
    live?.hasLoadedRun = true
    noticeLoaded(at: wallTime)
  }

  /// Whether the player has a lane load at another level between two runs or segments; it asks its
  /// rule, though nothing further may be listed yet.
  mutating func switchesAhead(_ number: Int, at wallTime: WallTime) -> Bool {
    guard live?.rules.choosesAhead == true, lanes[number].isAdaptive,
      !lanes[number].work.run.goesOn,
      let level = lanes[number].level, !lanes[number].media.loaded.isEmpty,
      !awaitsAudio(number), live?.reloads[number].level == level
    else { return false }
    let decision = decide(lane: number, at: wallTime)
    guard decision.level != level,
      !lanes[number].failures.closedLevels.contains(decision.level)
    else {
      return false
    }
    goBackWithinSegment(number)
    lineUp(
      decision, lane: number, bufferLevel: lanes[number].observation.bufferLevel,
      isAbandonment: false, at: wallTime)
    return true
  }

  /// Has a lane go back to the start of the segment of which it would load a later part.
  mutating func goBackWithinSegment(_ number: Int) {
    guard let level = lanes[number].level, let next = lanes[number].segment(of: level) else {
      return
    }
    goBack(number, to: next, of: level)
  }

  /// Has a lane load a segment from its first part on, of which `part` is one.
  private mutating func goBack(_ number: Int, to part: Int, of level: Int) {
    let segments = lanes[number].lane.levels[level].segments
    let first = part - segments[part].partNumber
    guard segments[first].declared.start < lanes[number].position else { return }
    lanes[number].goBack(to: segments[first].declared.start)
  }

  /// Has a lane that has turned to a level which lists nothing new yet load the last segment there
  /// (`getFragmentAtPosition`, `src/controller/base-stream-controller.ts`).
  mutating func goBackToListed(_ number: Int, of level: Int, at wallTime: WallTime) {
    guard let live, live.rules.choosesAhead, !lanes[number].media.loaded.isEmpty,
      let last = live.known(lane: number, level: level, at: wallTime).last,
      lanes[number].lane.levels[level].segments[last].declared.end <= lanes[number].position
    else { return }
    goBack(number, to: last, of: level)
  }

  /// What is loaded of a segment goes with its first part as that is loaded anew, unless it is
  /// being played: the pictures after it cannot be decoded without it.
  mutating func dropReplacedParts(
    by place: Int, of level: Int, lane number: Int, at wallTime: WallTime
  ) {
    guard partRuns != nil else { return }
    let segment = lanes[number].lane.levels[level].segments[place]
    guard segment.partNumber == 0, segment.declared.start < lanes[number].course.replacedEnd,
      segment.shown.start > glance.currentTime
    else { return }
    lanes[number].media.loaded.remove(from: segment.shown.start)
    dropMedia(from: segment.shown.start, at: wallTime)
  }

  /// How large the player takes the part of `errand` to be: as large as the parts before it in its
  /// segment, which are in, over those that are listed; `nil` of a first part.
  func expectedBytes(of errand: Errand, at wallTime: WallTime) -> Int64? {
    guard partRuns != nil, let part = errand.segment, let live else { return nil }
    let segments = lanes[errand.lane].lane.levels[errand.level].segments
    let first = part - segments[part].partNumber
    guard first < part else { return nil }
    let known = live.known(lane: errand.lane, level: errand.level, at: wallTime)
    let later = segments[part...].dropFirst().firstIndex { $0.partNumber == 0 } ?? segments.count
    let end = max(part + 1, min(later, known.upperBound))
    let listed = segments[end - 1].declared.end - segments[first].declared.start
    guard listed > .zero else { return nil }
    let bytes = segments[first..<part].reduce(0) { $0 + $1.resource.bytes }
    return Int64(Double(bytes) * segments[part].duration.seconds / listed.seconds)
  }

  // MARK: Audio that waits for video

  /// Whether a lane of audio waits for the first media of video, or has not noticed it yet.
  mutating func awaitsNoticedVideo(
    _ number: Int, isMissing: Bool, at wallTime: WallTime
  ) -> Bool {
    if isMissing, lanes[number].timing.videoWait == nil {
      lanes[number].timing.videoWait = VideoWait(
        since: wallTime, lookingSince: lanes[number].documents.opening ?? wallTime)
    }
    guard !isMissing, var wait = lanes[number].timing.videoWait else { return isMissing }
    if !wait.hasVideo { wait.noteVideo(at: wallTime) }
    wait.advance(to: wallTime)
    lanes[number].timing.videoWait = wait.isOver ? nil : wait
    if !wait.isOver {
      lanes[number].timing.busyUntil = wait.next
    }
    return !wait.isOver
  }

  /// Has a lane of audio that waits for video look, as its playlist has come.
  mutating func lookForVideo(_ number: Int, at wallTime: WallTime) {
    guard lanes[number].timing.videoWait != nil else { return }
    lanes[number].timing.videoWait?.look(at: wallTime)
    // What waits for the next regular look goes on.
    if lanes[number].timing.videoWait?.isOver == true { lanes[number].timing.busyUntil = wallTime }
  }

  // MARK: Audio that is held back

  /// Whether a part of a lane is held back while the run goes on, as those before it are or it is
  /// ahead of video; keeps it.
  mutating func holdsInRun(_ place: Int, of level: Int, lane number: Int, at wallTime: WallTime)
    -> Bool
  {
    guard lanes[number].work.run.goesOn,
      !lanes[number].work.run.held.isEmpty || isAudioAhead(place, of: level, lane: number)
    else { return false }
    lanes[number].work.run.held.append(place)
    lanes[number].work.job.waitingSegment = nil
    lanes[number].pass(place, at: wallTime)
    lanes[number].work.phase = .idle
    return true
  }

  /// Takes in the parts of a run of audio that are held back; whether that happened, `nil` if there
  /// are none.
  ///
  /// What was appended behind the first of them waits for no other video.
  mutating func releaseParts(of number: Int, always: Bool = false, at wallTime: WallTime) -> Bool? {
    guard let first = lanes[number].work.run.held.first, let level = lanes[number].level else {
      return nil
    }
    let segments = lanes[number].lane.levels[level].segments
    guard
      always || nextSegment(of: 0) == nil
        || HeldAudio(shown: segments[first].shown).isReached(by: lanes[0].media)
    else { return false }
    let (position, next) = (lanes[number].position, lanes[number].course.nextPlace)
    let places = lanes[number].work.run.held
    lanes[number].work.run.held = []
    lanes[number].media.hasAny = true
    for place in places {
      take(
        place, lane: number, bytes: segments[place].resource.bytes, damage: nil, at: wallTime)
    }
    (lanes[number].position, lanes[number].course.nextPlace) = (position, next)
    return true
  }
}
