import PlayheadKit

extension BandwidthProfile {
  /// A profile about as fast as random media needs it; some are dead, some fast beyond measure.
  static func random(
    isCoarse: Bool, hasPaths: Bool, using random: inout SplitMix64
  ) throws -> BandwidthProfile {
    let latency = latency(isCoarse, &random)
    let steadyPercent = random.pick(100, 80, 40)
    let intervals = (0..<(hasPaths ? random.int(2...5) : random.pick(1, 1, 2, 4, 12))).map { _ in
      Interval(
        duration: duration(isCoarse, &random), rate: rate(isCoarse, &random),
        latency: random.chance(steadyPercent) ? latency : Self.latency(isCoarse, &random),
        path: hasPaths ? random.pick([], .expensive, .constrained, [.expensive, .constrained]) : [])
    }
    let afterwards: Afterwards = random.pick(.repeats, .repeats, .holdsLast)
    let lasts = intervals.contains { $0.duration > .zero }
    return try BandwidthProfile(
      name: "random", intervals: intervals, afterwards: lasts ? afterwards : .holdsLast)
  }

  /// The same profile, in places faster, nowhere slower.
  func faster(using random: inout SplitMix64) throws -> BandwidthProfile {
    try BandwidthProfile(
      name: "faster",
      intervals: intervals.map { interval in
        var faster = interval
        if random.chance(60) {
          faster.rate.bitsPerSecond += Int64(random.int(0...2 * Int(interval.rate.bitsPerSecond)))
          faster.rate.bitsPerSecond += Int64(random.pick(0, 1, 800))
          faster.rate = min(faster.rate, .bound)
        }
        return faster
      },
      afterwards: afterwards)
  }

  private static func duration(_ isCoarse: Bool, _ random: inout SplitMix64) -> WallTime {
    if random.chance(5) { return .zero }
    return isCoarse
      ? .milliseconds(Int64(random.int(1...24)) * 250)
      : WallTime(nanoseconds: Int64(random.int(200_000_000...6_000_000_000)))
  }

  private static func rate(_ isCoarse: Bool, _ random: inout SplitMix64) -> BitRate {
    switch random.int(0...9) {
    case 0...1: .zero
    case 2: BitRate(bitsPerSecond: random.pick(1_000_000, 1_000_000_000_000_000))
    default:
      // 800 bit/s are 25 bytes in a quarter of a second.
      BitRate(bitsPerSecond: Int64(isCoarse ? random.int(1...8) * 800 : random.int(100...6000)))
    }
  }

  private static func latency(_ isCoarse: Bool, _ random: inout SplitMix64) -> WallTime {
    if random.chance(30) { return .zero }
    let most = random.chance(10) ? 5000 : 750
    return isCoarse
      ? .milliseconds(Int64(random.int(0...most / 250)) * 250)
      : WallTime(nanoseconds: Int64(random.int(0...most * 1_000_000)))
  }
}
