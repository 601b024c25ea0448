import PlayheadKit

extension BufferingPolicy {
  /// A policy with thresholds from nothing to more than the media, and watermarks of all kinds;
  /// with `hasExtras` also with some of all else that a policy can have.
  static func random(
    isCoarse: Bool, hasExtras: Bool, using random: inout SplitMix64
  ) throws -> BufferingPolicy {
    var values = Parameters()
    values.startupThreshold = random.pick(.zero, .resolution, time(isCoarse, 6_000, &random))
    values.resumeThreshold = random.pick(.zero, .resolution, time(isCoarse, 6_000, &random))
    values.highWatermark =
      random.chance(30) ? nil : max(.resolution, time(isCoarse, 12_000, &random))
    if let high = values.highWatermark {
      values.lowWatermark =
        random.pick(nil, high, .zero, MediaTime(nanoseconds: high.nanoseconds / 3))
    }
    values.readThrough = random.chance(4) ? 64 << 10 : Int64(random.int(0...300))
    if hasExtras {
      values.addThresholds(isCoarse, &random)
      values.addBytes(isCoarse, &random)
      values.addPathLimits(isCoarse, &random)
      values.addKeeping(isCoarse, &random)
      // What came later leaves the choices before it as they were.
      var other = random
      values.addAdaptation(isCoarse, &other)
    }
    return try BufferingPolicy(values)
  }

  fileprivate static func time(
    _ isCoarse: Bool, _ milliseconds: Int, _ random: inout SplitMix64
  ) -> MediaTime {
    let most = random.chance(10) ? 10 * milliseconds : milliseconds
    return isCoarse
      ? .milliseconds(Int64(random.int(0...most / 250)) * 250)
      : MediaTime(nanoseconds: Int64(random.int(0...most * 1_000_000)))
  }
}

extension BufferingPolicy.Parameters {
  private typealias Policy = BufferingPolicy

  fileprivate mutating func addThresholds(_ isCoarse: Bool, _ random: inout SplitMix64) {
    if random.chance(70) { resumeThreshold = Policy.time(isCoarse, 500, &random) }
    if random.chance(40) { afterSeekThreshold = Policy.time(isCoarse, 3_000, &random) }
    if random.chance(30) {
      let most = Policy.time(isCoarse, 6_000, &random)
      resumeGrowth = ResumeGrowth(
        factor: Ratio(
          millionths: Int64(random.pick(1_000_000, 2_000_000, random.int(1_000_000...3_000_000)))),
        limit: resumeThreshold + most)
    }
    if random.chance(25) {
      let fast = WallTime(nanoseconds: Int64(random.int(1...5_000_000_000)))
      keepUp = .predictedRate(
        ThroughputEstimation(
          fastHalfLife: fast, slowHalfLife: fast * Int64(random.int(1...4)),
          sampleBytes: bytes(isCoarse, upTo: 600, &random)))
    }
    automaticallyWaitsToMinimizeStalling = random.chance(80)
  }

  fileprivate mutating func addBytes(_ isCoarse: Bool, _ random: inout SplitMix64) {
    if random.chance(35) {
      let high = bytes(isCoarse, upTo: random.pick(200, 2000), &random)
      highWatermarkBytes = high
      lowWatermarkBytes = random.pick(nil, high, 0, high / 2)
      if highWatermark != nil { watermarkCombination = random.pick(.any, .all) }
    }
    if random.chance(25) {
      byteCap = (highWatermarkBytes ?? 0) + bytes(isCoarse, upTo: random.pick(300, 3000), &random)
    }
    if random.chance(25) { loadGranularity = bytes(isCoarse, upTo: 500, &random) }
  }

  fileprivate mutating func addAdaptation(_ isCoarse: Bool, _ random: inout SplitMix64) {
    if random.chance(30) {
      watermarkTime = Policy.time(isCoarse, 4_000, &random)
      watermarkLimit = random.pick(nil, bytes(isCoarse, upTo: 2000, &random))
    }
    if random.chance(20) {
      interleaveFactor = Ratio(millionths: Int64(random.int(1_000_000...2_500_000)))
    }
  }

  fileprivate mutating func addPathLimits(_ isCoarse: Bool, _ random: inout SplitMix64) {
    func limits() -> PathLimits {
      PathLimits(
        forwardBuffer: random.chance(60)
          ? max(.resolution, Policy.time(isCoarse, 4_000, &random)) : nil,
        peakBitRate: random.chance(30)
          ? BitRate(bitsPerSecond: Int64(random.int(1...6)) * 800) : nil)
    }
    expensive = limits()
    constrained = limits()
  }

  fileprivate mutating func addKeeping(_ isCoarse: Bool, _ random: inout SplitMix64) {
    if random.chance(35) { backBuffer = random.pick(.zero, Policy.time(isCoarse, 2_000, &random)) }
  }

  private func bytes(_ isCoarse: Bool, upTo most: Int, _ random: inout SplitMix64) -> Int64 {
    Int64(isCoarse ? random.int(1...most / 25) * 25 : random.int(1...most))
  }
}
