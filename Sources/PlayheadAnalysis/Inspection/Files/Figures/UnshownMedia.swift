package import PlayheadModel

/// Samples of a track that are downloaded and never shown.
package struct UnshownMedia: Hashable, Sendable {
  /// The number of the track.
  package let track: Int
  /// How many samples there are.
  package let samples: Int
  /// Their size, in bytes, without the container's framing.
  package let bytes: Int64
  /// How long they would last, in media time.
  package let duration: MediaTime
  /// The offset of the first of them, in bytes.
  package let offset: Int64

  init(track: Int, samples: Int, bytes: Int64, duration: MediaTime, offset: Int64) {
    self.track = track
    (self.samples, self.bytes, self.duration, self.offset) = (samples, bytes, duration, offset)
  }

  /// The samples of each track of `index` that `isUnshown`, of those tracks that have any.
  private init?(_ index: MediaIndex, track: Int, where isUnshown: (Sample) -> Bool) {
    var (samples, bytes, duration, offset) = (0, Int64(0), MediaTime.zero, Int64(0))
    for sample in index.samples where Int(sample.track) == track && isUnshown(sample) {
      if samples == 0 { offset = sample.offset }
      samples += 1
      bytes += Int64(sample.size)
      duration += sample.duration
    }
    guard samples > 0 else { return nil }
    self.init(
      track: track, samples: samples, bytes: bytes, duration: duration, offset: offset)
  }

  /// What edit lists, and the like, hide of the tracks of `presentation`, which is of `index`.
  package static func hidden(
    in index: MediaIndex, _ presentation: Presentation
  ) -> [UnshownMedia] {
    presentation.tracks.compactMap { track in
      UnshownMedia(index, track: track) { $0.flags.contains(.discarded) }
    }
  }

  /// The tracks of video, sound and subtitles of `index` that `presentation` does not play.
  package static func unplayed(
    in index: MediaIndex, _ presentation: Presentation
  ) -> [UnshownMedia] {
    index.tracks.filter { track in
      !presentation.tracks.contains(track.id) && track.kind != .attachedPicture
        && track.kind != .attachment
    }.compactMap { UnshownMedia(index, track: $0.id) { _ in true } }
  }

  /// The attached pictures of `index`.
  package static func pictures(in index: MediaIndex) -> [UnshownMedia] {
    index.tracks.filter { $0.kind == .attachedPicture }
      .compactMap { UnshownMedia(index, track: $0.id) { _ in true } }
  }
}
