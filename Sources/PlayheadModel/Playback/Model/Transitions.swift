/// The changes caused by one input, all at one instant, in order.
public struct Transitions: Hashable, Sendable, Sequence {
  private var bits: UInt32 = 0

  /// No change.
  public init() {}

  /// Whether nothing changed.
  public var isEmpty: Bool { bits == 0 }

  /// Whether `transition` is among the changes.
  public func contains(_ transition: PlaybackTransition) -> Bool {
    bits & (1 << transition.rawValue) != 0
  }

  /// Adds `transition`.
  public mutating func insert(_ transition: PlaybackTransition) {
    bits |= 1 << transition.rawValue
  }

  /// An iterator over the changes, in order.
  public func makeIterator() -> Iterator {
    Iterator(bits: bits)
  }

  /// An iterator over changes in order.
  public struct Iterator: IteratorProtocol, Sendable {
    fileprivate var bits: UInt32

    /// The next change; `nil` after the last.
    public mutating func next() -> PlaybackTransition? {
      guard bits != 0 else { return nil }
      let bit = UInt32(bits.trailingZeroBitCount)
      bits &= bits - 1
      return PlaybackTransition(rawValue: bit)
    }
  }
}
