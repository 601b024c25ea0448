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

  /// The given times; by default none.
  package init(
    manifest: WallTime = .zero, playlist: WallTime = .zero, initialization: WallTime = .zero,
    segment: WallTime = .zero
  ) {
    self.manifest = manifest
    self.playlist = playlist
    self.initialization = initialization
    self.segment = segment
  }

  /// Whether any takes time.
  var takeTime: Bool { self != ProcessingTimes() }

  /// The time that `content` takes.
  func time(of content: Download.Content) -> WallTime {
    switch content {
    case .manifest: manifest
    case .playlist, .index: playlist
    case .initialization: initialization
    case .segment: segment
    case .key: .zero
    }
  }
}
