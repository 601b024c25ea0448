/// What decoding a media file found.
public struct DecodingReport: Hashable, Sendable, Codable {
  /// The tracks that were decoded, by number.
  public var tracks: [TrackReport]

  /// A report on `tracks`.
  public init(tracks: [TrackReport]) {
    self.tracks = tracks
  }

  /// What decoding one track found.
  public struct TrackReport: Hashable, Sendable, Codable {
    /// The track's number.
    public var track: Int
    /// How many frames came out.
    public var frames: Int
    /// Where nothing or only damaged frames came out, in order, by the container's clock.
    public var undecodable: [TimeRange]

    /// `frames` frames of track `track`, none of them from `undecodable`.
    public init(track: Int, frames: Int, undecodable: [TimeRange]) {
      self.track = track
      self.frames = frames
      self.undecodable = undecodable
    }
  }

  /// The report on the track numbered `track`, if it was decoded.
  public func report(on track: Int) -> TrackReport? {
    tracks.first { $0.track == track }
  }
}
