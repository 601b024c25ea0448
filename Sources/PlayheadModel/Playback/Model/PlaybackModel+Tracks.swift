/// The tracks of a player that has rules for them.
extension PlaybackModel {
  /// How far each track is decoded; for a driver that does not say, as far as the buffer goes.
  private var decodedEnds: TrackTimes {
    let ends = buffer.decodedEnds
    return ends.video == nil && ends.audio == nil ? TrackTimes(audio: buffer.end) : ends
  }

  /// How far each track is read.
  private var readEnds: TrackTimes {
    let ends = buffer.trackEnds
    return ends.video == nil && ends.audio == nil ? TrackTimes(audio: buffer.end) : ends
  }

  /// Whether every track has enough decoded.
  var areTracksReady: Bool {
    trackPlan == nil || !tracks.video.isDry && !tracks.audio.isDry && !tracks.isInputLow
  }

  /// Whether every track has media to play on with.
  var canMove: Bool {
    guard let trackPlan else { return situation().isPlayable }
    guard opening != .unknown else { return false }
    let ends = decodedEnds
    return !isReached(ends.video.flatMap { trackPlan.videoDry(decodedTo: $0) })
      && !isReached(ends.audio.flatMap { trackPlan.audioDry(decodedTo: $0) }) && !isInputShort
  }

  /// Whether less is in the input queue than a player plays on with.
  private var isInputShort: Bool { !isDemuxed(to: buffer.lowInputEnds) }

  /// Whether the demuxer can take each track as far as it wants within `ends`; also of a driver
  /// that does not say.
  private func isDemuxed(to ends: TrackTimes) -> Bool {
    guard let trackPlan, trackPlan.rules.hasInputQueue else { return true }
    return trackPlan.demuxed(at: currentTime).beyond(ends).isEmpty
  }

  /// The media in the cache; `nil` without rules for tracks.
  var cache: MediaTime? {
    trackPlan?.cache(
      at: currentTime, read: readEnds, decoded: buffer.decodedEnds, deviceEnd: tracks.deviceEnd)
  }

  /// The end of what the audio device has while it plays.
  var deviceEnd: MediaTime? {
    trackPlan.flatMap { plan in
      decodedEnds.audio.map { max(currentTime, min($0, currentTime + plan.rules.audioDevice)) }
    }
  }

  private func isReached(_ playhead: MediaTime?) -> Bool {
    playhead.map { $0 <= currentTime } ?? false
  }

  /// What a dry track needs in a wait of `cause`.
  private func needed(_ track: TrackWatch.Track, _ rules: TrackRules, _ cause: WaitingCause)
    -> DecodedMedia
  {
    cause == .stall ? rules.resume(afterUnderflows: track.underflows) : rules.startup
  }

  /// Up to where video has to be decoded to be ready.
  private func videoNeeded(_ plan: TrackPlan, at playhead: MediaTime, _ cause: WaitingCause)
    -> MediaTime
  {
    plan.videoNeeded(
      needed(tracks.video, plan.rules, cause), at: playhead, isShown: cause == .stall)
  }

  /// Up to where audio has to be decoded to be ready.
  private func audioNeeded(_ plan: TrackPlan, at playhead: MediaTime, _ cause: WaitingCause)
    -> MediaTime
  {
    plan.audioNeeded(
      needed(tracks.audio, plan.rules, cause), at: playhead, isShown: cause == .stall)
  }

  /// Notes which tracks are ready and which have run dry, in a wait of `cause`.
  mutating func watchTracks(_ cause: WaitingCause) {
    guard let trackPlan, opening != .unknown else { return }
    let ends = decodedEnds
    if let end = ends.video {
      if tracks.video.isDry {
        tracks.video.isDry = end < videoNeeded(trackPlan, at: currentTime, cause)
      } else if state.line != nil, isReached(trackPlan.videoDry(decodedTo: end)) {
        tracks.video.runDry(at: wallTime)
      }
    } else {
      tracks.video.isDry = false
    }
    if let end = ends.audio {
      if tracks.audio.isDry {
        tracks.audio.isDry = end < audioNeeded(trackPlan, at: currentTime, cause)
      } else if state.line != nil, isReached(trackPlan.audioDry(decodedTo: end)) {
        tracks.audio.runDry(at: wallTime)
      }
    } else {
      tracks.audio.isDry = false
    }
    if tracks.isInputLow {
      tracks.isInputLow = !isDemuxed(to: buffer.highInputEnds)
    } else if state.line != nil {
      tracks.isInputLow = isInputShort
    }
  }

