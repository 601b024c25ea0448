/// The result of decoding a media file.
package struct DecodingReport: Hashable, Sendable, Codable {
  /// The results of the decoded tracks, in order of their numbers.
  package var tracks: [TrackReport]

  /// A report on `tracks`.
  package init(tracks: [TrackReport]) {
    self.tracks = tracks
  }

  /// The result of decoding one track.
  package struct TrackReport: Hashable, Sendable, Codable {
    /// The track's number.
    package var track: Int
    /// The number of decoded frames.
    package var frames: Int
    /// The stretches with no frames or only damaged ones, in order, in the container's time.
    package var undecodable: [TimeRange]
    /// When the decoder crashed, in the container's time; `nil` if it did not.
    ///
    /// Nothing was decoded from there on.
    package var crash: MediaTime?
    /// Why the track was not decoded; `nil` if it was.
    package var reason: Undecoded?
    /// How often a frame has an earlier presentation time than the one that is shown before it.
    package var backwardSteps = 0

    /// A result of `frames` frames of track `track`, with damage in `undecodable`.
    package init(
      track: Int, frames: Int, undecodable: [TimeRange], crash: MediaTime? = nil,
      reason: Undecoded? = nil, backwardSteps: Int = 0
    ) {
      self.track = track
      self.frames = frames
      self.undecodable = undecodable
      self.crash = crash
      self.reason = reason
      self.backwardSteps = backwardSteps
    }
  }

  /// Why a track is not decoded, which says nothing of its frames.
  package enum Undecoded: String, CaseIterable, Hashable, Sendable, Codable {
    /// Its samples are encrypted.
    case encrypted
    /// FFmpeg has no decoder for its codec.
    case noDecoder
    /// The decoder of its codec may not run here.
    case notAllowed
  }

  /// The result of the track numbered `track`; `nil` if it was not decoded.
  package func report(on track: Int) -> TrackReport? {
    tracks.first { $0.track == track }
  }
}
