/// A bar of text that shows how far media is played and how far it is loaded.
public struct ProgressBar: Hashable, Sendable {
  /// The glyphs of a bar, each one column wide.
  public struct Style: Hashable, Sendable {
    /// What is played.
    public var played: Character
    /// The playhead.
    public var thumb: Character
    /// What is loaded and not yet played.
    public var buffered: Character
    /// The rest.
    public var track: Character

    /// A style of the glyphs given.
    public init(played: Character, thumb: Character, buffered: Character, track: Character) {
      self.played = played
      self.thumb = thumb
      self.buffered = buffered
      self.track = track
    }

    /// Block characters.
    public static let blocks = Style(played: "█", thumb: "●", buffered: "▒", track: "·")
    /// Nothing beyond ASCII.
    public static let ascii = Style(played: "=", thumb: "O", buffered: "-", track: ".")
  }

  /// How many columns it takes.
  public var width: Int
  /// What it is drawn with.
  public var style: Style

  /// A bar of `width` columns.
  ///
  /// - Precondition: `width` is at least 1.
  public init(width: Int, style: Style) {
    precondition(width >= 1, "a bar without width")
    self.width = width
    self.style = style
  }

  /// The bar for shares of the media played and loaded, each held within 0…1.
  ///
  /// The thumb stands in the column in which the playhead lies; a column counts as loaded only if
  /// all of it is.
  public func text(progress: Ratio, buffered: Ratio) -> String {
    let thumb = min(width - 1, columns(progress))
    let loaded = max(columns(buffered), thumb + 1)
    return String(repeating: style.played, count: thumb) + String(style.thumb)
      + String(repeating: style.buffered, count: loaded - thumb - 1)
      + String(repeating: style.track, count: width - loaded)
  }

  /// How many whole columns `share` fills.
  private func columns(_ share: Ratio) -> Int {
    Int(min(max(share.millionths, 0), 1_000_000)) * width / 1_000_000
  }
}
