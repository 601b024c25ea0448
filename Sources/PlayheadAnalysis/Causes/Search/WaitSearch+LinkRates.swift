import PlayheadModel

/// The least rates of the link that remove stalls.
extension WaitSearch {
  /// Higher mean rates, of which the first that is enough is looked at more closely later.
  var coarseLinkRates: [BitRate] {
    let mean = scenario.link.profile.meanRate.bitsPerSecond
    let unit = rateUnit
    guard mean > 0 else { return [] }
    let steps: [Int64] = [9, 10, 12, 16, 32, 64, 128, 1024, 8192]
    return steps.compactMap { eighths in
      let (product, isMore) = mean.multipliedReportingOverflow(by: eighths)
      guard !isMore, product / 8 <= BitRate.bound.bitsPerSecond else { return nil }
      return BitRate(bitsPerSecond: (product / 8 + unit - 1) / unit * unit)
    }
  }

  /// The cause by the first of the coarse rates that removes the stall at `place`; `nil` if none
  /// does, or if the link has died, which would have to have been fast before.
  mutating func slowLink(_ place: Int) -> WaitCause? {
    guard scenario.link.canDeliver(after: base.stalls[place].start) else { return nil }
    for rate in coarseLinkRates where clearsAndRemoves(.meanLinkRate(rate), place) {
      return cause(.meanLinkRate(rate), place)
    }
    return nil
  }

  /// The highest rate that is tried with something else, if the link has not died by the stall at
  /// `place`.
  func highestLinkRate(_ place: Int) -> [Change] {
    guard scenario.link.canDeliver(after: base.stalls[place].start) else { return [] }
    return coarseLinkRates.suffix(1).map { .meanLinkRate($0) }
  }

  /// Looks for lower rates that remove the stalls too whose cause is the link's rate.
  mutating func refineRates(_ stalls: inout [Int: WaitCause]) {
    let unit = rateUnit
    let rates = coarseLinkRates
    for (place, stall) in base.stalls.enumerated() {
      guard let cause = stalls[stall.number], cause.parts.count == 1,
        case .bandwidth(_, let found) = cause.parts[0].facts,
        let coarse = rates.firstIndex(of: found)
      else { continue }
      var low = scenario.link.profile.meanRate.bitsPerSecond / unit
      if coarse > 0 { low = rates[coarse - 1].bitsPerSecond / unit }
      var high = found.bitsPerSecond / unit
      while high - low > 1, !isExhausted {
        let middle = low + (high - low) / 2
        let rate = BitRate(bitsPerSecond: middle * unit)
        if clearsAndRemoves(.meanLinkRate(rate), place) { high = middle } else { low = middle }
      }
      let rate = BitRate(bitsPerSecond: high * unit)
      var refined = self.cause([.meanLinkRate(rate)], stall) ?? cause
      refined.isUpperBound = high - low > 1
      stalls[stall.number] = refined
    }
  }

  /// The unit of the rates tried: between a hundredth and a thousandth of the mean rate.
  private var rateUnit: Int64 {
    let digits = String(scenario.link.profile.meanRate.bitsPerSecond).count
    return Int64(powerOfTen(max(0, digits - 3)))
  }
}
