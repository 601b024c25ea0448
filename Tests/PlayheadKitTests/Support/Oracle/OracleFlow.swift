/// What comes over a link from an instant on, one round trip after the other.
///
/// In each round trip no more comes than the congestion window holds. What the link could have
/// carried beyond that is lost for good, and the next window is twice as large. A window that holds
/// as much as the link ever carries in a round trip does not matter.
final class OracleFlow {
  /// A round trip.
  private struct Round {
    var start: Int64
    var window: Int64
    /// How many bytes have come before it.
    var came: Int64
    /// Since when nothing was lost, and how many bytes have come since.
    var anchor: Int64
    var cameSinceAnchor: Int64
  }

  private let link: OracleLink
  private let since: Int64
  private let roundTrip: Int64
  private let limitless: Int64
  /// The round trips looked at so far.
  private var rounds: [Round]

  /// Bytes from `since` on; all that the link carries, unless there is a `window`.
  init(_ link: OracleLink, since: Int64, roundTrip: Int64, window: Int64?) {
    self.link = link
    self.since = since
    self.roundTrip = roundTrip
    limitless = window == nil ? 0 : link.mostBytes(in: roundTrip)
    rounds = [
      Round(start: since, window: window ?? 0, came: 0, anchor: since, cameSinceAnchor: 0)
    ]
  }

  /// How many bytes have come by `time`.
  func bytes(by time: Int64) -> Int64 {
    guard time > since else { return 0 }
    let round = round(at: time)
    let new = link.bytes(from: round.anchor, to: time) - round.cameSinceAnchor
    return round.came + (isLimited(round) ? min(new, round.window) : new)
  }

  /// When `bytes` have come; `nil` if they never do.
  func arrival(of bytes: Int64) -> Int64? {
    var number = 0
    while true {
      let round = round(number)
      let missing = bytes - round.came
      guard missing > 0 else { return round.start }
      guard let time = link.arrival(of: round.cameSinceAnchor + missing, from: round.anchor) else {
        return nil
      }
      guard isLimited(round), time < OracleLink.forEver else { return time }
      if missing <= round.window, time <= round.start + roundTrip { return time }
      number += 1
    }
  }

  /// The window of the round trip that holds `time`.
  func window(at time: Int64) -> Int64 { round(at: time).window }

  private func isLimited(_ round: Round) -> Bool { round.window < limitless }

  private func round(at time: Int64) -> Round {
    var number = 0
    while isLimited(round(number)), round(number + 1).start <= time { number += 1 }
    return round(number)
  }

  private func round(_ number: Int) -> Round {
    while rounds.count <= number { rounds.append(next(after: rounds[rounds.count - 1])) }
    return rounds[number]
  }

  private func next(after round: Round) -> Round {
    let end = round.start + roundTrip
    let new = link.bytes(from: round.anchor, to: end) - round.cameSinceAnchor
    var next = round
    next.start = end
    if new >= round.window {
      (next.window, next.came) = (round.window * 2, round.came + round.window)
      (next.anchor, next.cameSinceAnchor) = (end, 0)
    } else {
      (next.came, next.cameSinceAnchor) = (round.came + new, round.cameSinceAnchor + new)
    }
    // Round trips in which nothing comes are alike.
    let first = link.arrival(of: next.cameSinceAnchor + 1, from: next.anchor) ?? OracleLink.forEver
    if first > end + roundTrip { next.start += (first - 1 - end) / roundTrip * roundTrip }
    return next
  }
}
