/// A link that carries bytes as a fluid, at exactly the rates of a profile.
///
/// It knows when bytes arrive that flow without a break; requests, their latency and what is done
/// with the bytes are its user's. Finding an instant or an amount takes time logarithmic in the
/// number of intervals, however often they repeat.
///
/// Amounts are counted in *quanta*, what a rate of 1 bit/s carries in 1 ns. A byte is 8 · 10⁹ of
/// them, so every rate carries a whole number of them in every time and nothing is rounded but
/// the answers.
public struct Link: Sendable {
  /// What the link follows.
  public let profile: BandwidthProfile

  /// The intervals that last some time, and the last one if it is held.
  private let pieces: [Piece]
  /// What repeats; `nil` if the last piece holds for ever.
  private let cycle: Cycle?
  /// When the last quantum is carried; `nil` if there is no such end.
  private let end: MediaTime?
  /// Whether the path's flags are not the same throughout.
  private let hasPathChanges: Bool

  /// An interval and what came before it.
  private struct Piece: Sendable {
    /// When it starts, in nanoseconds from the start of the profile.
    let start: Int64
    /// What was carried until then, in quanta.
    let carried: UInt128
    /// What it carries, in quanta a nanosecond.
    let rate: UInt128
    let interval: BandwidthProfile.Interval
  }

  /// One pass through all the pieces.
  private struct Cycle: Sendable {
    /// Its length in nanoseconds, more than zero.
    let length: Int64
    /// What it carries, in quanta.
    let carried: UInt128
  }

  private static let quantaPerByte: UInt128 = 8_000_000_000

  /// The link that behaves as `profile` says.
  public init(following profile: BandwidthProfile) {
    let repeats = profile.afterwards == .repeats
    var pieces: [Piece] = []
    var start: Int64 = 0
    var carried: UInt128 = 0
    var end = MediaTime.zero
    for (index, interval) in profile.intervals.enumerated() {
      let isHeld = !repeats && index == profile.intervals.count - 1
      guard isHeld || interval.duration > .zero else { continue }
      let rate = UInt128(interval.rate.bitsPerSecond)
      pieces.append(Piece(start: start, carried: carried, rate: rate, interval: interval))
      start += interval.duration.nanoseconds
      carried += rate * UInt128(interval.duration.nanoseconds)
      if rate > 0 { end = MediaTime(nanoseconds: start) }
    }
    precondition(!pieces.isEmpty, "a profile has no interval that is ever seen")
    let flowsForEver = repeats ? carried > 0 : pieces[pieces.count - 1].rate > 0
    self.profile = profile
    self.pieces = pieces
    self.cycle = repeats ? Cycle(length: start, carried: carried) : nil
    self.end = flowsForEver ? nil : end
    hasPathChanges = pieces.contains { $0.interval.path != pieces[0].interval.path }
  }

  /// The rate at `time`; where it changes, the new one.
  ///
  /// - Precondition: `time` is not negative.
  public func rate(at time: MediaTime) -> BitRate {
    interval(at: time).rate
  }

  /// The time from a request sent at `time` to its first byte, the profile's jitter included.
  ///
  /// - Precondition: `time` is not negative.
  public func latency(at time: MediaTime) -> MediaTime {
    let latency = interval(at: time).latency
    return profile.jitter?.applied(to: latency, at: time) ?? latency
  }

  /// What the path asks of its users at `time`.
  ///
  /// - Precondition: `time` is not negative.
  public func path(at time: MediaTime) -> PathFlags {
    interval(at: time).path
  }

  /// The first time after `time` at which the path's flags are others; `nil` if they stay.
  ///
  /// - Precondition: `time` is not negative.
  public func nextPathChange(after time: MediaTime) -> MediaTime? {
    guard hasPathChanges else { return nil }
    let (cycles, offset) = position(of: time)
    let first = pieces.partitionPoint { $0.start > offset } - 1
    for step in 1...pieces.count {
      let next = first + step
      guard next < pieces.count || cycle != nil else { return nil }
      let piece = pieces[next % pieces.count]
      guard piece.interval.path != pieces[first].interval.path else { continue }
      let passes = cycles + Int64(next / pieces.count)
      return MediaTime(nanoseconds: passes * (cycle?.length ?? 0) + piece.start)
    }
    return nil
  }

  /// Whether anything at all is carried after `time`, however late.
  public func canDeliver(after time: MediaTime) -> Bool {
    guard let end else { return true }
    return time < end
  }

  /// How many whole bytes flow from `start` to `end`; at most `Int64.max`.
  ///
  /// - Precondition: `start` is not negative, and `end` is not before it.
  public func bytes(from start: MediaTime, to end: MediaTime) -> Int64 {
    precondition(start <= end, "bytes are counted backwards")
    return Int64(clamping: (carried(until: end) - carried(until: start)) / Self.quantaPerByte)
  }

  /// The first nanosecond at which `bytes` have flowed whole since `start`.
  ///
  /// No bytes have flowed at `start`. `nil` if so many never flow, or not within
  /// `MediaTime.bound`; a link that ``canDeliver(after:)`` that bound is only too slow.
  ///
  /// For bytes that flow without a break, ask with their sum from where the flow began: asking
  /// for each lot from the arrival of the one before loses the part of a nanosecond every time.
  ///
  /// - Precondition: `bytes` and `start` are not negative.
  public func arrival(of bytes: Int64, from start: MediaTime) -> MediaTime? {
    precondition(bytes >= 0, "fewer than no bytes are asked for")
    guard bytes > 0 else { return start }
    var wanted = carried(until: start) + UInt128(bytes) * Self.quantaPerByte
    var origin: UInt128 = 0
    if let cycle {
      guard cycle.carried > 0 else { return nil }
      // What is wanted last must be found inside a cycle, not at the start of the one after it,
      // before which there may be a stretch that carries nothing.
      let cycles = (wanted - 1) / cycle.carried
      guard cycles <= UInt128(MediaTime.bound.nanoseconds) else { return nil }
      wanted -= cycles * cycle.carried
      origin = cycles * UInt128(cycle.length)
    }
    // The first piece has carried nothing before it and something is wanted, so there is one.
    let piece = pieces[pieces.partitionPoint { $0.carried >= wanted } - 1]
    guard piece.rate > 0 else { return nil }
    let wait = (wanted - piece.carried + piece.rate - 1) / piece.rate
    let arrival = origin + UInt128(piece.start) + wait
    guard arrival <= UInt128(MediaTime.bound.nanoseconds) else { return nil }
    return MediaTime(nanoseconds: Int64(arrival))
  }

  /// All that is carried from time zero until `time`, in quanta.
  private func carried(until time: MediaTime) -> UInt128 {
    let (cycles, offset) = position(of: time)
    let piece = piece(at: offset)
    let before = cycle.map { UInt128(cycles) * $0.carried } ?? 0
    return before + piece.carried + piece.rate * UInt128(offset - piece.start)
  }

  private func interval(at time: MediaTime) -> BandwidthProfile.Interval {
    piece(at: position(of: time).offset).interval
  }

  private func piece(at offset: Int64) -> Piece {
    // The first piece starts at zero, so there is one.
    pieces[pieces.partitionPoint { $0.start > offset } - 1]
  }

  /// How many times the whole profile has passed at `time`, and the nanoseconds since.
  private func position(of time: MediaTime) -> (cycles: Int64, offset: Int64) {
    precondition(time >= .zero, "a link has no time before zero")
    guard let cycle else { return (0, time.nanoseconds) }
    let (cycles, offset) = time.nanoseconds.quotientAndRemainder(dividingBy: cycle.length)
    return (cycles, offset)
  }
}
