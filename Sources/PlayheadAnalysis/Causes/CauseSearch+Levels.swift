import PlayheadModel

/// The least levels of buffers and thresholds that remove a stall.
extension CauseSearch {
  /// A larger buffer, if that removes the stall at `place`: the smallest to a second that does.
  mutating func largerBuffer(_ place: Int) -> ScenarioChange? {
    guard removes([.highWatermark(nil)], place) else { return nil }
    let least = scenario.policy.highWatermark ?? .zero
    guard
      let level = leastLevel(
        above: least,
        { search, level in
          search.clearsAndRemoves(.highWatermark(level), place)
        })
    else { return .highWatermark(nil) }
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
    // What a higher threshold costs grows with it, so the least that clears the way has to be found first.
    guard
      let level = leastLevel(
        above: MediaTime(nanoseconds: value),
        { search, level in
          search.counterfactuals.isClear(with: .threshold(field, level), of: place)
        })
    else { return nil }
    let change = ScenarioChange.threshold(field, level)
    return removes([change], place, isTrade: true) ? change : nil
  }

  /// The steps in which levels are tried.
  private static let levelStep: MediaTime = .milliseconds(500)

  /// A level above `least`, up to the length of the media, at which `isEnough` holds and at half a second
  /// less does not; `nil` if none is found.
  private mutating func leastLevel(
    above least: MediaTime, _ isEnough: (inout CauseSearch, MediaTime) -> Bool
  ) -> MediaTime? {
    let step = Self.levelStep.nanoseconds
    let end = (scenario.presentation.duration.nanoseconds + step - 1) / step
    var low = least.nanoseconds / step
    var width: Int64 = 1
    var high = low + width
    while high < end, !isEnough(&self, MediaTime(nanoseconds: high * step)) {
      low = high
      width *= 2
      high = min(low + width, end)
    }
    guard high <= end else { return nil }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if isEnough(&self, MediaTime(nanoseconds: middle * step)) {
        high = middle
      } else {
        low = middle
      }
    }
    let level = MediaTime(nanoseconds: high * step)
    return isEnough(&self, level) ? level : nil
  }
}

extension Presentation {
  /// The mean rate of what is played, framing included, in bits per second; `nil` if it lasts no time.
  fileprivate var meanRate: BitRate? {
    let bytes = lanes.reduce(Int64(0)) { sum, lane in
      sum + lane.rendition.wantedBytes.ranges.reduce(0) { $0 + $1.count }
    }
    guard duration > .zero else { return nil }
    let bits = Int128(bytes) * Int128(BitRate.quantaPerByte)
    return Int64(exactly: bits / Int128(duration.nanoseconds)).map { BitRate(bitsPerSecond: $0) }
  }
}