  /// The headers have been read.
  mutating func noteOpening(at wallTime: WallTime) {
    let rules = policy.parameters.tracks
    let audio = decodedEnds.audio == nil ? WallTime.zero : rules.audioCost
    tracks.opened = wallTime
    tracks.notBefore = max(tracks.notBefore, wallTime + rules.openCost + audio)
  }

  /// Everything decoded is given up, as the playhead jumps.
  mutating func flushTracks() {
    guard trackPlan != nil else { return }
    tracks.video = TrackWatch.Track(drySince: wallTime)
    tracks.audio = tracks.video
    tracks.isInputLow = true
    tracks.isFresh = true
    tracks.playAt = nil
    tracks.deviceEnd = nil
  }

  /// Playback begins, with what there is of each track.
  mutating func beginTracks() {
    guard let trackPlan else { return }
    tracks.playAt = nil
    tracks.deviceEnd = nil
    let ends = decodedEnds
    if tracks.isFresh, ends.audio != nil {
      tracks.clockFrom = wallTime + trackPlan.rules.audioDelay
      if let line = state.line { state = .playing(self.line(from: currentTime, at: line.rate)) }
    }
    tracks.isFresh = false
    tracks.video.drySince = wallTime
    tracks.audio.drySince = wallTime
    tracks.video.isDry = isReached(ends.video.flatMap { trackPlan.videoDry(decodedTo: $0) })
    tracks.audio.isDry = isReached(ends.audio.flatMap { trackPlan.audioDry(decodedTo: $0) })
    tracks.isInputLow = isInputShort
  }

  /// Whether dry tracks are a stall.
  var isStallDue: Bool {
    guard let trackPlan else { return flags.isEmpty }
    guard !tracks.isInputLow else { return true }
    let ends = decodedEnds
    let (video, audio) = (tracks.video, tracks.audio)
    guard video.isDry || audio.isDry else { return false }
    if ends.video == nil || ends.audio == nil || video.isDry && audio.isDry { return true }
    let (dry, grace) =
      video.isDry
      ? (video, trackPlan.rules.videoGrace) : (audio, trackPlan.rules.audioGrace)
    guard dry.drySince + grace <= wallTime else { return false }
    return isReached(
      trackPlan.rules.stallCache == nil
        ? currentTime : trackPlan.cacheLow(read: readEnds, decoded: ends))
  }

  /// Whether a player that has what it waits for may play, after what starting costs and as it
  /// looks.
  mutating func isStartDue(_ permits: Bool) -> Bool {
    guard let trackPlan else { return permits }
    if tracks.playAt == nil, permits {
      var time = wallTime
      if tracks.isFresh { time += trackPlan.rules.startCost }
      time = max(time, tracks.notBefore)
      if state.line == nil, state.wait == .stall {
        time = trackPlan.look(from: time, opened: tracks.opened)
      }
      tracks.playAt = time
    }
    return tracks.playAt.map { $0 <= wallTime } ?? false
  }

  /// When an open stall is over that lasts as long as one may; `nil` for never.
  var stallEnd: WallTime? {
    guard state.line == nil, state.wait == .stall else { return nil }
    return trackPlan?.rules.resumeLongest.map { tracks.stalled + $0 }
  }

  /// When a player with rules for tracks next changes on its own.
  var trackDeadline: WallTime? {
    guard let trackPlan, let line = state.line else {
      switch state {
      case .waiting, .paused(.inWait(_, by: .user)):
        return (tracks.playAt ?? (areTracksReady ? stallEnd : nil)).map { max($0, wallTime) }
      default: return nil
      }
    }
    let ends = decodedEnds
    var target = duration
    func add(_ playhead: MediaTime?) {
      if let playhead, playhead > currentTime { target = min(target, playhead) }
    }
    add(buffer.end)
    add(buffer.nextStart)
    if let low = drain.level { add(buffer.end - low) }
    if !tracks.video.isDry { add(ends.video.flatMap { trackPlan.videoDry(decodedTo: $0) }) }
    if !tracks.audio.isDry { add(ends.audio.flatMap { trackPlan.audioDry(decodedTo: $0) }) }
    if trackPlan.rules.hasInputQueue { add(trackPlan.demuxing(past: buffer.lowInputEnds)) }
    var deadline = line.wallTime > wallTime ? line.wallTime : line.wallTime(reaching: target)
    if let dry = dryTrack {
      if dry.end > wallTime {
        deadline = min(deadline, dry.end)
      } else if let low = trackPlan.cacheLow(read: readEnds, decoded: ends) {
        deadline = min(deadline, line.wallTime(reaching: max(low, currentTime)))
      }
    }
    return max(wallTime, deadline)
  }

