/// How long a stall lasted, or several together, in wall time.
public enum StallLength: Hashable, Comparable, Sendable {
  /// So long.
  case finite(MediaTime)
  /// Longer than any bound: a stall was still open when the session ended.
  case unbounded

  /// The length; `nil` if it is unbounded.
  public var time: MediaTime? {
    if case .finite(let time) = self { time } else { nil }
  }
}
