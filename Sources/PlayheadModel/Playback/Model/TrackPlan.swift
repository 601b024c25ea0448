/// The rules for tracks of a player, and the frames of its video: all that does not change.
final class TrackPlan: Hashable, Sendable {
  let rules: TrackRules
  let frames: FrameTimes
  let duration: MediaTime
  /// The frames that the video decoder holds.
  let held: Int
  /// How long before their presentation its frames are decoded, by their decoding times.
  let decodeLead: MediaTime

  init(
    _ rules: TrackRules, _ frames: FrameTimes, reorderDepth: Int, decodeLead: MediaTime,
    duration: MediaTime
  ) {
    self.decodeLead = decodeLead
    self.rules = rules
    self.frames = frames
    self.duration = duration
    held = rules.heldFrames(reorderDepth: reorderDepth)
  }

  static func == (left: TrackPlan, right: TrackPlan) -> Bool {
    left === right
      || left.rules == right.rules && left.frames == right.frames && left.held == right.held
        && left.decodeLead == right.decodeLead
        && left.duration == right.duration
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(rules)
    hasher.combine(frames.times.count)
    hasher.combine(held)
  }

  // MARK: Ready

  /// Up to where video has to be decoded to be ready at `playhead`.
  ///
  /// Before anything is shown, the frame at the playhead counts as one not yet shown.
  func videoNeeded(_ media: DecodedMedia, at playhead: MediaTime, isShown: Bool) -> MediaTime {
    let begun = frames.count(at: playhead)
    let number =
      isShown
      ? begun + max(media.videoFrames, rules.videoReserve)
      : max(begun - 1, 0) + max(media.videoFrames, rules.videoReserve + 1)
    return min(
      duration, max(frames.start(of: number), playhead + max(media.video, .resolution)))
  }

  /// Up to where audio has to be decoded to be ready at `playhead`.
  ///
  /// Before anything is heard, the device has taken nothing.
  func audioNeeded(_ media: DecodedMedia, at playhead: MediaTime, isShown: Bool) -> MediaTime {
    let device = rules.audioDrains ? .zero : rules.audioDevice
    let audio =
      isShown
      ? device + max(media.audio, .resolution) : max(media.audio, device + .resolution)
    return min(duration, playhead + audio)
  }

  // MARK: Dry

  /// The playhead at which video runs dry that is decoded up to `end`; `nil` if it never does.
  func videoDry(decodedTo end: MediaTime) -> MediaTime? {
    guard end < duration else { return nil }
    guard rules.videoReserve > 0, !frames.times.isEmpty else { return end }
    let number = frames.count(before: end) - rules.videoReserve
    return number < 0 ? .zero : frames.start(of: number)
  }

  /// The playhead at which audio runs dry that is decoded up to `end`; `nil` if it never does.
  func audioDry(decodedTo end: MediaTime) -> MediaTime? {
    guard end < duration else { return nil }
    return rules.audioDrains ? end : end - rules.audioDevice
  }

  // MARK: The input queue

  /// Up to where the demuxer takes each track for a player at `playhead`.
  func demuxed(at playhead: MediaTime) -> TrackTimes {
    TrackTimes(
      video: frames.start(of: frames.count(at: playhead) + rules.inputVideoFrames),
      audio: min(duration, playhead + rules.inputAudio))
  }

  /// The playhead at which the demuxer takes more of a track than `ends`; `nil` if it never does.
  func demuxing(past ends: TrackTimes) -> MediaTime? {
    var playheads: [MediaTime] = []
    if let end = ends.video, end < duration, !frames.times.isEmpty {
      let number = frames.count(at: end) - rules.inputVideoFrames - 1
      playheads.append(number < 0 ? .zero : frames.start(of: number))
    }
    if let end = ends.audio, end < duration {
      playheads.append(end + .resolution - rules.inputAudio)
    }
    return playheads.min()
  }

  // MARK: The cache

  /// The media in the cache for a player at `playhead` with tracks read and decoded up to these,
  /// whose audio device has stopped with all up to `deviceEnd`, or plays.
  ///
  /// A cache in front of the decoders is measured by decoding times.
  func cache(
    at playhead: MediaTime, read: TrackTimes, decoded: TrackTimes, deviceEnd: MediaTime?
  ) -> MediaTime {
    guard let end = cacheEnd(read: read, decoded: decoded) else { return .zero }
    return end - base(at: playhead, read: read, deviceEnd: deviceEnd)
  }

