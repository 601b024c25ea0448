/// Bytes that flow over a link from an instant on, possibly limited by a congestion window.
///
/// Time falls into round trips. In each, no more than the window gets under way; one that was used
/// up has doubled by the next. A window that holds as much as the link ever carries in a round trip
/// does not matter, and grows no more.
struct Flow: Sendable {
  /// The earliest arrival of the first byte.
  let since: MediaTime
  private let link: Link
  private let roundTrip: MediaTime
  private let firstWindow: Int64?
  private let mostPerRoundTrip: Int64
  private var round: Round

  /// A round trip and the bytes before it.
  private struct Round: Sendable {
    /// The bytes delivered before `anchor`.
    var base: Int64
    /// Since when only the link limits the flow, so that whole bytes are counted from there.
    var anchor: MediaTime
    /// The amount that the link had carried by then, in quanta.
    var carried: UInt128
    /// The start of the round trip.
    var start: MediaTime
    /// How much may get under way in it; `nil` if there is no window.
    var window: Int64?
  }

  /// Bytes from `since` on, with at most `window` of them in the first `roundTrip`.
  init(over link: Link, since: MediaTime, roundTrip: MediaTime = .zero, window: Int64? = nil) {
    self.since = since
    self.link = link
    self.roundTrip = roundTrip
    firstWindow = window
    mostPerRoundTrip = window == nil ? 0 : link.mostBytes(in: roundTrip)
    round = Round(
      base: 0, anchor: since, carried: link.carried(until: since), start: since, window: window)
  }

  /// The same flow over `link`, which is the same up to the latest instant passed on to
  /// ``advance(to:)``.
  func over(_ link: Link) -> Flow {
    Flow(over: link, since: since, roundTrip: roundTrip, window: firstWindow)
  }

  /// The window at the latest instant passed on to ``advance(to:)``; `nil` if there is none.
  var window: Int64? { round.window }

  /// How much may get under way in `round`; `nil` if the link alone decides.
  private func limit(in round: Round) -> Int64? {
    round.window.flatMap { $0 < mostPerRoundTrip ? $0 : nil }
  }

  /// Moves on to `wallTime`, before which nothing will be asked again.
  mutating func advance(to wallTime: MediaTime) {
    round = self.round(at: wallTime)
  }

  /// The number of bytes delivered by `wallTime`.
  func bytes(by wallTime: MediaTime) -> Int64 {
    guard wallTime > since else { return 0 }
    let round = self.round(at: wallTime)
    return round.base + delivered(in: round, by: wallTime)
  }

  /// When `bytes` are delivered; `nil` if never.
  func arrival(of bytes: Int64) -> MediaTime? {
    var round = round
    while true {
      guard let free = freeArrival(of: bytes, in: round) else { return nil }
      guard let window = limit(in: round) else { return free }
      let before = link.bytes(from: round.anchor, to: round.start)
      if free <= round.start + roundTrip, bytes - round.base - before <= window { return free }
      round = following(round)
    }
  }

  /// When `bytes` would be delivered if only the link limited the flow from `round` on.
  private func freeArrival(of bytes: Int64, in round: Round) -> MediaTime? {
    guard bytes > round.base else { return round.anchor }
    return link.arrival(
      carrying: round.carried + UInt128(bytes - round.base) * Link.quantaPerByte)
  }

  /// The flow as limited by the link alone; `nil` while a window may limit it.
  var free: FreeFlow? {
    guard limit(in: round) == nil else { return nil }
    return FreeFlow(anchor: round.anchor, base: round.base, carried: round.carried)
  }

  /// When the round trip ends in which a window may hold bytes back; `nil` if none does any more.
  var roundEnd: MediaTime? { limit(in: round).map { _ in round.start + roundTrip } }

  /// The bytes delivered by `wallTime` in `round` and, where only the link limits, before it.
  private func delivered(in round: Round, by wallTime: MediaTime) -> Int64 {
    guard wallTime > round.anchor else { return 0 }
    let flowed = Int64(
      clamping: Link.wholeBytes(link.carried(until: wallTime) - round.carried))
    guard let window = limit(in: round) else { return flowed }
    return min(flowed, link.bytes(from: round.anchor, to: round.start) + window)
  }

  /// The round trip that contains `wallTime`.
  private func round(at wallTime: MediaTime) -> Round {
    var round = round
    while limit(in: round) != nil, round.start + roundTrip <= wallTime { round = following(round) }
    return round
  }

  /// The next round trip in which anything can happen.
  private func following(_ round: Round) -> Round {
    guard let window = limit(in: round) else { return round }
    let end = round.start + roundTrip
    let before = link.bytes(from: round.anchor, to: round.start)
    var next = round
    if link.bytes(from: round.anchor, to: end) - before >= window {
      next = Round(
        base: round.base + before + window, anchor: end, carried: link.carried(until: end),
        start: end, window: window * 2)
    } else {
      // The link, not the window, limited the flow, so the window does not grow.
      next.start = end
    }
    // An outage is skipped in one step, however many round trips it lasts.
    let flowed = link.bytes(from: next.anchor, to: next.start)
    let more = link.arrival(of: flowed + 1, from: next.anchor) ?? .bound
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
  /// Since when only the link limits it.
  var anchor: MediaTime
  /// The bytes delivered before.
  var base: Int64
  /// The amount that the link had carried by then, in quanta.
  var carried: UInt128
}
