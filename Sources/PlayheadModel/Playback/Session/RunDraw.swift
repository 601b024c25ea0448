/// What is drawn for one run of a player, of all that varies from run to run.
///
/// Each quantity has a key of its own, so that what is drawn for it does not depend on the order in
/// which things happen. The same seed and run give the same values on every machine.
package struct RunDraw: Hashable, Sendable {
  private let state: UInt64

  /// What is drawn, as the first of its keys.
  package enum Quantity: Int, CaseIterable, Sendable {
    /// How long a player is busy with what has come.
    case processing
    /// How late a timer fires.
    case timer
    /// How long starting takes.
    case startup
    /// What a rule takes for the throughput before it has measured any.
    case estimate
    /// How late a player sees the first byte of a response.
    case firstByte
    /// How late it sees the last.
    case lastByte
  }

  /// What is drawn for the run numbered `run` with `seed`.
  package init(run: Int, seed: UInt64) {
    state = Self.mixed(Self.mixed(seed) ^ UInt64(truncatingIfNeeded: run))
  }

  /// A time of `range` for the quantity with these `keys`.
  package func time(in range: VariedTime, _ keys: Int...) -> WallTime {
    let mixed = keys.reduce(state) { Self.mixed($0 ^ UInt64(truncatingIfNeeded: $1)) }
    return range.time(at: UInt32(truncatingIfNeeded: mixed >> 32))
  }

  /// A whole number from zero up to `count`, each as likely as any, for the quantity with these
  /// `keys`.
  package func number(below count: Int, _ keys: Int...) -> Int {
    let mixed = keys.reduce(state) { Self.mixed($0 ^ UInt64(truncatingIfNeeded: $1)) }
    return Int(mixed.multipliedFullWidth(by: UInt64(count)).high)
  }

  /// The first number of SplitMix64 with the seed `value`.
  private static func mixed(_ value: UInt64) -> UInt64 {
    SplitMix.mixed(value &+ SplitMix.increment)
  }
}

/// A length of time that varies from run to run.
package struct VariedTime: Hashable, Sendable {
  /// The least: of what was measured, all but a twentieth take longer.
  package var least: WallTime
  /// The median.
  package var median: WallTime
  /// The most: of what was measured, all but a twentieth take no longer.
  package var most: WallTime

  /// A time from `least` to `most`, half of them up to `median`.
  ///
  /// - Precondition: they are in order, and none is below zero.
  package init(_ least: WallTime, _ median: WallTime, _ most: WallTime) {
    precondition(.zero <= least && least <= median && median <= most, "times out of order")
    (self.least, self.median, self.most) = (least, median, most)
  }

  /// The time at `place` of all that can be drawn, from the least to the most.
  ///
  /// Each half is drawn evenly.
  func time(at place: UInt32) -> WallTime {
    let (start, end) = place < 1 << 31 ? (least, median) : (median, most)
    let share = UInt64(place & (1 << 31 - 1))
    let length = UInt64((end - start).nanoseconds)
    let (high, low) = length.multipliedFullWidth(by: share)
    return start + WallTime(nanoseconds: Int64(high << 33 | low >> 31))
  }
}
