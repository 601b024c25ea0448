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
