/// A rebuffering event: playback that had started waits for media.
///
/// It ends when playback resumes, when the user seeks, or, if the user paused in it, when the buffer
/// would have let playback resume. A player that pauses by itself as it runs empty is stalled until it
/// plays again.
public struct Stall: Hashable, Sendable {
  /// Its number, from 1.
  public package(set) var number: Int
  /// The wall time at which it began.
  public package(set) var start: WallTime
  /// The playhead during the stall, in media time counted from the origin.
  public package(set) var mediaTime: MediaTime
  /// How long it lasted, in wall time; `nil` if it was still open when the session ended.
  public package(set) var duration: WallTime?

  package init(number: Int, start: WallTime, mediaTime: MediaTime, duration: WallTime? = nil) {
    self.number = number
    self.start = start
    self.mediaTime = mediaTime
    self.duration = duration
  }

  /// Whether it was still open when the session ended.
  public var isOpen: Bool { duration == nil }
  /// How long it lasted.
  public var length: StallLength { duration.map(StallLength.finite) ?? .unbounded }
}

/// The length of a stall or of another wait, or of several together, in wall time.
public enum StallLength: Hashable, Comparable, Sendable {
  /// A known length.
  case finite(WallTime)
  /// Longer than any bound: a wait was still open when the session ended.
  case unbounded

  /// The length; `nil` if it is unbounded.
  public var time: WallTime? {
    if case .finite(let time) = self { time } else { nil }
  }
}

/// A wait that was still open when a session ended.
public struct OpenWait: Hashable, Sendable {
  /// The cause of the wait.
  public package(set) var cause: WaitingCause
  /// The wall time at which it began.
  public package(set) var start: WallTime

  /// A wait of this cause that began at `start`.
  public init(_ cause: WaitingCause, since start: WallTime) {
    self.cause = cause
    self.start = start
  }
}
