/// A link that carries bytes as a fluid, at exactly the rates of a profile.
///
/// All its times are wall times, counted from the start of the profile.
///
/// It computes when bytes arrive that flow without a break; requests, their latency and the use of
/// the bytes are the caller's. A lookup takes time logarithmic in the number of intervals, however
/// often they repeat.
///
/// Amounts are counted in *quanta*, what a rate of 1 bit/s carries in 1 ns. A byte is 8 · 10⁹ of
/// them, so every rate carries a whole number of them in every time and nothing is rounded but
/// the answers.
public struct Link: Hashable, Sendable {
  /// One object for all that it knows, as links are handed about a lot.
  private let course: Course
  /// What the link is up to an instant; `nil` if it has followed its profile from the start.
  private var earlier: Earlier?

  /// The profile that the link follows, of several the last.
  public var profile: BandwidthProfile { course.profile }
  private var pieces: [Piece] { course.pieces }
  private var cycle: Cycle? { course.cycle }

  /// A profile prepared for lookups.
  private final class Course: Sendable {
    let profile: BandwidthProfile
    /// The intervals of nonzero duration, and the last one if it is held.
    let pieces: [Piece]
    /// The repeating cycle; `nil` if the last piece is held.
    let cycle: Cycle?
    /// When the last quantum is carried; `nil` if the link never stops carrying.
    let end: WallTime?
    /// Whether the path's flags ever change.
    let hasPathChanges: Bool
    let starts: PositionLookup

    init(
      _ profile: BandwidthProfile, pieces: [Piece], cycle: Cycle?, end: WallTime?
    ) {
      self.profile = profile
      self.pieces = pieces
      self.cycle = cycle
      self.end = end
      hasPathChanges = pieces.contains { $0.interval.path != pieces[0].interval.path }
      starts = PositionLookup(pieces.lazy.map(\.start), count: pieces.count)
    }
  }

  /// An interval and the amount carried before it.
  private struct Piece: Sendable {
    /// When it starts, in nanoseconds from the start of the profile.
    let start: Int64
    /// The amount carried before it, in quanta.
    let carried: UInt128
    /// Its rate, in quanta per nanosecond.
    let rate: UInt128
    let interval: BandwidthProfile.Interval
  }

  /// One pass through all the pieces.
  private struct Cycle: Sendable {
    /// Its length in nanoseconds, more than zero.
    let length: Int64
    /// The amount it carries, in quanta.
    let carried: UInt128
  }

  /// A link followed by another one.
  private final class Earlier: Sendable {
    let link: Link
    /// When the other one follows.
    let end: WallTime
    /// The amount carried by then, in quanta.
    let carried: UInt128
    /// What the other one would have carried by then, in quanta.
    let skipped: UInt128

    init(_ link: Link, until end: WallTime, skipped: UInt128) {
      self.link = link
      self.end = end
      carried = link.carried(until: end)
      self.skipped = skipped
    }
  }

  /// Whether both follow the same profiles.
  public static func == (left: Link, right: Link) -> Bool {
    (left.course === right.course || left.profile == right.profile)
      && left.earlier?.end == right.earlier?.end && left.earlier?.link == right.earlier?.link
  }

