/// A profile prepared for lookups: what it carries by when, and what holds when.
///
/// A lookup takes time logarithmic in the number of intervals, however often they repeat.
final class PreparedProfile: Sendable {
  let profile: BandwidthProfile
  /// The intervals of nonzero duration, and the last one if it is held; nearly always the profile's
  /// own.
  private let intervals: [BandwidthProfile.Interval]
  /// When each of them starts, in nanoseconds from the start of the profile.
  private let starts: [Int64]
  /// The amount carried before each of them, in quanta.
  private let amounts: [UInt128]
  /// The repeating cycle; `nil` if the last piece is held.
  private let cycle: Cycle?
  /// When the last quantum is carried; `nil` if the profile never stops carrying.
  let end: WallTime?
  /// The latency of all intervals; `nil` if they differ.
  let latency: WallTime?
  /// Whether the path's flags ever change.
  let hasPathChanges: Bool
  private let lookup: PositionLookup

  /// An interval and the amount carried before it.
  private struct Piece: Sendable {
    /// When it starts, in nanoseconds from the start of the profile.
    let start: Int64
    /// The amount carried before it, in quanta.
    let carried: UInt128
    /// Its rate, in quanta per nanosecond.
    let rate: UInt128
  }

  /// The interval with this number.
  private func piece(_ number: Int) -> Piece {
    Piece(
      start: starts[number], carried: amounts[number],
      rate: UInt128(intervals[number].rate.bitsPerSecond))
  }

  /// One pass through all the pieces.
  private struct Cycle: Sendable {
    /// Its length in nanoseconds, more than zero.
    let length: Int64
    /// The amount it carries, in quanta.
    let carried: UInt128
  }

  init(_ profile: BandwidthProfile) {
    let repeats = profile.afterwards == .repeats
    let all = profile.intervals
    let isSeen = { (number: Int) in
      all[number].duration > .zero || !repeats && number == all.count - 1
    }
    let intervals =
      all.indices.allSatisfy(isSeen) ? all : all.indices.filter(isSeen).map { all[$0] }
    var starts: [Int64] = []
    var amounts: [UInt128] = []
    starts.reserveCapacity(intervals.count)
    amounts.reserveCapacity(intervals.count)
    var start: Int64 = 0
    var carried: UInt128 = 0
    var end = WallTime.zero
    for interval in intervals {
      let rate = UInt128(interval.rate.bitsPerSecond)
      starts.append(start)
      amounts.append(carried)
      start += interval.duration.nanoseconds
      carried += rate * UInt128(interval.duration.nanoseconds)
      if rate > 0 { end = WallTime(nanoseconds: start) }
    }
    guard let first = intervals.first, let last = intervals.last else {
      preconditionFailure("a profile has no interval that is ever seen")
    }
    let flowsForEver = repeats ? carried > 0 : last.rate > .zero
    self.profile = profile
    self.intervals = intervals
    self.starts = starts
    self.amounts = amounts
    cycle = repeats ? Cycle(length: start, carried: carried) : nil
    self.end = flowsForEver ? nil : end
    latency = intervals.allSatisfy { $0.latency == first.latency } ? first.latency : nil
    hasPathChanges = intervals.contains { $0.path != first.path }
    lookup = PositionLookup(starts, count: starts.count)
  }

  /// The highest rate, in quanta per nanosecond.
  var peak: UInt128 { UInt128(intervals.lazy.map(\.rate.bitsPerSecond).max() ?? 0) }

  /// The interval that holds at `time`; at a change, the new one.
  func interval(at time: WallTime) -> BandwidthProfile.Interval {
    intervals[place(of: position(of: time).offset)]
  }

  /// The start of the first interval after `time` that differs from the one at `time`.
  func nextChange(
    after time: WallTime,
    _ differs: (BandwidthProfile.Interval, BandwidthProfile.Interval) -> Bool
  ) -> WallTime? {
    let (cycles, offset) = position(of: time)
    let first = place(of: offset)
    for step in 1...intervals.count {
      let next = first + step
      guard next < intervals.count || cycle != nil else { return nil }
      let number = next % intervals.count
      guard differs(intervals[number], intervals[first]) else { continue }
      let passes = cycles + Int64(next / intervals.count)
      return WallTime(nanoseconds: passes * (cycle?.length ?? 0) + starts[number])
    }
    return nil
  }

  /// The amount carried from time zero until `time`, in quanta.
  func carried(until time: WallTime) -> UInt128 {
    let (cycles, offset) = position(of: time)
    let piece = piece(place(of: offset))
    // A rate of 64 bits carries less than 2¹²⁸ quanta in all 64-bit times.
    return carried(in: cycles) + piece.carried + piece.rate &* UInt128(offset - piece.start)
  }

