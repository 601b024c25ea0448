import PlayheadFiles
public import PlayheadLadder
public import PlayheadModel

/// The media of a case: its location, the tracks to play, and how much of them to decode.
public struct CheckedMedia: Hashable, Sendable {
  /// The name in reports: as in the suite, or as found by a pattern, relative to the suite's
  /// folder.
  public var name: String
  /// The path relative to the working directory, or the `http` or `https` URL.
  public var location: String
  /// The numbers of the tracks to play; `nil` for the preferred ones.
  public var tracks: [Int]?
  /// How much to decode, to find damage; it never changes the session.
  public var decode: DecodeMode
  /// The player as which a ladder is read, which decides what of it can be played; `nil` for the
  /// usual one of its format.
  public var player: LadderPlayer?
  /// How a ladder is read.
  package var reading = LadderReadingSetting()
  /// Whether a ladder is read as the live event that it is.
  package var isLive = false
  /// Whether this is a pattern without a matching file, so that nothing can be played.
  public var isUnmatched: Bool

  /// Media at `location`.
  ///
  /// The secrets of a URL are left out of its name.
  public init(
    name: String, location: String, tracks: [Int]? = nil, decode: DecodeMode = .auto,
    isUnmatched: Bool = false
  ) {
    self.name = location.isWebURL ? ShownAddress.hiding(in: name) : name
    self.location = location
    self.tracks = tracks
    self.decode = decode
    self.isUnmatched = isUnmatched
  }
}
