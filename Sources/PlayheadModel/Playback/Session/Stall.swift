/// A rebuffering event: playback that had started waits for media.
///
/// It ends when playback resumes, when the user seeks, or, if the user paused in it, when the
/// buffer would have let playback resume. A player that pauses by itself as it runs empty is
/// stalled until it plays again.
public struct Stall: Hashable, Sendable {
  /// Its number, from 1.
  public package(set) var number: Int
  /// The wall time at which it began.
  public package(set) var start: WallTime
  /// The playhead during the stall, in media time counted from the origin.
  public package(set) var mediaTime: MediaTime
  /// How long it had lasted, in wall time, when it ended or the session did.
  public package(set) var elapsed: WallTime
  /// Whether it was still open when the session ended.
  public package(set) var isOpen: Bool

  package init(
    number: Int, start: WallTime, mediaTime: MediaTime, elapsed: WallTime, isOpen: Bool = false
  ) {
    self.number = number
    self.start = start
    self.mediaTime = mediaTime
    self.elapsed = elapsed
    self.isOpen = isOpen
  }

  /// How long it lasted, in wall time; `nil` if it was still open when the session ended.
  public var duration: WallTime? { isOpen ? nil : elapsed }
  /// How long it lasted, as far as that is known.
  public var length: StallLength { isOpen ? .atLeast(elapsed) : .finite(elapsed) }
}

/// The length of a stall or of another wait, or of several together, in wall time.
public enum StallLength: Hashable, Comparable, Sendable {
  /// A known length.
  case finite(WallTime)
  /// At least this long: a wait was still open when the session ended.
  ///
  /// It is greater than any known length, as the wait has no end.
  case atLeast(WallTime)

  /// The length; `nil` if a wait was still open.
  public var time: WallTime? {
    if case .finite(let time) = self { time } else { nil }
  }

  /// What had elapsed when the waits ended or the session did.
  public var elapsed: WallTime {
    switch self {
    case .finite(let time), .atLeast(let time): time
    }
  }

  /// Whether a wait was still open when the session ended, so that the length is a lower bound.
  public var isOpen: Bool { time == nil }

  /// A length that is known, or a lower bound of it.
  package init(_ elapsed: WallTime, isOpen: Bool) {
    self = isOpen ? .atLeast(elapsed) : .finite(elapsed)
  }
}

extension Sequence<StallLength> {
  /// The longest of waits; `nil` without any.
  ///
  /// One that is open may outlast all others, so the longest is a lower bound then.
  package var longest: StallLength? {
    map(\.elapsed).max().map { StallLength($0, isOpen: contains(where: \.isOpen)) }
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
