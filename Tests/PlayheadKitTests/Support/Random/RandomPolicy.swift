import PlayheadKit

extension BufferingPolicy {
  /// A policy with thresholds from nothing to more than the media, and watermarks of all kinds.
  static func random(
    isCoarse: Bool, using random: inout SplitMix64
  ) throws -> BufferingPolicy {
    let high = random.chance(30) ? nil : max(.resolution, time(isCoarse, 12_000, &random))
    let low: MediaTime? =
      if let high {
        random.pick(nil, high, .zero, MediaTime(nanoseconds: high.nanoseconds / 3))
      } else {
        nil
      }
    return try BufferingPolicy(
      startupThreshold: random.pick(.zero, .resolution, time(isCoarse, 6_000, &random)),
      resumeThreshold: random.pick(.zero, .resolution, time(isCoarse, 6_000, &random)),
      highWatermark: high, lowWatermark: low,
      readThrough: random.chance(4) ? 64 << 10 : Int64(random.int(0...300)))
  }

  private static func time(
    _ isCoarse: Bool, _ milliseconds: Int, _ random: inout SplitMix64
  ) -> MediaTime {
    let most = random.chance(10) ? 10 * milliseconds : milliseconds
    return isCoarse
      ? .milliseconds(Int64(random.int(0...most / 250)) * 250)
      : MediaTime(nanoseconds: Int64(random.int(0...most * 1_000_000)))
  }
}
