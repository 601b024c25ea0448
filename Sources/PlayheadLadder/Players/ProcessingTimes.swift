package import PlayheadModel

/// The wall time that a player takes with what it has loaded before it loads on: to parse and to
/// append it.
package struct ProcessingTimes: Hashable, Sendable {
  /// With the last manifest.
  package var manifest: WallTime
  /// With a playlist or an index.
  package var playlist: WallTime
  /// With an initialization section.
  package var initialization: WallTime
  /// With a segment.
  package var segment: WallTime
  /// With the first segment of video, which decoders are made ready for, or which is looked into
  /// for captions; `nil` for as with others.
  package var firstSegment: WallTime?

  /// The given times; by default none.
  package init(
    manifest: WallTime = .zero, playlist: WallTime = .zero, initialization: WallTime = .zero,
    segment: WallTime = .zero, firstSegment: WallTime? = nil
  ) {
    self.manifest = manifest
    self.playlist = playlist
    self.initialization = initialization
    self.segment = segment
    self.firstSegment = firstSegment
  }

  /// Whether any takes time.
  var takeTime: Bool { self != ProcessingTimes() }

  /// The time that `content` takes, the first of its kind or a later one.
  func time(of content: Download.Content, isFirst: Bool) -> WallTime {
    if isFirst, content == .segment, let firstSegment { return firstSegment }
    return switch content {
    case .manifest: manifest
    case .playlist, .index: playlist
    case .initialization: initialization
    case .segment: segment
    case .key: .zero
    }
  }
}
