/// A bar of text that shows how far media is played and how far it is loaded.
public struct ProgressBar: Hashable, Sendable {
  /// The glyphs of a bar, each one column wide.
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

    /// A style of the glyphs given.
    public init(
      played: Character, passed: Character, thumb: Character, buffered: Character,
      track: Character
    ) {
      self.played = played
      self.passed = passed
      self.thumb = thumb
      self.buffered = buffered
      self.track = track
    }

    /// Block characters.
    public static let blocks = Style(
      played: "█", passed: "░", thumb: "●", buffered: "▒", track: "·")
    /// Nothing beyond ASCII.
    public static let ascii = Style(
      played: "=", passed: "_", thumb: "O", buffered: "-", track: ".")
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

  /// The bar for a share of the media played and what of its `duration` is loaded.
  ///
  /// The thumb stands in the column in which the playhead lies. A column behind the thumb counts as
  /// loaded only if all of it is, one before the thumb as soon as any of it is.
  public func text(progress: Ratio, loaded: TimeRangeSet, of duration: MediaTime) -> String {
    let thumb = min(width - 1, columns(progress))
    var ranges = loaded.ranges[...]
    var text = ""
    for column in 0..<width {
      let start = edge(column, of: duration)
      let end = edge(column + 1, of: duration)
      while let first = ranges.first, edge(first.end) <= start { ranges.removeFirst() }
      let first = ranges.first
      if column < thumb {
        text.append(first.map { edge($0.start) < end } ?? false ? style.played : style.passed)
      } else if column == thumb {
        text.append(style.thumb)
      } else {
        let isLoaded = first.map { edge($0.start) <= start && edge($0.end) >= end } ?? false
        text.append(isLoaded ? style.buffered : style.track)
      }
    }
    return text
  }

  /// Where `column` begins, in parts of a nanosecond of which there are as many as columns.
  private func edge(_ column: Int, of duration: MediaTime) -> Int128 {
    Int128(column) * Int128(duration.nanoseconds)
  }

  /// `time` in those parts.
  private func edge(_ time: MediaTime) -> Int128 {
    Int128(time.nanoseconds) * Int128(width)
  }

  /// How many whole columns `share` fills.
  private func columns(_ share: Ratio) -> Int {
    Int(min(max(share.millionths, 0), 1_000_000)) * width / 1_000_000
  }
}
