/// A table in a container by which players find samples: `moov` or `sidx` in MP4, `Cues` in
/// Matroska, `idx1` in AVI.
package struct ContainerIndex: Hashable, Sendable, Codable {
  /// The container's name for it, such as `moov`.
  package var name: String
  /// The bytes it occupies, its own header included.
  package var range: ByteRange
  /// Where it lies relative to the media data.
  package var placement: Placement

  /// An index called `name` in `range`.
  package init(name: String, range: ByteRange, placement: Placement) {
    self.name = name
    self.range = range
    self.placement = placement
  }

  /// Where an index lies relative to the media data.
  package enum Placement: String, Hashable, Sendable, Codable {
    /// Before all of it: a player that streams has the index before the first sample.
    case beforeMedia
    /// Between two parts of it.
    case amongMedia
    /// After all of it.
    case afterMedia
  }
}

extension ContainerIndex {
  /// An index in `range` of a file whose media data begins and ends where `media` does; `nil` if it
  /// has none.
  package init(name: String, range: ByteRange, media: ByteRange?) {
    let placement: Placement =
      if range.lowerBound < media?.lowerBound ?? .max {
        .beforeMedia
      } else {
        range.lowerBound < media?.upperBound ?? 0 ? .amongMedia : .afterMedia
      }
    self.init(name: name, range: range, placement: placement)
  }
}
