/// Bytes that flow over a link from an instant on, possibly limited by a congestion window and by
/// other flows on the link.
///
/// Time falls into round trips. In each, no more than the window gets under way; one that was used
/// up has doubled by the next. A window that holds more than the link ever carries in a round trip
/// does not matter, and grows no more: what comes is the same as if it were still counted. Round
/// trips at a rate too low to use up the window are passed over together.
///
/// A flow that is one of *n* on its link gets an *n*-th of all that the link carries, exactly, also
/// while a window limits the others: amounts are counted in 840ths of a quantum, which all numbers
/// up to 8 divide.
package struct Flow: Sendable {
  /// The earliest arrival of the first byte.
  package private(set) var since: WallTime
  private var link: NetworkLink
  /// The amount that the link had carried by then, in quanta.
  private var carried: UInt128
  /// How the link goes on from there.
  private var pace: LinkPace
  /// What limits it besides the link's rate; `nil` if nothing ever did.
  private var limits: Limits?

  /// An object, as few flows are limited and many are copied.
  private final class Limits: Sendable {
    let state: FlowState

    init(_ state: FlowState) {
      self.state = state
    }
  }

  /// The state of a flow that may be limited; what it is before anything limits it.
  private var state: FlowState {
    get { limits?.state ?? FlowState(round: unlimitedRound, origin: unlimitedRound) }
    set { limits = Limits(newValue) }
  }
  /// The round trip of a flow that nothing limits.
  private var unlimitedRound: FlowRound {
    FlowRound(base: 0, anchor: since, carried: carried, start: since, ceiling: FlowAmount(bytes: 0))
  }
  private var roundTrip: WallTime { limits?.state.roundTrip ?? .zero }
  private var maximumPerRoundTrip: Int64 { limits?.state.maximumPerRoundTrip ?? 0 }
  private var round: FlowRound { limits?.state.round ?? unlimitedRound }
  private var weight: UInt128 { limits?.state.weight ?? SharedLink.parts }
  private var wasShared: Bool { limits?.state.wasShared ?? false }

  /// Bytes from `since` on, with at most `window` of them in the first `roundTrip`, and with
  /// `credit` for what the link carried in the fraction of a nanosecond before.
  package init(
    over link: NetworkLink, since: WallTime, roundTrip: WallTime = .zero, window: Int64? = nil,
    credit: SendingCredit? = nil
  ) {
    self.since = since
    self.link = link
    (carried, pace) = Self.start(over: link, since: since, credit: credit)
    guard let window else { return }
    var round = unlimitedRound
    (round.window, round.ceiling) = (window, FlowAmount(bytes: window))
    state = FlowState(
      roundTrip: roundTrip, maximumPerRoundTrip: link.maximumBytes(in: roundTrip), round: round,
      origin: round)
  }

  /// Begins anew over the same link, limited by nothing else.
  mutating func begin(at since: WallTime, credit: SendingCredit?) {
    // The link need not be asked as long as its rate is what it was as the flow began before.
    if let (quanta, next) = pace.following(after: since - self.since) {
      let carried = carried + UInt128(quanta)
      let ahead = credit.map { min(carried, $0.quanta(at: UInt128(next.rate))) } ?? 0
      (self.carried, pace) = (carried - ahead, next.counting(ahead))
    } else {
      (carried, pace) = Self.start(over: link, since: since, credit: credit)
    }
    self.since = since
    limits = nil
  }

  /// What `link` has carried as a flow begins, and how it goes on.
  @inline(__always)
  private static func start(
    over link: NetworkLink, since: WallTime, credit: SendingCredit?
  ) -> (carried: UInt128, pace: LinkPace) {
    let stretch = link.stretch(at: since)
    let carried = stretch.carried(at: since)
    guard let credit else { return (carried, LinkPace(stretch, from: since)) }
    let isSteady = since > stretch.start
    let rate =
      isSteady
      ? stretch.rate : UInt128(link.rate(at: max(.zero, since - .resolution)).bitsPerSecond)
    let ahead = min(carried, credit.quanta(at: rate))
    return (carried - ahead, LinkPace(stretch, from: since, ahead: ahead))
  }

  /// The same flow over `link`, which is the same up to the latest instant passed on to
  /// ``advance(to:)``.
  func over(_ link: NetworkLink) -> Flow {
    var flow = self
    let stretch = link.stretch(at: since)
    flow.link = link
    flow.carried = stretch.carried(at: since)
    flow.pace = LinkPace(stretch, from: since)
    guard limits != nil else { return flow }
    var state = state
    if roundTrip > .zero { state.maximumPerRoundTrip = link.maximumBytes(in: roundTrip) }
    // What was looked ahead to over the other link is forgotten.
    state.origin.carried = link.carried(until: state.origin.anchor)
    state.round = state.origin
    flow.state = state
    return flow
  }

  /// The window at the latest instant passed on to ``advance(to:)``; `nil` if there is none.
  var window: Int64? { round.window }

  /// The number of flows on the link, of which this is one.
  var shares: Int { Int(SharedLink.parts / weight) }

  /// How much may get under way in `round`; `nil` if the link alone decides.
  private func limit(in round: FlowRound) -> Int64? {
    round.window.flatMap { $0 <= maximumPerRoundTrip ? $0 : nil }
  }

  /// Moves on to `wallTime`, before which nothing will be asked again.
  package mutating func advance(to wallTime: WallTime) {
    if let flow = advanced(to: wallTime) { self = flow }
  }

  /// The flow moved on to `wallTime`; `nil` if it is the same.
  func advanced(to wallTime: WallTime) -> Flow? {
    guard limits != nil, limit(in: self.round) != nil else { return nil }
    let round = self.round(at: wallTime)
    guard round.start != self.round.start else { return nil }
    var flow = self
    flow.state.round = round
    return flow
  }

  /// From `wallTime` on, before which nothing will be asked again, the flow is one of `shares`.
  package mutating func share(_ shares: Int, from wallTime: WallTime) {
    if let flow = shared(shares, from: wallTime) { self = flow }
  }

  /// The flow as one of `shares` from `wallTime` on; `nil` if it is the same.
  func shared(_ shares: Int, from wallTime: WallTime) -> Flow? {
    let weight = SharedLink.parts / UInt128(shares)
    guard weight != self.weight else { return nil }
    var state = state
    if wallTime > since {
      var round = started(self.round(at: wallTime), before: wallTime)
      var amount = self.amount(at: wallTime, in: round)
      if limit(in: round) != nil, !amount.isLess(than: round.ceiling) { amount = round.ceiling }
      if amount.bytes > round.base {
        round.lastCarried = self.carried(when: amount.bytes, in: round)
      }
      (round.base, round.rest) = (amount.bytes, amount.rest)
      (round.anchor, round.carried) = (wallTime, link.carried(until: wallTime))
      (state.round, state.origin) = (round, round)
    }
    (state.weight, state.wasShared) = (weight, true)
    var flow = self
    flow.state = state
    return flow
  }

  /// `round` from the start of the round trip that contains `wallTime`.
  ///
  /// Round trips of an outage were passed over that may not all be one from now on, and those in
  /// which no window matters are not counted.
  private func started(_ round: FlowRound, before wallTime: WallTime) -> FlowRound {
    guard let window = round.window, roundTrip > .zero else { return round }
    let ahead = (wallTime - round.start).nanoseconds
    let length = roundTrip.nanoseconds
    let rounds = ahead >= 0 ? ahead / length : -((length - 1 - ahead) / length)
    guard rounds != 0 else { return round }
    var round = round
    round.start += roundTrip * rounds
    round.ceiling = amount(at: round.start, in: round)
    round.ceiling.bytes += window
    return round
  }

  /// The number of bytes delivered by `wallTime`.
  package func bytes(by wallTime: WallTime) -> Int64 {
    guard wallTime > since else { return 0 }
    guard limits != nil else { return unlimitedBytes(by: wallTime) }
    guard limit(in: round) != nil else { return delivered(by: wallTime, in: round) }
    return delivered(by: wallTime, in: self.round(at: wallTime))
  }

  /// The bytes delivered by `wallTime`, past ``since``, if nothing limits the flow.
  private func unlimitedBytes(by wallTime: WallTime) -> Int64 {
    if let quanta = pace.quanta(in: wallTime - since) {
      return Int64(quanta / UInt64(BitRate.quantaPerByte))
    }
    return Int64(clamping: NetworkLink.wholeBytes(link.carried(until: wallTime) - carried))
  }

  /// When `bytes`, at least one, are delivered if nothing limits the flow, with what the link
  /// carried beyond them by then and the rate at which that is; `nil` if never.
  @inline(__always)
  private func unlimitedArrival(
    of bytes: Int64
  ) -> (time: WallTime, excess: UInt64, rate: UInt64)? {
    if let (wait, excess) = pace.wait(forBytes: bytes) { return (since + wait, excess, pace.rate) }
    return link.exactArrival(carrying: unlimitedCarried(when: bytes)).map {
      ($0.time, UInt64($0.excess), UInt64($0.rate))
    }
  }

  /// What the link has carried when `bytes` are delivered if nothing limits the flow.
  private func unlimitedCarried(when bytes: Int64) -> UInt128 {
    carried + UInt128(bytes) * NetworkLink.quantaPerByte
  }

  /// The bytes delivered by `wallTime`, which `round` contains.
  private func delivered(by wallTime: WallTime, in round: FlowRound) -> Int64 {
    guard wallTime > round.anchor else { return round.base }
    let delivered = bytes(at: wallTime, in: round)
    return limit(in: round) == nil ? delivered : min(delivered, round.ceiling.bytes)
  }

  /// When the last of the bytes delivered by `wallTime` arrived; `nil` if none are.
  package func lastArrival(by wallTime: WallTime) -> WallTime? {
    guard wallTime > since else { return nil }
    guard limits != nil else {
      let bytes = unlimitedBytes(by: wallTime)
      return bytes > 0 ? unlimitedArrival(of: bytes)?.time : nil
    }
    let round = self.round(at: wallTime)
    let bytes = delivered(by: wallTime, in: round)
    let carried = bytes > round.base ? carried(when: bytes, in: round) : round.lastCarried
    return carried.flatMap { link.arrival(carrying: $0) }
  }

  /// The fraction of a nanosecond that is left when `bytes` are delivered by `wallTime`; `nil` if
  /// the flow is shared or has a window.
  package func credit(after bytes: Int64, by wallTime: WallTime) -> SendingCredit? {
    guard limits == nil else { return nil }
    let carried = link.carried(until: wallTime)
    let needed = unlimitedCarried(when: bytes)
    let rate = link.rate(at: max(.zero, wallTime - .resolution)).bitsPerSecond
    guard carried > needed, rate > 0 else { return nil }
    return SendingCredit(excess: UInt64(carried - needed), rate: UInt64(rate))
  }

  /// When the last of `bytes` is delivered, and the ``credit(after:by:)`` then; `nil` if never.
  package func lastArrival(of bytes: Int64) -> (time: WallTime, credit: SendingCredit?)? {
    guard limits == nil, bytes > 0 else {
      return arrival(of: bytes).map { ($0, credit(after: bytes, by: $0)) }
    }
    return unlimitedArrival(of: bytes).map { arrival in
      let credit = SendingCredit(excess: arrival.excess, rate: arrival.rate)
      return (arrival.time, arrival.excess > 0 ? credit : nil)
    }
  }

  /// When `bytes` are delivered; `nil` if never.
  package func arrival(of bytes: Int64) -> WallTime? {
    guard limits != nil else {
      return bytes > 0 ? unlimitedArrival(of: bytes)?.time : since
    }
    guard limit(in: round) != nil else { return freeArrival(of: bytes, in: round) }
    var round = round
    while true {
      guard let free = freeArrival(of: bytes, in: round) else { return nil }
      guard limit(in: round) != nil else { return free }
      if free <= round.start + roundTrip, bytes <= round.ceiling.bytes { return free }
      round = following(round)
    }
  }

  private static var partsPerByte: UInt128 { UInt128(BitRate.quantaPerByte) * SharedLink.parts }

  /// The bytes delivered by `wallTime`, from the anchor of `round` on limited by the link only.
  private func bytes(at wallTime: WallTime, in round: FlowRound) -> Int64 {
    let carried = link.carried(until: wallTime) - round.carried
    let bytes =
      wasShared
      ? (carried * weight + round.rest) / Self.partsPerByte : NetworkLink.wholeBytes(carried)
    return round.base + min(Int64(clamping: bytes), .max - round.base)
  }

  /// What is delivered by `wallTime`, from the anchor of `round` on limited by the link only.
  private func amount(at wallTime: WallTime, in round: FlowRound) -> FlowAmount {
    let bytes = bytes(at: wallTime, in: round)
    let parts = (link.carried(until: wallTime) - round.carried) * weight + round.rest
    return FlowAmount(bytes: bytes, rest: parts - UInt128(bytes - round.base) * Self.partsPerByte)
  }

  /// When `bytes` would be delivered if only the link limited the flow from `round` on.
  private func freeArrival(of bytes: Int64, in round: FlowRound) -> WallTime? {
    guard bytes > round.base else {
      // What was delivered before the number of flows changed was in before.
      return wasShared ? max(since, round.anchor - .resolution) : round.anchor
    }
    return link.arrival(carrying: carried(when: bytes, in: round))
  }

  /// What the link has carried when `bytes`, more than those before `round`, are delivered, if only
  /// the link limits the flow from `round` on.
  private func carried(when bytes: Int64, in round: FlowRound) -> UInt128 {
    guard wasShared else {
      return round.carried + UInt128(bytes - round.base) * NetworkLink.quantaPerByte
    }
    let parts = UInt128(bytes - round.base) * Self.partsPerByte - round.rest
    return round.carried + (parts + weight - 1) / weight
  }

  /// The flow as limited by the link alone; `nil` while a window may limit it.
  var free: FreeFlow? {
    guard limit(in: round) == nil else { return nil }
    return FreeFlow(
      base: round.base, carried: round.carried, rest: round.rest, weight: weight)
  }

  /// When the round trip ends in which a window may hold bytes back; `nil` if none does any more.
  var roundEnd: WallTime? { limit(in: round).map { _ in round.start + roundTrip } }

  /// The round trip that contains `wallTime`.
  private func round(at wallTime: WallTime) -> FlowRound {
    var round = round
    while limit(in: round) != nil, round.start + roundTrip <= wallTime { round = following(round) }
    return round
  }

  /// The next round trip in which anything can happen.
  private func following(_ round: FlowRound) -> FlowRound {
    guard var window = limit(in: round) else { return round }
    let end = round.start + roundTrip
    var next = round
    next.start = end
    let isUsedUp = !amount(at: end, in: round).isLess(than: round.ceiling)
    if isUsedUp {
      window *= 2
      next.window = window
      if round.ceiling.bytes > round.base {
        next.lastCarried = carried(when: round.ceiling.bytes, in: round)
      }
      next.base = round.ceiling.bytes
      next.anchor = end
      next.carried = link.carried(until: end)
      if wasShared {
        next.rest = round.ceiling.rest
      } else {
        next.carried -= round.ceiling.rest / SharedLink.parts
      }
    }
    // An outage is skipped in one step, however many round trips it lasts.
    let arrived = bytes(at: end, in: next)
    let more = freeArrival(of: arrived + 1, in: next) ?? .bound
    if more > end {
      // What comes at the very end of a round trip is part of it.
      let rounds = (more - end - .resolution).nanoseconds / roundTrip.nanoseconds
      next.start += roundTrip * rounds
    }
    if !isUsedUp { next.start += roundTrip * unlimitedRoundTrips(from: next.start, window) }
    next.ceiling = amount(at: next.start, in: next)
    next.ceiling.bytes += window
    return next
  }

  /// The number of whole round trips from `start` on in which the link, at the rate that it has
  /// then, carries too little to use up a window of `window` bytes.
  private func unlimitedRoundTrips(from start: WallTime, _ window: Int64) -> Int64 {
    let stretch = link.stretch(at: start)
    let parts = stretch.rate * UInt128(roundTrip.nanoseconds) * weight
    guard parts < UInt128(window) * Self.partsPerByte else { return 0 }
    return max(0, ((stretch.end ?? .bound) - start).nanoseconds / roundTrip.nanoseconds)
  }
}