  /// Where the cache ends.
  func cacheEnd(read: TrackTimes, decoded: TrackTimes) -> MediaTime? {
    var ends = rules.cacheTo == .read ? read : decoded
    if rules.cacheFrom == .decoder { ends.video = ends.video.map { $0 - decodeLead } }
    return over(ends)
  }

  /// Where the cache begins.
  private func base(at playhead: MediaTime, read: TrackTimes, deviceEnd: MediaTime?) -> MediaTime {
    guard rules.cacheFrom == .decoder else { return playhead }
    var video: MediaTime?
    if let end = read.video {
      let taken = frames.count(at: playhead) + rules.videoQueue + held
      video = min(end, frames.times.isEmpty ? playhead : frames.start(of: taken)) - decodeLead
    }
    let device = deviceEnd ?? playhead + rules.audioDevice
    let audio = read.audio.map { min($0, device + rules.audioQueue) }
    return over(TrackTimes(video: video, audio: audio)) ?? playhead
  }

  /// The first playhead at which the cache is below ``TrackRules/stallCache``, with tracks read and
  /// decoded up to these; `nil` if it never is.
  func cacheLow(read: TrackTimes, decoded: TrackTimes) -> MediaTime? {
    guard let least = rules.stallCache, let end = cacheEnd(read: read, decoded: decoded)
    else { return nil }
    let base = end - least
    guard rules.cacheFrom == .decoder else { return base + .resolution }
    var video: MediaTime?
    if let end = read.video {
      // By presentation times, as the frames are.
      let base = base + decodeLead
      let taken = frames.count(at: base)
      let number = taken - rules.videoQueue - held - 1
      let isReached = end > base && frames.start(of: taken) > base
      video = isReached ? (number < 0 ? .zero : frames.start(of: number)) : .bound
    }
    let audio = read.audio.map {
      $0 > base ? base + .resolution - rules.audioQueue - rules.audioDevice : .bound
    }
    // The base is past it as soon as that of the first or the last track is.
    let ends = [video, audio].compactMap(\.self)
    guard let low = rules.cacheOver == .anyTrack ? ends.min() : ends.max(), low < .bound
    else { return nil }
    return low
  }

  /// The greatest or the least of `times`, as the cache is measured.
  func over(_ times: TrackTimes) -> MediaTime? {
    guard let video = times.video, let audio = times.audio else {
      return times.video ?? times.audio
    }
    return rules.cacheOver == .anyTrack ? max(video, audio) : min(video, audio)
  }

  // MARK: Looks

  /// The first look at `wallTime` or later of a player that read the headers at `opened`.
  func look(from wallTime: WallTime, opened: WallTime) -> WallTime {
    guard let interval = rules.pollInterval else { return wallTime }
    let first = opened + rules.pollFirst
    guard wallTime > first else { return first }
    let (looks, rest) = (wallTime - first).nanoseconds
      .quotientAndRemainder(dividingBy: interval.nanoseconds)
    return rest == 0 ? wallTime : first + interval * (looks + 1)
  }
}

/// What a player knows of its tracks.
struct TrackWatch: Hashable, Sendable, BitwiseCopyable {
  /// What it knows of one.
  struct Track: Hashable, Sendable, BitwiseCopyable {
    /// Whether its output has taken all that is decoded, and it is not ready yet.
    var isDry = true
    /// When it ran dry.
    var drySince = WallTime.zero
    /// In how many stalls it was dry since the start or the latest jump.
    var underflows = 0

    /// Its output has taken all that is decoded.
    mutating func runDry(at wallTime: WallTime) {
      isDry = true
      drySince = wallTime
    }
  }

  var video = Track()
  var audio = Track()
  /// Whether the input queue was low and is not high again; true before anything is read.
  var isInputLow = true
  /// When the headers were read.
  var opened = WallTime.zero
  /// Before when playback does not start, for the costs of opening and of seeks.
  var notBefore = WallTime.zero
  /// Before when the clock does not run, as the audio device starts.
  var clockFrom = WallTime.zero
  /// Whether nothing was played since the start or the latest jump.
  var isFresh = true
  /// When the latest stall began.
  var stalled = WallTime.zero
  /// When a player that waits may play; `nil` until it has what it waits for.
  var playAt: WallTime?
  /// The end of what the audio device has while the player stalls; `nil` while it plays.
  var deviceEnd: MediaTime?

  /// The player stalls, its audio device with all up to `deviceEnd`: each dry track counts an
  /// underflow.
  mutating func stall(at wallTime: WallTime, deviceEnd: MediaTime?) {
    stalled = wallTime
    playAt = nil
    self.deviceEnd = deviceEnd
    if video.isDry { video.underflows += 1 }
    if audio.isDry { audio.underflows += 1 }
  }
}
