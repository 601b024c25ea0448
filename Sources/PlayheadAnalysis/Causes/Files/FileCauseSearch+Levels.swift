import PlayheadModel

/// The least levels of buffers and thresholds that remove a stall.
extension FileCauseSearch {
  /// A larger buffer, if that removes the stall at `place`: the smallest to a second that does.
  mutating func largerBuffer(_ place: Int) -> ScenarioChange? {
    guard removes([.highWatermark(nil)], place) else { return nil }
    let least = scenario.policy.highWatermark ?? .zero
    let level = LeastLevel.find(above: least, upTo: scenario.presentation.duration) {
      clearsAndRemoves(.highWatermark($0), place)
    }
    return .highWatermark(level)
  }

  /// A higher threshold of the wait before the stall at `place`, if that removes it.
  ///
  /// Over a link slower than the media no threshold is at fault.
  mutating func laterStart(_ place: Int) -> ScenarioChange? {
    let stall = base.stalls[place]
    guard let mediaRate = scenario.presentation.meanRate,
      scenario.link.profile.meanRate >= mediaRate
    else { return nil }
    let field: PolicyField =
      if place > 0, base.stalls[place - 1].run == stall.run {
        .resumeBuffer
      } else {
        stall.run == 0 ? .startupBuffer : .afterSeekBuffer
      }
    let parameters = scenario.policy.parameters
    let value = parameters.value(of: field) ?? parameters.resumeThreshold.nanoseconds
    // What a higher threshold costs grows with it, so the least that clears the way has to be found
    // first.
    let level = LeastLevel.find(
      above: MediaTime(nanoseconds: value), upTo: scenario.presentation.duration
    ) {
      counterfactuals.isClear(with: .threshold(field, $0), of: place)
    }
    guard let level else { return nil }
    let change = ScenarioChange.threshold(field, level)
    return removes([change], place, isTrade: true) ? change : nil
  }
}

extension Presentation {
  /// The mean rate of what is played, framing included, in bits per second; `nil` if it lasts no
  /// time.
  fileprivate var meanRate: BitRate? {
    let bytes = rendition.wantedBytes.ranges.reduce(Int64(0)) { $0 + $1.count }
    guard duration > .zero else { return nil }
    let bits = Int128(bytes) * Int128(BitRate.quantaPerByte)
    return Int64(exactly: bits / Int128(duration.nanoseconds)).map { BitRate(bitsPerSecond: $0) }
  }
}
