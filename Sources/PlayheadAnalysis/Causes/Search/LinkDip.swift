import PlayheadModel

/// A stretch of wall time in which a link carries less than at its mean rate.
struct LinkDip: Hashable {
  let start: WallTime
  let end: WallTime
  /// The mean rate in it.
  let rate: BitRate
  /// The mean rate of the link.
  let mean: BitRate

  /// More changes of the rate than this are not looked at.
  private static let maximumChanges = 100_000

  /// The dip of `link` that leads to a stall from `stall` to `resumed`; `nil` if the link is no
  /// slower than on average before it.
  ///
  /// It begins where the link has carried most in excess of its mean before the stall, and ends
  /// where it has carried least; where it never carries more, it has no end but the bound of times.
  init?(of link: NetworkLink, before stall: WallTime, resumed: WallTime) {
    let mean = link.profile.meanRate
    guard mean > .zero else { return nil }
    // What is carried less than at the mean rate since time zero, in quanta.
    func deficit(at time: WallTime) -> Int128 {
      Int128(mean.bitsPerSecond) * Int128(time.nanoseconds) - Int128(link.carried(until: time))
    }
    var (start, end) = (WallTime.zero, WallTime.zero)
    var (least, most) = (Int128(0), Int128(0))
    var time = WallTime.zero
    for _ in 0..<Self.maximumChanges {
      let now = deficit(at: time)
      if time <= stall, now <= least {
        (start, least) = (time, now)
        (end, most) = (time, now)
      }
      if now > most { (end, most) = (time, now) }
      guard time < resumed else { break }
      time = min(link.nextChange(after: time) ?? resumed, resumed)
    }
    guard time >= resumed, end > start, end > stall || link.rate(at: stall) < mean else {
      return nil
    }
    // The rate at which the stall ended holds on: the dip does too, if that is below the mean.
    if end == resumed, link.rate(at: resumed) < mean {
      end = link.nextChange(after: resumed) ?? .bound
    }
    self.init(start: start, end: end, rate: link.meanRate(from: start, to: end), mean: mean)
    guard rate < mean else { return nil }
  }
}

extension LinkDip {
  /// The last stretch of the dip before `stall`, or around it, in which `link` has less than half
  /// of its mean rate; `nil` if none has, or if that is all of the dip.
  func trough(of link: NetworkLink, before stall: WallTime) -> LinkDip? {
    var (from, to): (WallTime?, WallTime) = (nil, start)
    var time = start
    var isIn = false
    while time < end {
      let next = min(link.nextChange(after: time) ?? end, end)
      let isLow = link.rate(at: time).bitsPerSecond * 2 < mean.bitsPerSecond
      if isLow {
        if !isIn {
          guard time <= stall || from == nil else { break }
          from = time
        }
        to = next
      }
      isIn = isLow
      time = next
    }
    guard let from, (from, to) != (start, end) else { return nil }
    return LinkDip(start: from, end: to, rate: link.meanRate(from: from, to: to), mean: mean)
  }

  private init(start: WallTime, end: WallTime, rate: BitRate, mean: BitRate) {
    self.start = start
    self.end = end
    self.rate = rate
    self.mean = mean
  }
}

extension NetworkLink {
  /// The mean rate between two wall times, to the nearest bit per second.
  ///
  /// - Precondition: `start` is before `end`.
  func meanRate(from start: WallTime, to end: WallTime) -> BitRate {
    let length = Int128((end - start).nanoseconds)
    let carried = Int128(carried(until: end) - carried(until: start))
    return BitRate(bitsPerSecond: Int64((carried + length / 2) / length))
  }
}
