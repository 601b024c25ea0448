import PlayheadModel

/// Links with something put right; `nil` where that is not possible.
extension NetworkLink {
  /// With `latency` throughout, without jitter.
  func withLatency(_ latency: WallTime) -> NetworkLink {
    let intervals = profile.intervals.map { interval in
      var changed = interval
      changed.latency = latency
      return changed
    }
    return NetworkLink(
      following: BandwidthProfile(
        unchecked: profile.name, intervals, profile.afterwards, jitter: nil, notes: profile.notes))
  }

  /// With at least `rate` from `start` to `end`.
  func withDipFilled(from start: WallTime, to end: WallTime, rate: BitRate) -> NetworkLink? {
    start < end ? raised(to: rate, from: start, to: end) : nil
  }

  /// With rates multiplied so that their mean is `rate`, each to the nearest bit per second; `nil`
  /// if nothing is carried, or if a rate would be out of bounds.
  func scaled(toMean rate: BitRate) -> NetworkLink? {
    let mean = Int128(profile.meanRate.bitsPerSecond)
    guard mean > 0 else { return nil }
    var scaled = profile.intervals
    for place in scaled.indices {
      let product = Int128(scaled[place].rate.bitsPerSecond) * Int128(rate.bitsPerSecond)
      guard let bits = Int64(exactly: (product + mean / 2) / mean),
        bits <= BitRate.bound.bitsPerSecond
      else { return nil }
      scaled[place].rate = BitRate(bitsPerSecond: bits)
    }
    return NetworkLink(following: profile.replacing(intervals: scaled, note: nil))
  }
}

extension [UserAction] {
  /// The place of the seek of this number, from 1, in the order in which they are performed.
  func place(ofSeek number: Int) -> Int? {
    let seeks = indices.filter { if case .seek = self[$0].kind { true } else { false } }
      .sorted { (self[$0].wallTime, $0) < (self[$1].wallTime, $1) }
    return seeks.indices.contains(number - 1) ? seeks[number - 1] : nil
  }
}
