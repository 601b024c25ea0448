import PlayheadKit

extension BufferingPolicy {
  /// Whether the player waits for media by itself.
  var isPatient: Bool { parameters.automaticallyWaitsToMinimizeStalling }
}

extension Event.Kind {
  var isSeek: Bool { if case .seekStarted = self { true } else { false } }
  var isLoop: Bool { if case .playbackLooped = self { true } else { false } }
}
