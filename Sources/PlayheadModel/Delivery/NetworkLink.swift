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
public struct NetworkLink: Hashable, Sendable {
  /// One object for the whole profile, as links are copied often.
  private let prepared: PreparedProfile
  /// What the link is up to an instant; `nil` if it has followed its profile from the start.
  private var predecessor: Predecessor?

  /// The profile that the link follows, of several the last.
  public var profile: BandwidthProfile { prepared.profile }

  /// A link followed by another one.
  fileprivate final class Predecessor: Sendable {
    let link: NetworkLink
    /// When the other one follows.
    let end: WallTime
    /// The amount carried by then, in quanta.
    let carried: UInt128
    /// What the other one would have carried by then, in quanta.
    let skipped: UInt128

    init(_ link: NetworkLink, until end: WallTime, skipped: UInt128) {
      self.link = link
      self.end = end
      carried = link.carried(until: end)
      self.skipped = skipped
    }
  }

  /// A link that follows `profile`.
  public init(following profile: BandwidthProfile) {
    prepared = PreparedProfile(profile)
  }

  private init(_ prepared: PreparedProfile, after predecessor: Predecessor) {
    self.prepared = prepared
    self.predecessor = predecessor
  }

  /// This link up to `time`, and `other` from then on, each at the same wall time.
  ///
  /// - Precondition: `time` is not negative.
  func followed(by other: NetworkLink, from time: WallTime) -> NetworkLink {
    let skipped = other.prepared.carried(until: time)
    return NetworkLink(other.prepared, after: Predecessor(self, until: time, skipped: skipped))
  }

  /// This link, at least as fast as `rate` from `start` to `end`.
  ///
  /// - Precondition: `start` is not negative, and `end` is after it.
  package func raised(to rate: BitRate, from start: WallTime, to end: WallTime) -> NetworkLink {
    let intervals = profile.intervals.map { interval in
      var raised = interval
      raised.rate = max(interval.rate, rate)
      return raised
    }
    let raised = NetworkLink(following: profile.replacing(intervals: intervals, note: nil))
    let begun = start > .zero ? followed(by: raised, from: start) : raised
    return begun.followed(by: self, from: end)
  }

  /// What the link is at `time`, if that is not what it is in the end.
  private func predecessor(at time: WallTime) -> NetworkLink? {
    guard let predecessor, time < predecessor.end else { return nil }
    return predecessor.link
  }

  /// Whether both follow the same profiles.
  public static func == (left: NetworkLink, right: NetworkLink) -> Bool {
    (left.prepared === right.prepared || left.profile == right.profile)
      && left.predecessor?.end == right.predecessor?.end
      && left.predecessor?.link == right.predecessor?.link
  }

