import PlayheadModel

/// The least rates of the link that remove stalls.
extension CauseSearch {
  /// Higher mean rates, of which the first that is enough is looked at more closely later.
  var coarseLinkRates: [ScenarioChange] {
    let mean = scenario.link.profile.meanRate.bitsPerSecond
    let unit = rateUnit
    guard mean > 0 else { return [] }
    let steps: [Int64] = [9, 10, 12, 16, 32, 64, 128, 1024, 8192]
    return steps.compactMap { eighths in
      let (product, isMore) = mean.multipliedReportingOverflow(by: eighths)
      guard !isMore, product / 8 <= BitRate.bound.bitsPerSecond else { return nil }
      return .meanLinkRate(BitRate(bitsPerSecond: (product / 8 + unit - 1) / unit * unit))
    }
  }

  /// The unit of the rates tried: between a hundredth and a thousandth of the mean rate.
  private var rateUnit: Int64 {
    let digits = String(scenario.link.profile.meanRate.bitsPerSecond).count
    return Int64(powerOfTen(max(0, digits - 3)))
  }

  /// Looks for lower rates that remove the stalls too whose cause is the link's rate.
  mutating func refineRates(_ stalls: inout [Int: WaitCause]) {
    let unit = rateUnit
    let rates = coarseLinkRates
    for (place, stall) in base.stalls.enumerated() {
      guard let cause = stalls[stall.number], cause.parts.count == 1,
        case .meanLinkRate(let found) = cause.parts[0].change,
        let coarse = rates.firstIndex(of: .meanLinkRate(found))
      else { continue }
      var low = scenario.link.profile.meanRate.bitsPerSecond / unit
      if coarse > 0, case .meanLinkRate(let rate) = rates[coarse - 1] {
        low = rate.bitsPerSecond / unit
      }
      var high = found.bitsPerSecond / unit
      while high - low > 1, !isExhausted {
        let middle = low + (high - low) / 2
        let rate = ScenarioChange.meanLinkRate(BitRate(bitsPerSecond: middle * unit))
        if clearsAndRemoves(rate, place) { high = middle } else { low = middle }
      }
      let rate = BitRate(bitsPerSecond: high * unit)
      stalls[stall.number] = self.cause([.meanLinkRate(rate)], stall) ?? cause
    }
  }
}
