package import PlayheadModel

/// Playback that stands still when its session ends, though nobody paused it.
package struct Standstill: Hashable, Sendable {
  /// What playback waits for.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The first frame: playback never started.
    case startup
    /// The end of a stall.
    case stall
    /// The first frame after a seek, or after the user asked to play with too little media ahead.
    case seek
    /// Nothing: the player has ended with an error while it played.
    case error
  }

  /// What playback waits for.
  package var kind: Kind
  /// The wall time since which it waits; `nil` if unknown.
  package var start: WallTime?
  /// The media time at which it waits; `nil` if unknown.
  package var mediaTime: MediaTime?
  /// How the session ended.
  package var endReason: Session.EndReason

  /// A standstill with the given values.
  package init(
    _ kind: Kind, start: WallTime? = nil, mediaTime: MediaTime? = nil,
    endReason: Session.EndReason
  ) {
    self.kind = kind
    self.start = start
    self.mediaTime = mediaTime
    self.endReason = endReason
  }

  /// How `session` ends; `nil` if it played to the end, if it plays when its limit ends it, or if
  /// the user left it paused after it had started.
  package init?(_ session: Session) {
    guard session.startup != nil else {
      self.init(.startup, endReason: session.endReason)
      return
    }
    guard let wait = session.openWait else {
      guard session.endReason == .error else { return nil }
      self.init(
        .error, start: session.elapsed, mediaTime: session.ticks.last?.mediaTime,
        endReason: .error)
      return
    }
    switch wait.cause {
    case .startup: self.init(.startup, endReason: session.endReason)
    case .stall, .loop:
      self.init(
        .stall, start: wait.start, mediaTime: session.stalls.last?.mediaTime,
        endReason: session.endReason)
    case .seek:
      // Without a seek, the user asked to play with too little media ahead.
      let seek = session.seeks.last { $0.start == wait.start }
      self.init(.seek, start: wait.start, mediaTime: seek?.to, endReason: session.endReason)
    }
  }
}