  /// Feeds the profile to `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(profile)
  }

  /// This link up to `time`, and `other` from then on, each at the same wall time.
  ///
  /// - Precondition: `time` is not negative.
  func followed(by other: Link, from time: WallTime) -> Link {
    var link = Link(other.course)
    link.earlier = Earlier(self, until: time, skipped: link.carried(until: time))
    return link
  }

  /// What the link is at `time`, if that is not what it is in the end.
  private func earlier(at time: WallTime) -> Link? {
    guard let earlier, time < earlier.end else { return nil }
    return earlier.link
  }

  private init(_ course: Course) {
    self.course = course
  }

  /// How many quanta a byte is.
  static let quantaPerByte = UInt128(BitRate.quantaPerByte)

  /// The whole bytes in `quanta`.
  static func wholeBytes(_ quanta: UInt128) -> UInt128 {
    // 128-bit division is slow and seldom needed.
    guard let few = UInt64(exactly: quanta) else { return quanta / quantaPerByte }
    return UInt128(few / UInt64(quantaPerByte))
  }

  /// A link that follows `profile`.
  public init(following profile: BandwidthProfile) {
    let repeats = profile.afterwards == .repeats
    var pieces: [Piece] = []
    var start: Int64 = 0
    var carried: UInt128 = 0
    var end = WallTime.zero
    for (index, interval) in profile.intervals.enumerated() {
      let isHeld = !repeats && index == profile.intervals.count - 1
      guard isHeld || interval.duration > .zero else { continue }
      let rate = UInt128(interval.rate.bitsPerSecond)
      pieces.append(Piece(start: start, carried: carried, rate: rate, interval: interval))
      start += interval.duration.nanoseconds
      carried += rate * UInt128(interval.duration.nanoseconds)
      if rate > 0 { end = WallTime(nanoseconds: start) }
    }
    precondition(!pieces.isEmpty, "a profile has no interval that is ever seen")
    let flowsForEver = repeats ? carried > 0 : pieces[pieces.count - 1].rate > 0
    course = Course(
      profile, pieces: pieces, cycle: repeats ? Cycle(length: start, carried: carried) : nil,
      end: flowsForEver ? nil : end)
  }

  /// The rate at `time`; at a change, the new rate.
  ///
  /// - Precondition: `time` is not negative.
  public func rate(at time: WallTime) -> BitRate {
    interval(at: time).rate
  }

  /// The time from a request sent at `time` to its first byte, jitter included.
  ///
  /// - Precondition: `time` is not negative.
  public func latency(at time: WallTime) -> WallTime {
    if let earlier = earlier(at: time) { return earlier.latency(at: time) }
    let latency = interval(at: time).latency
    return profile.jitter?.applied(to: latency, at: time) ?? latency
  }

  /// The path's flags at `time`.
  ///
  /// - Precondition: `time` is not negative.
  public func path(at time: WallTime) -> PathFlags {
    interval(at: time).path
  }

  /// The first time after `time` at which the path's flags change; `nil` if they never do.
  ///
  /// - Precondition: `time` is not negative.
  public func nextPathChange(after time: WallTime) -> WallTime? {
    guard course.hasPathChanges || earlier != nil else { return nil }
    return nextChange(after: time) { $0.path != $1.path }
  }

  /// The first time after `time` at which rate, latency or path flags change; `nil` if they stay.
  ///
  /// Jitter is not a change.
  ///
  /// - Precondition: `time` is not negative.
  package func nextChange(after time: WallTime) -> WallTime? {
    nextChange(after: time) {
      $0.rate != $1.rate || $0.latency != $1.latency || $0.path != $1.path
    }
  }

  /// The start of the first interval after `time` that differs from the one at `time`.
  private func nextChange(
    after time: WallTime,
    _ differs: (BandwidthProfile.Interval, BandwidthProfile.Interval) -> Bool
  ) -> WallTime? {
    if let earlier, time < earlier.end {
      let change = earlier.link.nextChange(after: time, differs)
      if let change, change < earlier.end { return change }
      let last = earlier.link.interval(at: earlier.end - .resolution)
      return differs(interval(at: earlier.end), last)
        ? earlier.end : nextChange(after: earlier.end, differs)
    }
    let (cycles, offset) = position(of: time)
    let first = place(of: offset)
    for step in 1...pieces.count {
      let next = first + step
      guard next < pieces.count || cycle != nil else { return nil }
      let piece = pieces[next % pieces.count]
      guard differs(piece.interval, pieces[first].interval) else { continue }
      let passes = cycles + Int64(next / pieces.count)
      return WallTime(nanoseconds: passes * (cycle?.length ?? 0) + piece.start)
    }
    return nil
  }

  /// Whether the link carries anything after `time`, however late.
  public func canDeliver(after time: WallTime) -> Bool {
    if let earlier, earlier.end > time, earlier.carried > earlier.link.carried(until: time) {
      return true
    }
    guard let end = course.end else { return true }
    return max(time, earlier?.end ?? time) < end
  }

  /// The number of whole bytes that flow from `start` to `end`; at most `Int64.max`.
  ///
  /// - Precondition: `start` is not negative, and `end` is not before it.
  public func bytes(from start: WallTime, to end: WallTime) -> Int64 {
    precondition(start <= end, "bytes are counted backwards")
    return Int64(clamping: Self.wholeBytes(carried(until: end) - carried(until: start)))
  }

  /// The most bytes that flow in any stretch of `length`, rounded up; at most `Int64.max`.
  ///
  /// - Precondition: `length` is not negative.
  func maximumBytes(in length: WallTime) -> Int64 {
    let peak = pieces.lazy.map(\.rate).max() ?? 0
    let quanta = peak * UInt128(length.nanoseconds)
    let most = Int64(clamping: (quanta + Self.quantaPerByte - 1) / Self.quantaPerByte)
    return max(most, earlier?.link.maximumBytes(in: length) ?? 0)
  }

  /// The first nanosecond at which `bytes` have flowed whole since `start`.
  ///
  /// It is `start` for zero bytes. `nil` if that many never flow, or not within `WallTime.bound`;
  /// a link that ``canDeliver(after:)`` that bound is only too slow.
  ///
  /// For bytes that flow without a break, ask with their sum from the start of the flow: asking for
  /// each part from the arrival of the previous one loses a fraction of a nanosecond every time.
  ///
  /// - Precondition: `bytes` and `start` are not negative.
  public func arrival(of bytes: Int64, from start: WallTime) -> WallTime? {
    precondition(bytes >= 0, "fewer than no bytes are asked for")
    guard bytes > 0 else { return start }
    return arrival(carrying: carried(until: start) + UInt128(bytes) * Self.quantaPerByte)
  }

  /// The first nanosecond by which `quanta`, more than zero, are carried since time zero.
  func arrival(carrying quanta: UInt128) -> WallTime? {
    var wanted = quanta
    if let earlier {
      guard quanta > earlier.carried else { return earlier.link.arrival(carrying: quanta) }
      wanted = quanta - earlier.carried + earlier.skipped
    }
    var origin: UInt128 = 0
    if let cycle {
      guard cycle.carried > 0 else { return nil }
      // The last quantum must be found inside a cycle, not at the start of the next one, which may
      // follow a stretch that carries nothing.
      if wanted > cycle.carried {
        let cycles = (wanted - 1) / cycle.carried
        guard cycles <= UInt128(WallTime.bound.nanoseconds) else { return nil }
        wanted -= cycles * cycle.carried
        origin = cycles * UInt128(cycle.length)
      }
    }
    // Nothing is carried before the first piece and `wanted` is positive, so there is one.
    let piece = pieces[pieces.partitionPoint { $0.carried >= wanted } - 1]
    guard piece.rate > 0 else { return nil }
    let wait = (wanted - piece.carried + piece.rate - 1) / piece.rate
    let arrival = origin + UInt128(piece.start) + wait
    guard arrival <= UInt128(WallTime.bound.nanoseconds) else { return nil }
    return WallTime(nanoseconds: Int64(arrival))
  }

  /// The amount carried from time zero until `time`, in quanta.
  package func carried(until time: WallTime) -> UInt128 {
    guard let earlier else { return ownCarried(until: time) }
    guard time >= earlier.end else { return earlier.link.carried(until: time) }
    return ownCarried(until: time) - earlier.skipped + earlier.carried
  }

  /// The amount carried if the link had followed its last profile from the start.
  private func ownCarried(until time: WallTime) -> UInt128 {
    let (cycles, offset) = position(of: time)
    let piece = piece(at: offset)
    let before = cycle.map { UInt128(cycles) * $0.carried } ?? 0
    return before + piece.carried + piece.rate * UInt128(offset - piece.start)
  }

  /// A stretch of constant rate.
  struct Stretch {
    /// When it begins.
    var start: WallTime
    /// When it ends; `nil` if never.
    var end: WallTime?
    /// The rate, in quanta per nanosecond.
    var rate: UInt128
    /// The amount carried from time zero until it begins, in quanta.
    var carried: UInt128
    fileprivate var piece: Int
    fileprivate var cycles: Int64

    /// The amount carried from time zero until `time`, which lies in the stretch, in quanta.
    func carried(at time: WallTime) -> UInt128 {
      carried + rate * UInt128((time - start).nanoseconds)
    }
  }

  /// The stretch that contains `time`.
  func stretch(at time: WallTime) -> Stretch {
    if let earlier = earlier(at: time) { return cut(earlier.stretch(at: time)) }
    let (cycles, offset) = position(of: time)
    return stretch(piece: place(of: offset), cycles: cycles)
  }

  /// The stretch after one that ends.
  func stretch(after stretch: Stretch) -> Stretch {
    if let earlier, stretch.start < earlier.end {
      return stretch.end == earlier.end
        ? self.stretch(at: earlier.end) : cut(earlier.link.stretch(after: stretch))
    }
    let isLast = stretch.piece + 1 == pieces.count
    return self.stretch(
      piece: isLast ? 0 : stretch.piece + 1, cycles: stretch.cycles + (isLast ? 1 : 0))
  }

  /// A stretch of the earlier link, as far as that is used.
  private func cut(_ stretch: Stretch) -> Stretch {
    var cut = stretch
    if let earlier { cut.end = min(stretch.end ?? earlier.end, earlier.end) }
    return cut
  }

  private func stretch(piece number: Int, cycles: Int64) -> Stretch {
    let piece = pieces[number]
    let isLast = number + 1 == pieces.count
    let origin = cycle.map { cycles * $0.length } ?? 0
    let end = isLast ? cycle?.length : pieces[number + 1].start
    var stretch = Stretch(
      start: WallTime(nanoseconds: origin + piece.start),
      end: end.map { WallTime(nanoseconds: origin + $0) }, rate: piece.rate,
      carried: (cycle.map { UInt128(cycles) * $0.carried } ?? 0) + piece.carried, piece: number,
      cycles: cycles)
    if let earlier {
      if stretch.start < earlier.end {
        (stretch.start, stretch.carried) = (earlier.end, earlier.carried)
      } else {
        stretch.carried += earlier.carried
        stretch.carried -= earlier.skipped
      }
    }
    return stretch
  }

  private func interval(at time: WallTime) -> BandwidthProfile.Interval {
    if let earlier = earlier(at: time) { return earlier.interval(at: time) }
    return piece(at: position(of: time).offset).interval
  }

  private func piece(at offset: Int64) -> Piece {
    course.pieces[place(of: offset)]
  }

  /// The index of the piece that contains `offset`; the first piece starts at zero, so there is
  /// one.
  private func place(of offset: Int64) -> Int {
    course.starts.count(at: offset) { course.pieces[$0].start } - 1
  }

  /// The number of complete passes through the profile at `time`, and the nanoseconds since.
  private func position(of time: WallTime) -> (cycles: Int64, offset: Int64) {
    precondition(time >= .zero, "a link has no time before zero")
    guard let cycle else { return (0, time.nanoseconds) }
    let (cycles, offset) = time.nanoseconds.quotientAndRemainder(dividingBy: cycle.length)
    return (cycles, offset)
  }
}
