extension ProgressBar {
  /// The glyphs of a bar.
  public struct Style: Hashable, Sendable {
    /// What lies before the playhead and is loaded: played or passed over.
    public var played: Character
    /// What lies before the playhead and is not loaded: passed over, or no longer kept.
    public var passed: Character
    /// The playhead.
    public var thumb: Character
    /// What is loaded behind the playhead.
    public var buffered: Character
    /// The rest.
    public var track: Character
    /// A column filled from the left, by one part more each: seven glyphs for eighths.
    ///
    /// If there are none, a bar shows whole columns, and colours are those of glyphs only.
    public var edges: [Character]

    /// A style of the glyphs given.
    public init(
      played: Character, passed: Character, thumb: Character, buffered: Character,
      track: Character, edges: [Character] = []
    ) {
      self.played = played
      self.passed = passed
      self.thumb = thumb
      self.buffered = buffered
      self.track = track
      self.edges = edges
    }

    /// Block characters.
    public static let blocks = Style(
      played: "█", passed: "░", thumb: "●", buffered: "▒", track: "·",
      edges: ["▏", "▎", "▍", "▌", "▋", "▊", "▉"])
    /// Nothing beyond ASCII.
    public static let ascii = Style(
      played: "=", passed: "_", thumb: "O", buffered: "-", track: ".")
  }
}
