@testable import PlayheadModel

extension Oracle {
  /// What the player knows of a track.
  struct Watched {
    var isDry = true
    var since: Int64 = 0
    var underflows = 0
    /// Up to where the audio device has what it would play, if it has stopped.
    var deviceEnd: Int64?
  }

  /// The audio that runs dry only when it is heard.
  private var undrained: Int64 { rules.audioDrains ? 0 : rules.audioDevice.nanoseconds }

  var rules: TrackRules { policy.values.tracks }
  var watchesTracks: Bool { rules != TrackRules() }

  /// A track, and how far it is read and decoded.
  private typealias Ends = (track: OracleTrack, read: Int64, decoded: Int64)

  private func ends(_ track: (OracleMedia) -> OracleTrack?) -> Ends? {
    track(file.media).map { ($0, $0.readEnd(ahead), $0.decodedEnd(ahead)) }
  }

  private var videoEnds: Ends? { ends(\.video) }
  private var audioEnds: Ends? { ends(\.audio) }

  /// How far tracks are, to see whether that changes.
  var trackProgress: [Int64] {
    [videoEnds, audioEnds].flatMap { ends in ends.map { [$0.read, $0.decoded] } ?? [] }
      + (waitsForInput && isInputHigh ? [1] : [])
  }

  private var hasAudio: Bool { file.media.audio != nil }

  /// How long opening takes, with all that there is to play.
  var openingTime: Int64 {
    rules.openCost.nanoseconds + (hasAudio ? rules.audioCost.nanoseconds : 0)
  }

  /// How far every track is read.
  var leastRead: Int64 { [videoEnds, audioEnds].compactMap { $0?.read }.min() ?? .max }

  var areTracksReady: Bool {
    !watchesTracks || !video.isDry && !audio.isDry && !waitsForInput
  }

  // MARK: The input queue

  private var hasInputQueue: Bool { rules.inputHigh != nil || rules.inputHighBytes != nil }

  /// How many bytes lie in the queue, all that are in but that the demuxer has not taken: fewer
  /// than none if it lacks some, and `nil` once all have come.
  private var queued: Int? {
    guard file.network.ahead < file.media.bytes.wantedEnd else { return nil }
    var taken: [Int] = []
    for (track, isVideo) in [(file.media.video, true), (file.media.audio, false)] {
      guard let track else { continue }
      let later = track.times.filter { $0 > playhead }
      let frames = rules.inputVideoFrames
      let end =
        isVideo
        ? (frames < later.count ? later[frames] : duration)
        : min(duration, playhead + rules.inputAudio.nanoseconds)
      taken.append(track.position(readTo: end))
    }
    return taken.max().map { file.network.ahead - $0 }
  }

  private var isInputHigh: Bool {
    guard hasInputQueue, let queued else { return true }
    return queued >= file.media.queued(for: rules.inputHigh, atMost: rules.inputHighBytes)
  }

  private var isInputLow: Bool {
    guard hasInputQueue, let queued else { return false }
    return queued < lowInput
  }

  /// With less than this it stalls; it never has to have more than to start.
  private var lowInput: Int {
    min(
      file.media.queued(for: rules.inputLow, atMost: rules.inputLowBytes),
      file.media.queued(for: rules.inputHigh, atMost: rules.inputHighBytes))
  }

  /// Where the playhead may be as the queue runs low.
  private var inputPlaces: [Int64] {
    guard hasInputQueue, let track = file.media.audio else { return [] }
    let left = track.readEnd(max(0, ahead - lowInput))
    return [left + 1 - rules.inputAudio.nanoseconds]
  }

  // MARK: Dry and ready

  private var isVideoDry: Bool {
    guard let ends = videoEnds, ends.decoded < duration else { return false }
    guard rules.videoReserve > 0 else { return ends.decoded <= playhead }
    return ends.track.times.count { $0 > playhead && $0 < ends.decoded } < rules.videoReserve
  }

  private var isAudioDry: Bool {
    guard let ends = audioEnds, ends.decoded < duration else { return false }
    return ends.decoded <= playhead + undrained
  }

