/// What comes over a link from an instant on, of which the flow has an equal share with others.
///
/// It holds what it has, exactly, at the instant at which it was last looked at, in 840ths of a
/// quantum, which every share is a whole number of. In each round trip no more comes than the
/// congestion window holds, counted from what it had, parts of bytes too. What the flow could have
/// had beyond that is lost, and the next window is twice as large, as it is after one that was used
/// up exactly. A window that holds more than the link ever carries in a round trip does not matter.
struct OracleFlow {
  private let link: OracleLink
  private let roundTrip: Int64
  private let limitless: Int64
  /// When it was last looked at.
  private var now: Int64
  /// How many flows share the link from then on.
  private var flows: Int128 = 1
  /// How many bytes it has, and what part of another.
  private var came: Int64 = 0
  private var part: Int128 = 0
  /// The round trip: when it began, what had come before, and its window.
  private var start: Int64
  private var cameBefore: Int64 = 0
  private var partBefore: Int128 = 0
  private var window: Int64

  private static let partsInByte = 840 * OracleLink.quantaInByte

  /// Bytes from `since` on; all that the link carries, unless there is a `window`.
  init(_ link: OracleLink, since: Int64, roundTrip: Int64, window: Int64?) {
    self.link = link
    self.roundTrip = roundTrip
    limitless = window == nil ? -1 : link.maximumBytes(in: roundTrip)
    (now, start) = (since, since)
    self.window = window ?? 0
  }

  /// From `time` on it is one of `flows`.
  mutating func share(_ flows: Int, at time: Int64) {
    guard flows != Int(self.flows) else { return }
    advance(to: time)
    self.flows = Int128(flows)
  }

  /// How many bytes have come by `time`.
  func bytes(by time: Int64) -> Int64 {
    var then = self
    then.advance(to: time)
    return then.came
  }

  /// When `bytes` have come; `nil` if they never do.
  func arrival(of bytes: Int64) -> Int64? {
    var then = self
    while true {
      let missing = Int128(bytes - then.came) * Self.partsInByte - then.part
      guard missing > 0 else { return then.now }
      guard let time = link.arrival(ofQuanta: (missing * then.flows + 839) / 840, from: then.now)
      else { return nil }
      guard then.isLimited, time < OracleLink.forEver else { return time }
      let end = then.start + roundTrip
      if bytes <= then.cameBefore + then.window, time <= end { return time }
      then.advance(to: end)
      then.skip(before: OracleLink.forEver)
    }
  }

  /// The window of the round trip that holds `time`.
  func window(at time: Int64) -> Int64 {
    var then = self
    then.advance(to: time)
    return then.window
  }

  private var isLimited: Bool { window <= limitless }

  private var isUsedUp: Bool {
    let full = cameBefore + window
    return came > full || came == full && part >= partBefore
  }

  private mutating func advance(to time: Int64) {
    guard time > now else { return }
    while isLimited, start + roundTrip <= time {
      take(until: start + roundTrip)
      if isUsedUp { window *= 2 }
      start += roundTrip
      (cameBefore, partBefore) = (came, part)
      skip(before: time)
    }
    take(until: time)
  }

  /// Passes over round trips in which no byte comes, which are alike.
  private mutating func skip(before time: Int64) {
    guard isLimited else { return }
    let missing = Self.partsInByte - part
    let first = link.arrival(ofQuanta: (missing * flows + 839) / 840, from: now)
    let end = min(time, (first ?? OracleLink.forEver) - 1)
    guard end > start else { return }
    start += (end - start) / roundTrip * roundTrip
    take(until: start)
    partBefore = part
  }

  private mutating func take(until time: Int64) {
    guard time > now else { return }
    part += link.quanta(from: now, to: time) * 840 / flows
    now = time
    came += Int64(part / Self.partsInByte)
    part %= Self.partsInByte
    if isLimited, isUsedUp { (came, part) = (cameBefore + window, partBefore) }
  }
}
