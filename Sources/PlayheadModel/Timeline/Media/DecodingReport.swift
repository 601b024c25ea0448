/// The result of decoding a media file.
public struct DecodingReport: Hashable, Sendable, Codable {
  /// The results of the decoded tracks, in order of their numbers.
  public package(set) var tracks: [TrackReport]

  /// A report on `tracks`.
  public init(tracks: [TrackReport]) {
    self.tracks = tracks
  }

  /// The result of decoding one track.
  public struct TrackReport: Hashable, Sendable, Codable {
    /// The track's number.
    public package(set) var track: Int
    /// The number of decoded frames.
    public package(set) var frames: Int
    /// The stretches with no frames or only damaged ones, in order, in the container's time.
    public package(set) var undecodable: [TimeRange]
    /// When the decoder crashed, in the container's time; `nil` if it did not.
    ///
    /// Nothing was decoded from there on.
    public package(set) var crash: MediaTime?
    /// Why the track was not decoded; `nil` if it was.
    public package(set) var reason: Undecoded?
    /// How often a frame has an earlier presentation time than the one that is shown before it.
    public package(set) var backwardSteps = 0

    /// A result of `frames` frames of track `track`, with damage in `undecodable`.
    public init(
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
  public enum Undecoded: String, CaseIterable, Hashable, Sendable, Codable {
    /// Its samples are encrypted.
    case encrypted
    /// FFmpeg has no decoder for its codec.
    case noDecoder
    /// The decoder of its codec may not run here.
    case notAllowed
  }

  /// The result of the track numbered `track`; `nil` if it was not decoded.
  public func report(on track: Int) -> TrackReport? {
    tracks.first { $0.track == track }
  }
}
