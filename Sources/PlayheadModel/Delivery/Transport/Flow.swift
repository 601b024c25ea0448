/// Bytes that flow over a link from an instant on, possibly limited by a congestion window and by
/// other flows on the link.
///
/// Time falls into round trips. In each, no more than the window gets under way; one that was used
/// up has doubled by the next. A window that holds as much as the link ever carries in a round trip
/// does not matter, and grows no more.
///
/// A flow that is one of *n* on its link gets an *n*-th of all that the link carries, exactly, also
/// while a window limits the others: amounts are counted in 840ths of a quantum, which all numbers
/// up to 8 divide.
struct Flow: Sendable {
  /// The earliest arrival of the first byte.
  let since: WallTime
  private var link: Link
  private let roundTrip: WallTime
  private var maximumPerRoundTrip: Int64
  private var round: Round
  /// The round trip in which the number of flows last changed, or the first one.
  private var origin: Round
  /// The parts of each quantum that are the flow's, of ``SharedLink/parts``.
  private var weight = SharedLink.parts
  /// Whether that was ever another number, and a flow may have a part of a byte.
  private var wasShared = false

  /// A round trip and the bytes before it.
  private struct Round: Sendable {
    /// The bytes delivered before `anchor`.
    var base: Int64
    /// Since when only the link limits the flow, by one share, so that whole bytes are counted from
    /// there.
    var anchor: WallTime
    /// The amount that the link had carried by then, in quanta.
    var carried: UInt128
    /// What the flow had by then of the byte after `base`, in parts of quanta.
    var rest: UInt128 = 0
    /// The start of the round trip.
    var start: WallTime
    /// How much may get under way in it; `nil` if there is no window.
    var window: Int64?
    /// The bytes delivered once the window is used up.
    var ceiling: Int64
    /// By when the link had carried the last byte before `anchor`, in quanta; `nil` if there is none.
    var lastCarried: UInt128?
  }

  /// Bytes from `since` on, with at most `window` of them in the first `roundTrip`.
  init(over link: Link, since: WallTime, roundTrip: WallTime = .zero, window: Int64? = nil) {
    self.since = since
    self.link = link
    self.roundTrip = roundTrip
    maximumPerRoundTrip = window == nil ? 0 : link.maximumBytes(in: roundTrip)
    round = Round(
      base: 0, anchor: since, carried: link.carried(until: since), start: since, window: window,
      ceiling: window ?? 0)
    origin = round
  }

  /// The same flow over `link`, which is the same up to the latest instant passed on to
  /// ``advance(to:)``.
  func over(_ link: Link) -> Flow {
    var flow = self
    flow.link = link
    if roundTrip > .zero { flow.maximumPerRoundTrip = link.maximumBytes(in: roundTrip) }
    // What was looked ahead to over the other link is forgotten.
    flow.origin.carried = link.carried(until: origin.anchor)
    flow.round = flow.origin
    return flow
  }

  /// The window at the latest instant passed on to ``advance(to:)``; `nil` if there is none.
  var window: Int64? { round.window }

  /// The number of flows on the link, of which this is one.
  var shares: Int { Int(SharedLink.parts / weight) }

  /// How much may get under way in `round`; `nil` if the link alone decides.
  private func limit(in round: Round) -> Int64? {
    round.window.flatMap { $0 < maximumPerRoundTrip ? $0 : nil }
  }

  /// Moves on to `wallTime`, before which nothing will be asked again.
  mutating func advance(to wallTime: WallTime) {
    round = self.round(at: wallTime)
  }

