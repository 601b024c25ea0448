/// One thing that changed in a player, in the order in which changes of one instant are told:
/// flags first, then what they make of the state.
public enum Transition: UInt16, Hashable, Sendable, CaseIterable {
  /// `isPlaybackBufferEmpty` became true: everything loaded ahead of the playhead is consumed.
  case bufferEmptied
  /// `isPlaybackBufferEmpty` became false.
  case bufferNoLongerEmpty
  /// `isPlaybackBufferFull` became true: the high watermark is reached and loading stops.
  case bufferFilled
  /// `isPlaybackBufferFull` became false: the low watermark is reached and loading goes on.
  case bufferNoLongerFull
  /// `isPlaybackLikelyToKeepUp` became true.
  case likelyToKeepUp
  /// `isPlaybackLikelyToKeepUp` became false.
  case unlikelyToKeepUp
  /// The player waits, or waits for another reason.
  case waiting
  /// The first frame plays.
  case started
  /// Playback that had started ran empty before the end: a stall begins.
  case stalled
  /// A stall is over.
  case resumed
  /// The end has been played.
  case playedToEnd
}

/// The changes that one input to a player caused, all at one instant, in their order.
public struct Transitions: Hashable, Sendable, Sequence {
  private var bits: UInt16 = 0

  /// No change.
  public init() {}

  /// Whether nothing changed.
  public var isEmpty: Bool { bits == 0 }

  /// Whether `transition` is among the changes.
  public func contains(_ transition: Transition) -> Bool {
    bits & (1 << transition.rawValue) != 0
  }

  /// Adds `transition`.
  public mutating func insert(_ transition: Transition) {
    bits |= 1 << transition.rawValue
  }

  /// The changes, one by one.
  public func makeIterator() -> Iterator {
    Iterator(bits: bits)
  }

  /// Walks through changes in their order.
  public struct Iterator: IteratorProtocol, Sendable {
    fileprivate var bits: UInt16

    /// The next change; `nil` after the last.
    public mutating func next() -> Transition? {
      guard bits != 0 else { return nil }
      let bit = UInt16(bits.trailingZeroBitCount)
      bits &= bits - 1
      return Transition(rawValue: bit)
    }
  }
}
