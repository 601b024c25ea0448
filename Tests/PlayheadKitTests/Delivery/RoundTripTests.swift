import Expectations
import Testing

@testable import PlayheadModel

@Suite struct `Round trips that do not use up their window` {
  /// 125 kB in the first nanosecond, so that the window of 14 600 bytes counts, and then a byte a
  /// millisecond, of which none of the round trips of a nanosecond uses it up.
  private static func flow(since: Int64) throws -> Flow {
    let profile = try BandwidthProfile(
      name: "peak",
      intervals: [
        .init(duration: .resolution, rate: BitRate(bitsPerSecond: 1_000_000_000_000_000)),
        .init(duration: .resolution, rate: BitRate(bitsPerSecond: 8000)),
      ], afterwards: .holdsLast)
    return Flow(
      over: NetworkLink(following: profile), since: WallTime(nanoseconds: since),
      roundTrip: .resolution, window: 14_600)
  }

  /// A billion bytes in as many milliseconds: 10¹⁵ round trips.
  @Test func `are passed over at once`() throws {
    var flow = try Self.flow(since: 1)
    let bytes: Int64 = 1_000_000_000
    let end = WallTime(nanoseconds: 1) + .milliseconds(bytes)
    expect(flow.arrival(of: bytes), equals: end)
    expect(flow.bytes(by: end) == bytes && flow.bytes(by: end - .resolution) == bytes - 1)
    flow.advance(to: end)
    expect(flow.window, equals: 14_600)
    expect(flow.arrival(of: bytes + 1), equals: end + .milliseconds(1))
    // As one of two, each byte takes twice as long.
    flow.share(2, from: end)
    expect(flow.arrival(of: 2 * bytes), equals: end + .milliseconds(2 * bytes))
  }

  @Test func `come after one that does`() throws {
    let flow = try Self.flow(since: 0)
    expect(flow.bytes(by: .resolution), equals: 14_600)
    expect(flow.arrival(of: 14_600 + 3), equals: .resolution + .milliseconds(3))
    var later = flow
    later.advance(to: .seconds(1))
    expect(later.window, equals: 29_200)
  }

  /// A window of 8 bytes over 8 ms: exactly used up, and a bit less.
  @Test(arguments: [(8000, [8, 24, 56]), (7999, [7, 15, 31])] as [(Int64, [Int64])])
  func `are those of less than the window`(rate: Int64, bytes: [Int64]) throws {
    let profile = try BandwidthProfile(
      name: "two",
      intervals: [
        .init(duration: .milliseconds(8), rate: BitRate(bitsPerSecond: rate)),
        .init(duration: .milliseconds(8), rate: BitRate(bitsPerSecond: 2 * rate)),
        .init(duration: .seconds(1), rate: BitRate(bitsPerSecond: 1_000_000)),
      ], afterwards: .holdsLast)
    let flow = Flow(
      over: NetworkLink(following: profile), since: .zero, roundTrip: .milliseconds(8), window: 8)
    expect([8, 16, 24].map { flow.bytes(by: .milliseconds($0)) }, equals: bytes)
  }

  /// One byte a nanosecond now and then, and slow stretches of many round trips.
  @Test(arguments: Seeds.blocks(0..<2_000, of: 50, few: 100))
  func `come as an oracle has them, byte by byte`(block: Range<UInt64>) throws {
    for seed in block {
      var random = SplitMix64(seed: seed)
      // The last one is held, and carries something.
      var intervals = (0..<random.int(1...4)).map { _ in
        random.chance(40)
          ? BandwidthProfile.Interval(
            duration: WallTime(nanoseconds: Int64(random.int(1...5))),
            rate: BitRate(bitsPerSecond: 1_000_000_000_000_000))
          : BandwidthProfile.Interval(
            duration: WallTime(nanoseconds: Int64(random.int(1...90_000_000))),
            rate: BitRate(bitsPerSecond: random.pick(0, 8000, Int64(random.int(1...300_000)))))
      }
      intervals.append(
        .init(duration: .seconds(1), rate: BitRate(bitsPerSecond: random.pick(8000, 12_345))))
      let profile = try BandwidthProfile(
        name: "random", intervals: intervals, afterwards: .holdsLast)
      let since = Int64(random.int(0...100_000_000))
      let roundTrip = Int64(random.int(100_000...4_000_000))
      let window = Int64(random.int(1...60))
      var flow = Flow(
        over: NetworkLink(following: profile), since: WallTime(nanoseconds: since),
        roundTrip: WallTime(nanoseconds: roundTrip), window: window)
      var oracle = OracleFlow(
        OracleLink(profile: profile), since: since, roundTrip: roundTrip, window: window)
      var time = since
      for _ in 0..<8 {
        time += Int64(random.int(0...40_000_000))
        flow.advance(to: WallTime(nanoseconds: time))
        let bytes = flow.bytes(by: WallTime(nanoseconds: time))
        expect(bytes, equals: oracle.bytes(by: time), "seed \(seed)")
        expect(flow.window, equals: oracle.window(at: time), "seed \(seed)")
        if random.chance(30) {
          let flows = random.int(1...4)
          flow.share(flows, from: WallTime(nanoseconds: time))
          oracle.share(flows, at: time)
        }
        guard bytes < 10_000 else { break }
        let more = bytes + Int64(random.int(1...50))
        guard let arrival = oracle.arrival(of: more), arrival < 1_000_000_000_000 else { continue }
        expect(flow.arrival(of: more)?.nanoseconds, equals: arrival, "seed \(seed)")
      }
    }
  }
}
