import Expectations
import PlayheadKit
import Testing

@Suite struct `A link on random profiles` {
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `agrees with a walk through its intervals`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let profile = try BandwidthProfile.random(using: &random)
    let link = NetworkLink(following: profile)
    let walk = BruteForceLink(profile: profile)
    let period = profile.intervals.reduce(0) { $0 + $1.duration.nanoseconds }
    let limit = WallTime(nanoseconds: period * 20)

    for _ in 0..<20 {
      let times = (0..<2).map { _ in Self.time(in: profile, until: period * 6, using: &random) }
      let (start, end) = (min(times[0], times[1]), max(times[0], times[1]))
      let flown = walk.bytes(from: start, to: end)
      expect(link.bytes(from: start, to: end), equals: flown, "seed \(seed), \(start)…\(end)")
      expect(link.rate(at: start), equals: walk.interval(at: start)?.rate, "seed \(seed), \(start)")
      expect(
        link.latency(at: start), equals: walk.interval(at: start)?.latency, "seed \(seed), \(start)"
      )

      for bytes in [0, 1, flown, flown + 1, Int64.random(in: 0...flown + 1, using: &random)] {
        let arrival = link.arrival(of: bytes, from: start)
        let expected = walk.arrival(of: bytes, from: start, limit: limit)
        if let expected {
          // The walk finds the least instant of all with so much; none is before the start.
          expect(arrival, equals: max(start, expected), "seed \(seed), \(bytes) from \(start)")
        } else if let arrival {
          expect(arrival > limit, "seed \(seed), \(bytes) from \(start)")
        }
        guard let arrival, bytes > 0 else { continue }
        let before = arrival - .resolution
        expect(link.bytes(from: start, to: arrival) >= bytes, "seed \(seed), \(bytes)")
        expect(link.bytes(from: start, to: before) < bytes, "seed \(seed), \(bytes)")
        expect(link.canDeliver(after: start), "seed \(seed), \(start)")
      }
      let isSilent = walk.carried(until: limit) == walk.carried(until: start)
      expect(link.canDeliver(after: start), equals: !isSilent, "seed \(seed), \(start)")
    }
  }

  /// An instant until `end`, half the time next to where an interval ends.
  private static func time(
    in profile: BandwidthProfile, until end: Int64, using random: inout SplitMix64
  ) -> WallTime {
    if Bool.random(using: &random) {
      return WallTime(nanoseconds: Int64.random(in: 0...end, using: &random))
    }
    let count = Int.random(in: 0...profile.intervals.count, using: &random)
    let boundary = profile.intervals.prefix(count).reduce(0) { $0 + $1.duration.nanoseconds }
    return WallTime(nanoseconds: max(0, boundary + Int64.random(in: -1...1, using: &random)))
  }
}
