import PlayheadModel

/// How much of a constant rate may be missing once a file plays, before it stalls.
///
/// A player that reads in order and never stops loading has each deadline's bytes some time before
/// they are needed. What is missing of the rate, times how long, delays them by as much, unless it
/// is missing after they are in.
struct OutageBound {
  /// How long before it is needed what a deadline needs has arrived, and when it is needed.
  private var spares: [(spare: WallTime, due: WallTime)] = []
  /// When playback starts.
  let start: WallTime
  /// When the last frame is due; `nil` if everything is in before the start.
  var end: WallTime? { spares.map(\.due).max() }

  /// The spare times of what playback needs that starts at `start` over `link`; `nil` if something
  /// is late or never arrives.
  init?(_ needed: NeededBytes, over link: NetworkLink, start: WallTime) {
    self.start = start
    let arrivals = needed.download.arrivals(
      at: needed.deadlines.map(\.place), over: link, by: .fluid)
    for (deadline, arrival) in zip(needed.deadlines, arrivals) {
      guard let arrival else { return nil }
      let due = start + .playing(deadline.time)
      guard arrival <= due else { return nil }
      if arrival > start { spares.append((due - arrival, due)) }
    }
  }

  /// The shortest dip in which `depth` of the rate is missing that makes something late, and a
  /// place for it; `nil` if none does.
  func shortest(_ depth: Ratio) -> (start: WallTime, length: WallTime)? {
    var best: (length: WallTime, due: WallTime)?
    for (spare, due) in spares {
      let length = WallTime(
        nanoseconds: Int64(
          Int128(spare.nanoseconds) * 1_000_000 / Int128(depth.millionths)) + 1)
      guard start + length <= due, best.map({ length < $0.length }) ?? true else { continue }
      best = (length, due)
    }
    return best.map { (WallTime.roundest(from: start, to: $0.due - $0.length), $0.length) }
  }
}

extension WallTime {
  /// The time between two, both included, that takes the fewest digits.
  static func roundest(from low: WallTime, to high: WallTime) -> WallTime {
    var unit: Int64 = 60_000_000_000
    for next: Int64 in [10, 5, 1].map({ $0 * 1_000_000_000 }) + [500_000_000, 100_000_000] {
      let multiple = (low.nanoseconds + unit - 1) / unit * unit
      if multiple <= high.nanoseconds { return WallTime(nanoseconds: multiple) }
      unit = next
    }
    while unit > 1 {
      let multiple = (low.nanoseconds + unit - 1) / unit * unit
      if multiple <= high.nanoseconds { return WallTime(nanoseconds: multiple) }
      unit /= 10
    }
    return low
  }
}
