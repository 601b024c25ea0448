public import PlayheadModel

/// A bar of text that shows how far media is played and what of it is loaded.
///
/// It is made of four layers, as the slider of a player is: the track, on it all that is loaded, on
/// that what is played, and on top the thumb. The bar takes exactly ``width`` columns, whatever its
/// glyphs are and however wide the terminal draws them.
///
/// The playhead is shown to the part of a column that ``Style/edges`` are made for, an eighth with
/// block characters, unless the thumb lies over it. What is loaded ends between two columns: one
/// behind the playhead counts as loaded only if all of it is, one before the playhead as soon as
/// any of it is, so that nothing seems loaded that is not and no hole between is lost. In
/// `colors` the ends of what is loaded behind the playhead are shown to the same part of a
/// column, as a glyph in one colour over another can.
public struct ProgressBar: Hashable, Sendable {
  /// How many columns it takes.
  public var width: Int
  /// What it is drawn with.
  public var style: Style
  /// The colours it is drawn in; `nil` for text without escape sequences.
  public var colors: Colors?
  /// Whether the thumb is drawn; without it the played part ends at the playhead.
  public var showsThumb: Bool
  /// How wide the terminal draws glyphs such as `█`.
  ///
  /// Where a glyph of the style takes two columns, so does every cell of the bar, and a last column
  /// that is left over stays empty.
  public var ambiguousWidth: AmbiguousWidth

  /// A bar of `width` columns.
  ///
  /// - Precondition: `width` is at least 1.
  public init(
    width: Int, style: Style = .blocks, colors: Colors? = nil, showsThumb: Bool = true,
    ambiguousWidth: AmbiguousWidth = .narrow
  ) {
    precondition(width >= 1, "a bar without width")
    self.width = width
    self.style = style
    self.colors = colors
    self.showsThumb = showsThumb
    self.ambiguousWidth = ambiguousWidth
  }

  /// The bar for a share of the media played and what of its `duration` is loaded.
  ///
  /// Shares beyond 0…1 are held within it, and so are ranges beyond the duration.
  public func text(progress: Ratio, loaded: TimeRangeSet, of duration: MediaTime) -> String {
    var buffer = TextBuffer()
    PreparedBar(self).write(progress: progress, loaded: loaded, of: duration, to: &buffer)
    return buffer.text
  }

  /// The bar for a share of the media played and a share of it that is loaded from the start, both
  /// held within 0…1.
  public func text(progress: Ratio, buffered: Ratio) -> String {
    let whole = MediaTime(nanoseconds: 1_000_000)
    let end = MediaTime(nanoseconds: min(max(buffered.millionths, 0), whole.nanoseconds))
    let loaded = TimeRangeSet(TimeRange(start: .zero, end: end))
    return text(progress: progress, loaded: loaded, of: whole)
  }

  /// The bar for two shares as a player's control has them, to a millionth; what is no number is 0.
  public func text(progress: Double, buffered: Double) -> String {
    text(progress: Ratio(share: progress), buffered: Ratio(share: buffered))
  }
}

extension Ratio {
  /// `share`, clamped to 0…1; 0 for NaN.
  fileprivate init(share: Double) {
    self.init(millionths: share > 0 ? Int64((min(share, 1) * 1_000_000).rounded()) : 0)
  }
}
