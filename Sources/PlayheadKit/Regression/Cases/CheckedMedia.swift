/// The media of a case: where it is and which of its tracks are played.
public struct CheckedMedia: Hashable, Sendable {
  /// What it is called in reports: as the suite has it, or what a pattern found, counted from the
  /// suite's folder.
  public var name: String
  /// The path from where the program runs, or the `http` or `https` URL.
  public var location: String
  /// The numbers of the tracks that are played; `nil` for the preferred ones.
  public var tracks: [Int]?
  /// Whether it is a pattern that no file matches, so that there is nothing to play.
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