  /// Whether anything can be played of every track.
  var canMove: Bool {
    watchesTracks ? isOpened && !isVideoDry && !isAudioDry && !isInputLow : hasAny
  }

  /// What a track needs that was played before, or was not.
  private func needed(_ watched: Watched) -> DecodedMedia {
    guard cause == .stall else { return rules.startup }
    var needed = rules.resume
    for underflow in stride(from: 1, through: watched.underflows, by: 1)
    where underflow >= rules.growthFrom {
      let frames = needed.videoFrames + rules.videoGrowth
      needed.videoFrames = max(
        needed.videoFrames,
        min(frames, max(rules.resume.videoFrames, rules.videoGrowthLimit ?? frames)))
      let audio = Int64(
        Int128(needed.audio.nanoseconds) * Int128(rules.audioGrowth.millionths) / 1_000_000)
      let limit = max(rules.resume.audio.nanoseconds, rules.audioGrowthLimit?.nanoseconds ?? audio)
      needed.audio = MediaTime(nanoseconds: max(needed.audio.nanoseconds, min(audio, limit)))
    }
    return needed
  }

  private var isVideoReady: Bool {
    guard let ends = videoEnds, ends.decoded < duration else { return true }
    let (times, needed) = (ends.track.times, needed(video))
    let isShown = cause == .stall
    // Frames that are still to be shown: that at the playhead too, if nothing was shown yet.
    let current = times.last { $0 <= playhead } ?? .min
    let coming = times.filter { isShown ? $0 > playhead : $0 >= current }
    let wanted = max(needed.videoFrames, rules.videoReserve + (isShown ? 0 : 1))
    let decoded = coming.count { $0 < ends.decoded }
    return decoded >= wanted && ends.decoded > playhead
      && ends.decoded >= playhead + needed.video.nanoseconds
  }

  private var isAudioReady: Bool {
    guard let ends = audioEnds, ends.decoded < duration else { return true }
    let device = undrained
    let beyond = ends.decoded - playhead - (cause == .stall ? device : 0)
    return beyond >= needed(audio).audio.nanoseconds && ends.decoded > playhead + device
  }

  /// Looks at each track.
  mutating func watchTracks() {
    guard watchesTracks, isOpened else { return }
    if video.isDry {
      video.isDry = !isVideoReady
    } else if state == .playing, isVideoDry {
      video = Watched(since: now, underflows: video.underflows)
    }
    if audio.isDry {
      audio.isDry = !isAudioReady
    } else if state == .playing, isAudioDry {
      audio = Watched(since: now, underflows: audio.underflows)
    }
    if waitsForInput {
      waitsForInput = !isInputHigh
    } else if state == .playing, isInputLow {
      waitsForInput = true
    }
  }

  /// Throws away what is decoded, as the playhead jumps.
  mutating func flushTracks() {
    video = Watched(since: now)
    audio = video
    waitsForInput = true
    isFresh = true
    playAt = nil
  }

  /// Playback begins with what there is.
  mutating func beginTracks() {
    playAt = nil
    if isFresh, hasAudio, watchesTracks {
      clockFrom = now + rules.audioDelay.nanoseconds
      anchor = (clockFrom, playhead)
    }
    isFresh = false
    guard watchesTracks else { return }
    (video.isDry, video.since) = (isVideoDry, now)
    (audio.isDry, audio.since) = (isAudioDry, now)
    audio.deviceEnd = nil
    waitsForInput = isInputLow
  }

  /// Sets when a player that waits, and need not wait for media, plays.
  mutating func schedule(isMoved: Bool) {
    let isWaiting =
      state == .waiting || state == .playing && isMoved
      || state == .paused && isUserPaused && (isStallOpen || waitsSince != nil)
    let isOver = stallEnd.map { $0 <= now } ?? false
    guard watchesTracks, isWaiting, playAt == nil, areTracksReady, mayPlay || isOver
    else { return }
    var time = max(now + (isFresh ? rules.startCost.nanoseconds : 0), notBefore)
    if state != .playing, cause == .stall, let interval = rules.pollInterval?.nanoseconds {
      var look = opened + rules.pollFirst.nanoseconds
      if time > look { look += (time - look) / interval * interval }
      while look < time { look += interval }
      time = look
    }
    playAt = time
  }

