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
  /// One object for all that seldom changes, as flows are copied often.
  private var shared: Shared

  /// What seldom changes of a flow.
  private struct State: Sendable {
    let since: WallTime
    var link: Link
    let roundTrip: WallTime
    var maximumPerRoundTrip: Int64
    var round: Round
    /// The round trip in which the number of flows last changed, or the first one.
    var origin: Round
    /// The parts of each quantum that are the flow's, of ``SharedLink/parts``.
    var weight = SharedLink.parts
    /// Whether that was ever another number, and a flow may have a part of a byte.
    var wasShared = false
  }

  private final class Shared: Sendable {
    let state: State

    init(_ state: State) {
      self.state = state
    }
  }

  private var state: State {
    get { shared.state }
    set { shared = Shared(newValue) }
  }
  /// The earliest arrival of the first byte.
  package var since: WallTime { shared.state.since }
  private var link: Link { shared.state.link }
  private var roundTrip: WallTime { shared.state.roundTrip }
  private var maximumPerRoundTrip: Int64 { shared.state.maximumPerRoundTrip }
  private var round: Round { shared.state.round }
  private var weight: UInt128 { shared.state.weight }
  private var wasShared: Bool { shared.state.wasShared }

  /// A round trip and the bytes before it.
  private struct Round: Sendable {
    /// The bytes delivered before `anchor`.
    var base: Int64
    /// Since when only the link limits the flow, by one share, so that whole bytes are counted from
    /// there.
    var anchor: WallTime
    /// The amount that the link had carried by then, in quanta.
    var carried: UInt128
    /// What the flow had by then of the byte after `base`, in parts of quanta; zero for a flow that
    /// was never shared, which has it taken off `carried`.
    var rest: UInt128 = 0
    /// The start of the round trip.
    var start: WallTime
    /// How much may get under way in it; `nil` if there is no window.
    var window: Int64?
    /// What is delivered once the window is used up.
    var ceiling: Amount
    /// By when the link had carried the last byte before `anchor`, in quanta; `nil` if there is none.
    var lastCarried: UInt128?
  }

  /// A number of bytes, and what there is of the next one, in parts of quanta.
  private struct Amount: Sendable {
    var bytes: Int64
    var rest: UInt128 = 0

    func isLess(than other: Amount) -> Bool {
      bytes < other.bytes || bytes == other.bytes && rest < other.rest
    }
  }

  /// Bytes from `since` on, with at most `window` of them in the first `roundTrip`, and with `credit` for
  /// what the link carried in the fraction of a nanosecond before.
  init(
    over link: Link, since: WallTime, roundTrip: WallTime = .zero, window: Int64? = nil,
    credit: SendingCredit? = nil
  ) {
    let carried = link.carried(until: since)
    let ahead = credit.map { min(carried, $0.quanta(of: link, at: since)) } ?? 0
    let round = Round(
      base: 0, anchor: since, carried: carried - ahead, start: since, window: window,
      ceiling: Amount(bytes: window ?? 0))
    shared = Shared(
      State(
        since: since, link: link, roundTrip: roundTrip,
        maximumPerRoundTrip: window == nil ? 0 : link.maximumBytes(in: roundTrip), round: round,
        origin: round))
  }

  /// The same flow over `link`, which is the same up to the latest instant passed on to
  /// ``advance(to:)``.
  func over(_ link: Link) -> Flow {
    var state = state
    state.link = link
    if roundTrip > .zero { state.maximumPerRoundTrip = link.maximumBytes(in: roundTrip) }
    // What was looked ahead to over the other link is forgotten.
    state.origin.carried = link.carried(until: state.origin.anchor)
    state.round = state.origin
    var flow = self
    flow.state = state
    return flow
  }

  /// The window at the latest instant passed on to ``advance(to:)``; `nil` if there is none.
  var window: Int64? { round.window }

  /// The number of flows on the link, of which this is one.
  var shares: Int { Int(SharedLink.parts / weight) }

  /// How much may get under way in `round`; `nil` if the link alone decides.
  private func limit(in round: Round) -> Int64? {
    round.window.flatMap { $0 <= maximumPerRoundTrip ? $0 : nil }
  }

  /// Moves on to `wallTime`, before which nothing will be asked again.
  package mutating func advance(to wallTime: WallTime) {
    guard limit(in: self.round) != nil else { return }
    let round = self.round(at: wallTime)
    if round.start != self.round.start { state.round = round }
  }

  /// From `wallTime` on, before which nothing will be asked again, the flow is one of `shares`.
  package mutating func share(_ shares: Int, from wallTime: WallTime) {
    let weight = SharedLink.parts / UInt128(shares)
    guard weight != self.weight else { return }
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
    self.state = state
  }

  /// `round` from the start of the round trip that contains `wallTime`.
  ///
  /// Round trips of an outage were passed over that may not all be one from now on, and those in which
  /// no window matters are not counted.
  private func started(_ round: Round, before wallTime: WallTime) -> Round {
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
    guard limit(in: round) != nil else { return delivered(by: wallTime, in: round) }
    return delivered(by: wallTime, in: self.round(at: wallTime))
  }

  /// The bytes delivered by `wallTime`, which `round` contains.
  private func delivered(by wallTime: WallTime, in round: Round) -> Int64 {
    guard wallTime > round.anchor else { return round.base }
    let delivered = bytes(at: wallTime, in: round)
    return limit(in: round) == nil ? delivered : min(delivered, round.ceiling.bytes)
  }

  /// When the last of the bytes delivered by `wallTime` arrived; `nil` if none are.
  package func lastArrival(by wallTime: WallTime) -> WallTime? {
    guard wallTime > since else { return nil }
    let round = self.round(at: wallTime)
    let bytes = delivered(by: wallTime, in: round)
    let carried = bytes > round.base ? carried(when: bytes, in: round) : round.lastCarried
    return carried.flatMap { link.arrival(carrying: $0) }
  }

  /// The fraction of a nanosecond that is left when `bytes` are delivered by `wallTime`; `nil` if the
  /// flow is shared or has a window.
  package func credit(after bytes: Int64, by wallTime: WallTime) -> SendingCredit? {
    guard !wasShared, round.window == nil else { return nil }
    let carried = link.carried(until: wallTime)
    let needed = self.carried(when: bytes, in: round)
    let rate = link.rate(at: max(.zero, wallTime - .resolution)).bitsPerSecond
    guard carried > needed, rate > 0 else { return nil }
    return SendingCredit(excess: carried - needed, rate: UInt128(rate))
  }

  /// When `bytes` are delivered; `nil` if never.
  package func arrival(of bytes: Int64) -> WallTime? {
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
  private func bytes(at wallTime: WallTime, in round: Round) -> Int64 {
    let carried = link.carried(until: wallTime) - round.carried
    let bytes =
      wasShared ? (carried * weight + round.rest) / Self.partsPerByte : Link.wholeBytes(carried)
    return round.base + min(Int64(clamping: bytes), .max - round.base)
  }

  /// What is delivered by `wallTime`, from the anchor of `round` on limited by the link only.
  private func amount(at wallTime: WallTime, in round: Round) -> Amount {
    let bytes = bytes(at: wallTime, in: round)
    let parts = (link.carried(until: wallTime) - round.carried) * weight + round.rest
    return Amount(bytes: bytes, rest: parts - UInt128(bytes - round.base) * Self.partsPerByte)
  }

  /// When `bytes` would be delivered if only the link limited the flow from `round` on.
  private func freeArrival(of bytes: Int64, in round: Round) -> WallTime? {
    guard bytes > round.base else {
      // What was delivered before the number of flows changed was in before.
      return wasShared ? max(since, round.anchor - .resolution) : round.anchor
    }
    return link.arrival(carrying: carried(when: bytes, in: round))
  }

  /// What the link has carried when `bytes`, more than those before `round`, are delivered, if only
  /// the link limits the flow from `round` on.
  private func carried(when bytes: Int64, in round: Round) -> UInt128 {
    guard wasShared else {
      return round.carried + UInt128(bytes - round.base) * Link.quantaPerByte
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
  private func round(at wallTime: WallTime) -> Round {
    var round = round
    while limit(in: round) != nil, round.start + roundTrip <= wallTime { round = following(round) }
    return round
  }

  /// The next round trip in which anything can happen.
  private func following(_ round: Round) -> Round {
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

/// The part of a flow that only the link limits.
struct FreeFlow {
  /// The bytes delivered before.
  var base: Int64
  /// The amount that the link had carried by then, in quanta.
  var carried: UInt128
  /// What the flow had by then of the byte after `base`, in parts of quanta.
  var rest: UInt128
  /// The parts of each quantum that are the flow's.
  var weight: UInt128

  /// Whether the flow has the link for itself and had a whole number of bytes.
  var isAlone: Bool { weight == SharedLink.parts && rest == 0 }

  /// The bytes delivered once the link has carried `parts` since time zero, in ``SharedLink/parts``
  /// of a quantum.
  func bytes(carrying parts: UInt128) -> Int64 {
    let before = carried * SharedLink.parts
    guard parts > before else { return base }
    let own = (parts - before) * weight + rest * SharedLink.parts
    return base + Int64(clamping: own / (Link.quantaPerByte * SharedLink.parts * SharedLink.parts))
  }

  /// The amount that the link has carried since time zero once `bytes` are delivered, in
  /// ``SharedLink/parts`` of a quantum.
  func parts(carrying bytes: Int64) -> UInt128 {
    let before = carried * SharedLink.parts
    guard bytes > base else { return before }
    let own = UInt128(bytes - base) * Link.quantaPerByte * SharedLink.parts - rest
    return before + own * (SharedLink.parts / weight)
  }
}