  /// From `wallTime` on, before which nothing will be asked again, the flow is one of `shares`.
  mutating func share(_ shares: Int, from wallTime: WallTime) {
    let weight = SharedLink.parts / UInt128(shares)
    guard weight != self.weight else { return }
    defer { (self.weight, wasShared) = (weight, true) }
    guard wallTime > since else { return }
    round = self.round(at: wallTime)
    if round.start > wallTime {
      // Round trips of an outage were passed over that may not all be one now.
      let behind = (round.start - wallTime).nanoseconds
      round.start -= roundTrip * ((behind - 1) / roundTrip.nanoseconds + 1)
    }
    let carried = link.carried(until: wallTime)
    let parts = (carried - round.carried) * self.weight + round.rest
    let (bytes, rest) = parts.quotientAndRemainder(dividingBy: Self.partsPerByte)
    var base = round.base + Int64(clamping: bytes)
    var isHeldBack = false
    if limit(in: round) != nil, base >= round.ceiling { (base, isHeldBack) = (round.ceiling, true) }
    if base > round.base { round.lastCarried = self.carried(when: base, in: round) }
    (round.base, round.rest) = (base, isHeldBack ? 0 : rest)
    (round.anchor, round.carried) = (wallTime, carried)
    origin = round
  }

  /// The number of bytes delivered by `wallTime`.
  func bytes(by wallTime: WallTime) -> Int64 {
    guard wallTime > since else { return 0 }
    return delivered(by: wallTime, in: self.round(at: wallTime))
  }

  /// The bytes delivered by `wallTime`, which `round` contains.
  private func delivered(by wallTime: WallTime, in round: Round) -> Int64 {
    guard wallTime > round.anchor else { return round.base }
    let delivered = round.base + flowed(to: wallTime, in: round)
    return limit(in: round) == nil ? delivered : min(delivered, round.ceiling)
  }

  /// When the last of the bytes delivered by `wallTime` arrived; `nil` if none are.
  func lastArrival(by wallTime: WallTime) -> WallTime? {
    guard wallTime > since else { return nil }
    let round = self.round(at: wallTime)
    let bytes = delivered(by: wallTime, in: round)
    let carried = bytes > round.base ? carried(when: bytes, in: round) : round.lastCarried
    return carried.flatMap { link.arrival(carrying: $0) }
  }

  /// When `bytes` are delivered; `nil` if never.
  func arrival(of bytes: Int64) -> WallTime? {
    var round = round
    while true {
      guard let free = freeArrival(of: bytes, in: round) else { return nil }
      guard limit(in: round) != nil else { return free }
      if free <= round.start + roundTrip, bytes <= round.ceiling { return free }
      round = following(round)
    }
  }

  private static let partsPerByte = Link.quantaPerByte * SharedLink.parts

  /// The bytes delivered since the anchor of `round` by `wallTime`, if only the link limits the flow.
  private func flowed(to wallTime: WallTime, in round: Round) -> Int64 {
    let carried = link.carried(until: wallTime) - round.carried
    guard wasShared else { return Int64(clamping: Link.wholeBytes(carried)) }
    return Int64(clamping: (carried * weight + round.rest) / Self.partsPerByte)
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
    guard let window = limit(in: round) else { return round }
    let end = round.start + roundTrip
    let delivered = round.base + flowed(to: end, in: round)
    var next = round
    if delivered >= round.ceiling {
      next = Round(
        base: round.ceiling, anchor: end, carried: link.carried(until: end), start: end,
        window: window * 2, ceiling: round.ceiling + window * 2,
        lastCarried: round.ceiling > round.base
          ? carried(when: round.ceiling, in: round) : round.lastCarried)
    } else {
      // The link, not the window, limited the flow, so the window does not grow.
      next.start = end
      next.ceiling = delivered + window
    }
    // An outage is skipped in one step, however many round trips it lasts.
    let arrived = next.base + flowed(to: next.start, in: next)
    let more = freeArrival(of: arrived + 1, in: next) ?? .bound
    if more > next.start {
      // What comes at the very end of a round trip is part of it.
      let rounds = (more - next.start - .resolution).nanoseconds / roundTrip.nanoseconds
      next.start += roundTrip * rounds
    }
    return next
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
