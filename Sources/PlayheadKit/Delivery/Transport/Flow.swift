/// Bytes that flow over a link from an instant on, possibly limited by a congestion window.
///
/// Time is divided into round trips. In each, at most one window of bytes is in flight; a window
/// that was used up doubles for the next. A window larger than the link's maximum per round trip no
/// longer matters.
struct Flow: Sendable {
  /// The earliest arrival of the first byte.
  let since: MediaTime
  private let link: Link
  private let roundTrip: MediaTime
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
    /// The congestion window in bytes; `nil` if it no longer matters.
    var window: Int64?
  }

  /// Bytes from `since` on, with at most `window` of them in the first `roundTrip`.
  init(over link: Link, since: MediaTime, roundTrip: MediaTime = .zero, window: Int64? = nil) {
    self.since = since
    self.link = link
    self.roundTrip = roundTrip
    let most = window == nil ? 0 : link.profile.mostBytes(in: roundTrip)
    mostPerRoundTrip = most
    let limits = window.map { $0 < most } ?? false
    round = Round(
      base: 0, anchor: since, carried: link.carried(until: since), start: since,
      window: limits ? window : nil)
  }

  /// The window at the latest instant given to ``advance(to:)``; `nil` if it no longer matters.
  var window: Int64? { round.window }

  /// Advances to `wallTime`; later questions are never about an earlier time.
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
      guard let window = round.window else { return free }
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
    guard round.window == nil else { return nil }
    return FreeFlow(anchor: round.anchor, base: round.base, carried: round.carried)
  }

  /// The end of the round trip if a window may limit it; `nil` if none does any more.
  var roundEnd: MediaTime? { round.window == nil ? nil : round.start + roundTrip }

  /// The bytes delivered by `wallTime` in `round` and, where only the link limits, before it.
  private func delivered(in round: Round, by wallTime: MediaTime) -> Int64 {
    guard wallTime > round.anchor else { return 0 }
    let flowed = Int64(
      clamping: Link.wholeBytes(link.carried(until: wallTime) - round.carried))
    guard let window = round.window else { return flowed }
    return min(flowed, link.bytes(from: round.anchor, to: round.start) + window)
  }

  /// The round trip that contains `wallTime`.
  private func round(at wallTime: MediaTime) -> Round {
    var round = round
    while round.window != nil, round.start + roundTrip <= wallTime { round = following(round) }
    return round
  }

  /// The next round trip in which anything can happen.
  private func following(_ round: Round) -> Round {
    guard let window = round.window else { return round }
    let end = round.start + roundTrip
    let before = link.bytes(from: round.anchor, to: round.start)
    var next = round
    if link.bytes(from: round.anchor, to: end) - before >= window {
      let doubled = window * 2
      next = Round(
        base: round.base + before + window, anchor: end, carried: link.carried(until: end),
        start: end,
        window: doubled < mostPerRoundTrip ? doubled : nil)
    } else {
      // The link, not the window, limited the flow, so the window does not grow.
      next.start = end
    }
    // An outage is skipped in one step, however many round trips it lasts.
    let flowed = link.bytes(from: next.anchor, to: next.start)
    if let more = link.arrival(of: flowed + 1, from: next.anchor), more > next.start {
      let rounds = (more - next.start).nanoseconds / roundTrip.nanoseconds
      next.start += roundTrip * max(0, rounds - 1)
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

extension BandwidthProfile {
  /// The maximum carried in any stretch of `length`, in bytes, rounded up.
  fileprivate func mostBytes(in length: MediaTime) -> Int64 {
    let peak = intervals.map(\.rate.bitsPerSecond).max() ?? 0
    let quanta = UInt128(peak) * UInt128(max(0, length.nanoseconds))
    return Int64(clamping: (quanta + 7_999_999_999) / 8_000_000_000)
  }
}