  /// When the open stall is over at the latest.
  private var stallEnd: Int64? {
    guard state != .playing, cause == .stall, isStallOpen, let longest = rules.resumeLongest,
      let stall = session.stalls.last
    else { return nil }
    return stall.start.nanoseconds + longest.nanoseconds
  }

  // MARK: The cache

  private func over(_ times: [Int64]) -> Int64 {
    (rules.cacheOver == .anyTrack ? times.max() : times.min()) ?? 0
  }

  var cache: Int64 {
    let ends = [videoEnds, audioEnds].compactMap { $0 }
    let lead = videoEnds?.track.decodeLead ?? 0
    let hasVideo = videoEnds != nil
    let end = over(
      ends.enumerated().map { number, ends in
        let end = rules.cacheTo == .read ? ends.read : ends.decoded
        return rules.cacheFrom == .decoder && hasVideo && number == 0 ? end - lead : end
      })
    guard rules.cacheFrom == .decoder else { return end - playhead }
    var taken: [Int64] = []
    if let ends = videoEnds {
      let after = ends.track.times.filter { $0 > playhead }
      let ahead = rules.videoQueue + ends.track.held
      taken.append(min(ends.read, ahead < after.count ? after[ahead] : duration) - lead)
    }
    if let ends = audioEnds {
      let device = audio.deviceEnd ?? playhead + rules.audioDevice.nanoseconds
      taken.append(min(ends.read, device + rules.audioQueue.nanoseconds))
    }
    return end - over(taken)
  }

  /// Up to where the audio device has what it plays.
  var deviceEnd: Int64? {
    audioEnds.map {
      max(playhead, min($0.decoded, playhead + rules.audioDevice.nanoseconds))
    }
  }

  var hasCache: Bool { cause != .stall || cache >= rules.resumeCache.nanoseconds }

  // MARK: Stalls

  var isStallDue: Bool {
    guard watchesTracks else { return isEmpty }
    if waitsForInput { return true }
    let dry = [(video, rules.videoGrace), (audio, rules.audioGrace)].filter { $0.0.isDry }
    guard let (track, grace) = dry.first else { return false }
    if dry.count == 2 || videoEnds == nil || audioEnds == nil { return true }
    return now >= track.since + grace.nanoseconds
      && rules.stallCache.map { cache < $0.nanoseconds } ?? true
  }

  /// Where on its way the playhead may come to a place at which a track changes.
  var trackPlaces: [Int64] {
    guard watchesTracks else { return [] }
    let ends = [videoEnds, audioEnds].compactMap { $0 }
    let (queue, device) = (rules.audioQueue.nanoseconds, rules.audioDevice.nanoseconds)
    var places = ends.flatMap { [$0.decoded, $0.decoded - device] } + [duration]
    places += loaded.ranges.map(\.lowerBound)
    places += (videoEnds?.track.times ?? []) + inputPlaces
    if let least = rules.stallCache?.nanoseconds {
      let lead = videoEnds?.track.decodeLead ?? 0
      for end in ends.flatMap({ [$0.read, $0.decoded] }) {
        for low: Int64 in [end - least + 1, end - lead - least + 1] {
          places += [low, low - queue - device]
        }
      }
    }
    return places
  }

  /// When something is due whatever the playhead does.
  var nextTrackInstant: Int64? {
    guard watchesTracks else { return nil }
    var times: [Int64] = []
    if state == .playing {
      times = [
        video.since + rules.videoGrace.nanoseconds, audio.since + rules.audioGrace.nanoseconds,
      ]
    } else if state == .waiting
      || state == .paused && isUserPaused && (isStallOpen || waitsSince != nil)
    {
      // A stall that lasts as long as one may ends only with tracks that are ready.
      times = [playAt, areTracksReady ? stallEnd : nil].compactMap { $0 }
    }
    return times.filter { $0 > now }.min()
  }
}
