/// What a player asks of each track: how much it decodes before it plays, when a track has run dry,
/// and when that is a stall.
///
/// Without any rules a player looks at the buffer level alone. With rules, a track that has enough
/// media decoded is *ready*; it *runs dry* when its output has taken all of it. A player waits
/// until all tracks are ready, and stalls by the rules for those that run dry; where it does not, a
/// picture freezes or sound is missing while the playhead moves on. A stall in which a track is dry
/// is an *underflow* of that track.
public struct TrackRules: Hashable, Sendable {
  /// The threads of the video decoder, which holds as many frames less one besides those that it
  /// puts in order; `nil` for a decoder that holds none.
  public var decoderThreads: Int?

  /// What has to be decoded before playback starts, or resumes after a seek.
  public var startup = DecodedMedia()
  /// What has to be decoded of a track that ran dry before it is ready again.
  public var resume = DecodedMedia()
  /// The cache at which playback resumes after a stall; zero for any.
  public var resumeCache: MediaTime = .zero
  /// The wall time after which a stall ends whatever is in the buffer, once every track is ready;
  /// `nil` for never.
  public var resumeLongest: WallTime?

  /// The frames that ``DecodedMedia/videoFrames`` grows by at each underflow of the video.
  public var videoGrowth = 0
  /// The most frames it grows to; `nil` for unlimited.
  public var videoGrowthLimit: Int?
  /// The factor by which ``DecodedMedia/audio`` grows at each underflow of the audio, at least one.
  public var audioGrowth = Ratio.one
  /// The most audio it grows to; `nil` for unlimited.
  public var audioGrowthLimit: MediaTime?
  /// The number of the underflow, since the start or the latest jump, from which on growth begins.
  public var growthFrom = 1

  /// How long video may be dry, in wall time, while audio is not, before the player stalls.
  public var videoGrace: WallTime = .zero
  /// How long audio may be dry, in wall time, while video is not, before the player stalls.
  public var audioGrace: WallTime = .zero
  /// The cache below which a dry track is a stall; `nil` for any.
  public var stallCache: MediaTime?

  /// The frames that the video output takes from the decoder ahead of the one shown.
  public var videoQueue = 0
  /// The frames after the one shown with which video has not run dry: zero if it does at the end of
  /// its last frame, one if as that is first shown.
  public var videoReserve = 0
  /// The audio that the output takes from the decoder, beyond what the device has.
  public var audioQueue: MediaTime = .zero
  /// The audio that the device takes ahead of what is heard.
  public var audioDevice: MediaTime = .zero
  /// Whether audio runs dry once the device has played all, not once it has taken all.
  public var audioDrains = false
  /// The wall time from when playback starts, or resumes after a jump, to the first sound, for
  /// which the clock waits; nothing without audio.
  public var audioDelay: WallTime = .zero

  /// The input queue at which playback starts, and resumes after a seek or a stall, at the mean
  /// rate of the file; `nil` for none.
  ///
  /// The input queue is what has come but is not taken by the demuxer, which takes what
  /// ``inputVideoFrames`` and ``inputAudio`` say. Once all has come, it suffices.
  public var inputHigh: MediaTime?
  /// The same in bytes, if that is less; `nil` for any.
  public var inputHighBytes: Int64?
  /// The input queue below which the player stalls, at the mean rate of the file; `nil` or zero if
  /// it does as soon as the demuxer lacks something.
  public var inputLow: MediaTime?
  /// The same in bytes, if that is less; `nil` for any.
  public var inputLowBytes: Int64?
  /// The frames beyond those that have begun to be shown that the demuxer takes.
  public var inputVideoFrames = 0
  /// The audio beyond the playhead that the demuxer takes.
  public var inputAudio: MediaTime = .zero

  /// From where on the cache is measured.
  package var cacheFrom: CacheBase = .playhead
  /// Up to where the cache is measured.
  package var cacheTo: CacheEnd = .read
  /// Over which tracks the cache is measured: the least or the greatest of them.
  package var cacheOver: TrackCombination = .allTracks

  /// The wall time from reading the headers to when the player first looks whether to resume.
  public var pollFirst: WallTime = .zero
  /// The wall time between looks; `nil` if it looks at all times.
  public var pollInterval: WallTime?

  /// The wall time that opening takes after the headers are read, while media loads.
  public var openCost: WallTime = .zero
  /// The wall time that opening takes beyond ``openCost`` if there is audio.
  public var audioCost: WallTime = .zero
  /// The wall time that a seek takes at least, while media loads.
  public var seekCost: WallTime = .zero
  /// The wall time from when all tracks are ready after the start or a jump to the first frame.
  public var startCost: WallTime = .zero

  /// No rules.
  public init() {}

  /// Whether the player measures its input queue.
  public var hasInputQueue: Bool { inputHigh != nil || inputHighBytes != nil }

  /// The frames that a decoder holds of a track of this reorder depth.
  public func heldFrames(reorderDepth: Int) -> Int {
    decoderThreads.map { reorderDepth + max(0, $0 - 1) } ?? 0
  }
}

/// Media that has to be decoded of each track.
public struct DecodedMedia: Hashable, Sendable {
  /// A number of video frames that are not yet shown.
  public var videoFrames = 0
  /// A length of video, in media time.
  public var video: MediaTime = .zero
  /// A length of audio beyond what the device has taken, in media time.
  public var audio: MediaTime = .zero

  /// The given amounts; by default none.
  public init(videoFrames: Int = 0, video: MediaTime = .zero, audio: MediaTime = .zero) {
    self.videoFrames = videoFrames
    self.video = video
    self.audio = audio
  }
}

/// From where on a player measures its cache.
package enum CacheBase: String, Hashable, Sendable, CaseIterable {
  /// From the playhead.
  case playhead
  /// From what the decoder has taken, which runs ahead of the playhead by what it holds and by the
  /// output's queues.
  case decoder
}

/// Up to where a player measures its cache.
package enum CacheEnd: String, Hashable, Sendable, CaseIterable {
  /// Up to what is read.
  case read
  /// Up to what is decoded.
  case decoded
}

extension TrackRules {
  /// What has to be decoded of a track that was dry in `underflows` stalls.
  func resume(afterUnderflows underflows: Int) -> DecodedMedia {
    var media = resume
    let times = max(0, underflows - growthFrom + 1)
    guard times > 0 else { return media }
    if videoGrowth > 0 {
      let grown = Int128(media.videoFrames) + Int128(videoGrowth) * Int128(times)
      let limited = min(grown, Int128(videoGrowthLimit ?? .max), 1 << 30)
      media.videoFrames = max(media.videoFrames, Int(limited))
    }
    if audioGrowth > .one {
      let limit = max(media.audio, min(audioGrowthLimit ?? .bound, .bound))
      for _ in 0..<times where media.audio < limit {
        let next = media.audio.grown(by: audioGrowth, upTo: limit)
        guard next > media.audio else { break }
        media.audio = next
      }
    }
    return media
  }
}

extension MediaTime {
  /// The time multiplied by `factor`, rounded down to a nanosecond, but at most `limit`.
  ///
  /// - Precondition: the time is not negative, and `limit` is at most the bound.
  func grown(by factor: Ratio, upTo limit: MediaTime) -> MediaTime {
    let grown = nanoseconds.multipliedFullWidth(by: factor.millionths)
    guard grown.high < 500_000 else { return limit }
    return min(
      limit,
      MediaTime(nanoseconds: Int64(1_000_000).dividingFullWidth(grown).quotient))
  }
}
