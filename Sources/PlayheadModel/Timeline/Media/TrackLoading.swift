/// The loading of one track of a presentation.
package struct TrackLoading: Hashable, Sendable {
  /// The track's number.
  package let track: Int
  /// What it carries.
  package let kind: Track.Kind
  /// How far it is loaded as bytes arrive in order, whatever the other tracks need.
  package let curve: LoadingCurve
  /// Where its first access unit ends, of those in reading order.
  package let firstSampleEnd: ReadPosition
  /// Whether the container stores when its access units are decoded, or they are decoded as shown.
  package let hasDecodeTimes: Bool
  /// Whether the container or the codec tells how long it is without its last access unit.
  package let hasLength: Bool
  /// Where each sync sample but the first is read, in a container that has no table of them; `nil`
  /// otherwise.
  package let syncNeeds: [ReadPosition]?
  /// Its frames; `nil` unless it is a video track.
  package let frames: FrameOrder?

  /// The loading of the track numbered `track`.
  package init(
    track: Int, kind: Track.Kind, curve: LoadingCurve, firstSampleEnd: ReadPosition,
    hasDecodeTimes: Bool, hasLength: Bool = true, syncNeeds: [ReadPosition]? = nil,
    frames: FrameOrder? = nil
  ) {
    self.hasLength = hasLength
    self.syncNeeds = syncNeeds
    self.track = track
    self.hasDecodeTimes = hasDecodeTimes
    self.kind = kind
    self.curve = curve
    self.firstSampleEnd = firstSampleEnd
    self.frames = frames
  }
}

/// Over which tracks media has to be loaded to count as loaded.
package enum TrackCombination: String, CaseIterable, Hashable, Sendable {
  /// As far as every track is.
  case allTracks
  /// As far as any track is that has begun to load, after GStreamer's playbin3.
  case anyTrack
}

/// A media time for the video and the audio of a presentation each.
package struct TrackTimes: Hashable, Sendable, BitwiseCopyable {
  // Optionals would take twice as much of every player, which is copied often.
  private var videoTime: MediaTime
  private var audioTime: MediaTime
  private static var none: MediaTime { MediaTime(nanoseconds: .min) }

  /// That of the video track; `nil` if there is none, or if it is not known.
  package var video: MediaTime? {
    get { videoTime == Self.none ? nil : videoTime }
    set { videoTime = newValue ?? Self.none }
  }
  /// That of the audio track; `nil` if there is none, or if it is not known.
  package var audio: MediaTime? {
    get { audioTime == Self.none ? nil : audioTime }
    set { audioTime = newValue ?? Self.none }
  }

  /// The given times; by default none.
  package init(video: MediaTime? = nil, audio: MediaTime? = nil) {
    videoTime = video ?? Self.none
    audioTime = audio ?? Self.none
  }

  /// How far these are past `start`, but at least `least`.
  func past(_ start: MediaTime, atLeast least: MediaTime) -> TrackTimes {
    TrackTimes(
      video: video.map { max($0 - start, least) }, audio: audio.map { max($0 - start, least) })
  }
}