  /// The amount carried in a number of passes through the profile, in quanta.
  private func carried(in cycles: Int64) -> UInt128 {
    guard let cycle, cycles > 0 else { return 0 }
    return UInt128(cycles) &* cycle.carried
  }

  /// The first nanosecond by which `quanta`, more than zero, are carried since time zero; `nil` if
  /// never, or not within `WallTime.bound`.
  func arrival(carrying quanta: UInt128) -> WallTime? { exactArrival(carrying: quanta)?.time }

  /// The same, with what is carried beyond `quanta` by then, and the rate at which that is.
  @inline(__always)
  func exactArrival(
    carrying quanta: UInt128
  ) -> (time: WallTime, excess: UInt128, rate: UInt128)? {
    var wanted = quanta
    var origin: UInt128 = 0
    if let cycle {
      guard cycle.carried > 0 else { return nil }
      // The last quantum must be found inside a cycle, not at the start of the next one, which may
      // follow a stretch that carries nothing.
      if wanted > cycle.carried {
        let cycles = (wanted - 1).quotient(by: cycle.carried)
        guard cycles <= UInt128(WallTime.bound.nanoseconds) else { return nil }
        wanted -= cycles * cycle.carried
        origin = cycles * UInt128(cycle.length)
      }
    }
    // Nothing is carried before the first piece and `wanted` is positive, so there is one.
    let piece = piece(amounts.partitionPoint { $0 >= wanted } - 1)
    guard piece.rate > 0 else { return nil }
    let missing = wanted - piece.carried
    let wait = (missing + piece.rate - 1).quotient(by: piece.rate)
    let arrival = origin + UInt128(piece.start) + wait
    guard arrival <= UInt128(WallTime.bound.nanoseconds) else { return nil }
    return (WallTime(nanoseconds: Int64(arrival)), wait * piece.rate - missing, piece.rate)
  }

  // MARK: Stretches of constant rate

  /// The stretch that contains `time`.
  func stretch(at time: WallTime) -> NetworkLink.Stretch {
    let (cycles, offset) = position(of: time)
    return stretch(piece: place(of: offset), cycles: cycles)
  }

  /// The stretch after one that ends.
  func stretch(after stretch: NetworkLink.Stretch) -> NetworkLink.Stretch {
    let isLast = stretch.piece + 1 == intervals.count
    return self.stretch(
      piece: isLast ? 0 : stretch.piece + 1, cycles: stretch.cycles + (isLast ? 1 : 0))
  }

  /// The number of stretches that begin from `start` to `end`.
  func stretchCount(from start: WallTime, to end: WallTime) -> Int64 {
    let (first, last) = (position(of: start), position(of: end))
    // Each lasts a nanosecond at least, so that they are no more than those.
    return (last.cycles - first.cycles) * Int64(intervals.count)
      + Int64(place(of: last.offset) - place(of: first.offset))
  }

  private func stretch(piece number: Int, cycles: Int64) -> NetworkLink.Stretch {
    let piece = piece(number)
    let isLast = number + 1 == intervals.count
    let origin = cycle.map { cycles * $0.length } ?? 0
    let end = isLast ? cycle?.length : starts[number + 1]
    return NetworkLink.Stretch(
      start: WallTime(nanoseconds: origin + piece.start),
      end: end.map { WallTime(nanoseconds: origin + $0) }, rate: piece.rate,
      carried: carried(in: cycles) + piece.carried, piece: number,
      cycles: cycles)
  }

  // MARK: Positions

  /// The index of the piece that contains `offset`; the first piece starts at zero, so there is
  /// one.
  private func place(of offset: Int64) -> Int {
    lookup.count(at: offset) { starts[$0] } - 1
  }

  /// The number of complete passes through the profile at `time`, and the nanoseconds since.
  private func position(of time: WallTime) -> (cycles: Int64, offset: Int64) {
    precondition(time >= .zero, "a link has no time before zero")
    guard let cycle else { return (0, time.nanoseconds) }
    let (cycles, offset) = time.nanoseconds.quotientAndRemainder(dividingBy: cycle.length)
    return (cycles, offset)
  }
}

extension UInt128 {
  /// The quotient, without a slow 128-bit division where both fit 64 bits.
  fileprivate func quotient(by divisor: UInt128) -> UInt128 {
    guard let own = UInt64(exactly: self), let other = UInt64(exactly: divisor) else {
      return self / divisor
    }
    return UInt128(own / other)
  }
}
