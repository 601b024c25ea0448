/// The media of a case: its location and the tracks to play.
public struct CheckedMedia: Hashable, Sendable {
  /// The name in reports: as in the suite, or as found by a pattern, relative to the suite's
  /// folder.
  public var name: String
  /// The path relative to the working directory, or the `http` or `https` URL.
  public var location: String
  /// The numbers of the tracks to play; `nil` for the preferred ones.
  public var tracks: [Int]?
  /// Whether this is a pattern without a matching file, so that nothing can be played.
  public var isUnmatched: Bool

  /// Media at `location`.
  public init(
    name: String, location: String, tracks: [Int]? = nil, isUnmatched: Bool = false
  ) {
    self.name = name
    self.location = location
    self.tracks = tracks
    self.isUnmatched = isUnmatched
  }
}