  /// The track that alone is dry while the player plays, and when its grace ends.
  private var dryTrack: (track: TrackWatch.Track, end: WallTime)? {
    guard let rules = trackPlan?.rules else { return nil }
    if tracks.video.isDry { return (tracks.video, tracks.video.drySince + rules.videoGrace) }
    if tracks.audio.isDry { return (tracks.audio, tracks.audio.drySince + rules.audioGrace) }
    return nil
  }

  /// The media times at which the player may change as tracks reach them, for a playhead at
  /// `playhead`.
  func trackTargets(at playhead: MediaTime) -> TrackTargets {
    var targets = TrackTargets()
    guard let trackPlan, opening != .unknown else { return targets }
    let cause = state.wait.cause
    // What a decoder holds may leave less than nothing in the cache.
    let waitsForCache = cause == .stall && !flags.isLikelyToKeepUp
    guard waitsForCache || !areTracksReady else { return targets }
    let (ends, read) = (decodedEnds, readEnds)
    if tracks.video.isDry, ends.video != nil {
      targets.decoded.video = videoNeeded(trackPlan, at: playhead, cause)
    }
    if tracks.audio.isDry, ends.audio != nil {
      targets.decoded.audio = audioNeeded(trackPlan, at: playhead, cause)
    }
    if tracks.isInputLow, trackPlan.rules.hasInputQueue {
      targets.highInput = trackPlan.demuxed(at: playhead).beyond(buffer.highInputEnds)
    }
    // What is taken of a dry track as it comes may leave less in the cache.
    if state.line != nil, trackPlan.rules.stallCache != nil, trackPlan.rules.cacheFrom == .decoder,
      !areTracksReady
    {
      targets.read = read.mapped { $0 < duration ? $0 + .resolution : nil }
    }
    guard waitsForCache else { return targets }
    let missing =
      trackPlan.rules.resumeCache
      - trackPlan.cache(at: playhead, read: read, decoded: ends, deviceEnd: tracks.deviceEnd)
    let times = trackPlan.rules.cacheTo == .read ? read : ends
    guard missing > .zero, let end = trackPlan.cacheEnd(read: read, decoded: ends)
    else { return targets }
    // The base of the cache only moves on, so that no less suffices.
    var wanted = times.mapped { _ in end + missing }
    if trackPlan.rules.cacheFrom == .decoder {
      wanted.video = wanted.video.map { $0 + trackPlan.decodeLead }
    }
    wanted = wanted.beyond(times)
    if trackPlan.rules.cacheTo == .read {
      targets.read = targets.read.earlier(of: wanted)
    } else {
      targets.decoded = targets.decoded.earlier(of: wanted)
    }
    return targets
  }
}

extension TrackTimes {
  /// Each time as `change` makes it.
  fileprivate func mapped(_ change: (MediaTime) -> MediaTime?) -> TrackTimes {
    TrackTimes(video: video.flatMap(change), audio: audio.flatMap(change))
  }

  /// Whether there is none.
  fileprivate var isEmpty: Bool { video == nil && audio == nil }

  /// Each time that is past that of `other`.
  fileprivate func beyond(_ other: TrackTimes) -> TrackTimes {
    func beyond(_ one: MediaTime?, _ other: MediaTime?) -> MediaTime? {
      guard let one, let other, one > other else { return nil }
      return one
    }
    return TrackTimes(video: beyond(video, other.video), audio: beyond(audio, other.audio))
  }

  /// The earlier time of each track.
  fileprivate func earlier(of other: TrackTimes) -> TrackTimes {
    func earlier(_ one: MediaTime?, _ other: MediaTime?) -> MediaTime? {
      guard let one, let other else { return one ?? other }
      return min(one, other)
    }
    return TrackTimes(video: earlier(video, other.video), audio: earlier(audio, other.audio))
  }
}
