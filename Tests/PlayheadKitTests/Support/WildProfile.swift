import PlayheadKit

extension BandwidthProfile {
  /// Up to eight intervals, many of them silent or without a duration, of very unlike sizes.
  static func random(using random: inout SplitMix64) throws -> BandwidthProfile {
    var intervals = (0..<Int.random(in: 1...8, using: &random)).map { _ in
      BandwidthProfile.Interval(
        duration: WallTime(nanoseconds: magnitude(upTo: 5_000_000_000_000, using: &random)),
        rate: BitRate(bitsPerSecond: magnitude(upTo: 1_000_000_000_000, using: &random)),
        latency: WallTime(nanoseconds: magnitude(upTo: 2_000_000_000, using: &random)))
    }
    intervals[0].duration += .resolution
    let afterwards: BandwidthProfile.Afterwards =
      Bool.random(using: &random) ? .repeats : .holdsLast
    return try BandwidthProfile(name: "random", intervals: intervals, afterwards: afterwards)
  }

  /// A number of any size up to `bound`, zero one time in four.
  private static func magnitude(upTo bound: Int64, using random: inout SplitMix64) -> Int64 {
    guard Int.random(in: 0..<4, using: &random) > 0 else { return 0 }
    let shift = Int.random(in: 0..<40, using: &random)
    return Int64.random(in: 0...max(1, bound >> shift), using: &random)
  }
}