  /// Feeds the profile to `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(profile)
  }

  // MARK: What holds when

  private func interval(at time: WallTime) -> BandwidthProfile.Interval {
    predecessor(at: time)?.interval(at: time) ?? prepared.interval(at: time)
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
    if let predecessor = predecessor(at: time) { return predecessor.latency(at: time) }
    let latency = prepared.latency ?? prepared.interval(at: time).latency
    return profile.jitter?.applied(to: latency, at: time) ?? latency
  }

  /// Whether requests have the same latency at all times.
  package var hasSteadyLatency: Bool {
    guard profile.jitter == nil, let latency = prepared.latency else { return false }
    guard let before = predecessor?.link else { return true }
    return before.hasSteadyLatency && before.prepared.latency == latency
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
    guard prepared.hasPathChanges || predecessor != nil else { return nil }
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

  /// The first time after `time` at which the latency of a request may change; `nil` if it stays.
  ///
  /// - Precondition: `time` is not negative.
  package func nextLatencyChange(after time: WallTime) -> WallTime? {
    let change = nextChange(after: time) { $0.latency != $1.latency }
    guard let jitter = (predecessor(at: time) ?? self).profile.jitter else { return change }
    let draw = jitter.nextDraw(after: time)
    return min(change ?? draw, draw)
  }

  /// The start of the first interval after `time` that differs from the one at `time`.
  private func nextChange(
    after time: WallTime,
    _ differs: (BandwidthProfile.Interval, BandwidthProfile.Interval) -> Bool
  ) -> WallTime? {
    guard let predecessor, time < predecessor.end else {
      return prepared.nextChange(after: time, differs)
    }
    let change = predecessor.link.nextChange(after: time, differs)
    if let change, change < predecessor.end { return change }
    let last = predecessor.link.interval(at: predecessor.end - .resolution)
    return differs(interval(at: predecessor.end), last)
      ? predecessor.end : nextChange(after: predecessor.end, differs)
  }

  // MARK: What is carried by when

  /// How many quanta a byte is.
  static var quantaPerByte: UInt128 { UInt128(BitRate.quantaPerByte) }

  /// The whole bytes in `quanta`.
  static func wholeBytes(_ quanta: UInt128) -> UInt128 {
    // 128-bit division is slow and seldom needed.
    guard let few = UInt64(exactly: quanta) else { return quanta / quantaPerByte }
    return UInt128(few / UInt64(quantaPerByte))
  }

  /// Whether the link carries anything after `time`, however late.
  public func canDeliver(after time: WallTime) -> Bool {
    if let predecessor, predecessor.end > time,
      predecessor.carried > predecessor.link.carried(until: time)
    {
      return true
    }
    guard let end = prepared.end else { return true }
    return max(time, predecessor?.end ?? time) < end
  }

  /// The number of whole bytes that flow from `start` to `end`; at most `Int64.max`.
  ///
  /// - Precondition: `start` is not negative, and `end` is not before it.
  public func bytes(from start: WallTime, to end: WallTime) -> Int64 {
    precondition(start <= end, "bytes are counted backwards")
    return Int64(clamping: Self.wholeBytes(carried(until: end) - carried(until: start)))
  }

  /// The maximum number of whole bytes that flow in any stretch of `length`; at most `Int64.max`.
  ///
  /// - Precondition: `length` is not negative.
  func maximumBytes(in length: WallTime) -> Int64 {
    let own = Int64(
      clamping: prepared.peak * UInt128(length.nanoseconds) / Self.quantaPerByte)
    return max(own, predecessor?.link.maximumBytes(in: length) ?? 0)
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
  package func arrival(carrying quanta: UInt128) -> WallTime? {
    guard let predecessor else { return prepared.arrival(carrying: quanta) }
    return quanta > predecessor.carried
      ? prepared.arrival(carrying: quanta - predecessor.carried + predecessor.skipped)
      : predecessor.link.arrival(carrying: quanta)
  }

  /// The same, with what is carried beyond `quanta` by then, and the rate at which that is.
  func exactArrival(
    carrying quanta: UInt128
  ) -> (time: WallTime, excess: UInt128, rate: UInt128)? {
    guard let predecessor else { return prepared.exactArrival(carrying: quanta) }
    return quanta > predecessor.carried
      ? prepared.exactArrival(carrying: quanta - predecessor.carried + predecessor.skipped)
      : predecessor.link.exactArrival(carrying: quanta)
  }

  /// The amount carried from time zero until `time`, in quanta.
  package func carried(until time: WallTime) -> UInt128 {
    guard let predecessor else { return prepared.carried(until: time) }
    return time < predecessor.end
      ? predecessor.link.carried(until: time)
      : prepared.carried(until: time) - predecessor.skipped + predecessor.carried
  }

  // MARK: Stretches of constant rate

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
    /// Where it is in its prepared profile: the piece, and the passes before it.
    var piece: Int
    var cycles: Int64

    /// The amount carried from time zero until `time`, which lies in the stretch, in quanta.
    func carried(at time: WallTime) -> UInt128 {
      carried + rate &* UInt128((time - start).nanoseconds)
    }
  }

  /// The stretch that contains `time`.
  func stretch(at time: WallTime) -> Stretch {
    guard let predecessor else { return prepared.stretch(at: time) }
    return time < predecessor.end
      ? predecessor.cut(predecessor.link.stretch(at: time))
      : predecessor.moved(prepared.stretch(at: time))
  }

  /// About how many stretches there are from `start` to `end`.
  func stretchCount(from start: WallTime, to end: WallTime) -> Int64 {
    guard let predecessor, start < predecessor.end else {
      return prepared.stretchCount(from: start, to: end)
    }
    let change = min(end, predecessor.end)
    return predecessor.link.stretchCount(from: start, to: change)
      + prepared.stretchCount(from: change, to: end)
  }

  /// The stretch after one that ends.
  func stretch(after stretch: Stretch) -> Stretch {
    guard let predecessor else { return prepared.stretch(after: stretch) }
    if stretch.start >= predecessor.end {
      return predecessor.moved(prepared.stretch(after: stretch))
    }
    return stretch.end == predecessor.end
      ? self.stretch(at: predecessor.end)
      : predecessor.cut(predecessor.link.stretch(after: stretch))
  }
}

extension NetworkLink.Predecessor {
  /// A stretch of the link that is followed, as far as that is used.
  fileprivate func cut(_ stretch: NetworkLink.Stretch) -> NetworkLink.Stretch {
    var stretch = stretch
    stretch.end = min(stretch.end ?? end, end)
    return stretch
  }

  /// A stretch of the link that follows, with what is carried since time zero.
  fileprivate func moved(_ stretch: NetworkLink.Stretch) -> NetworkLink.Stretch {
    var stretch = stretch
    if stretch.start < end {
      (stretch.start, stretch.carried) = (end, carried)
    } else {
      stretch.carried += carried
      stretch.carried -= skipped
    }
    return stretch
  }
}
