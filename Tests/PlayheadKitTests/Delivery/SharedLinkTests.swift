import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

/// A byte a millisecond, so that sizes can be read as times.
private func link() throws -> NetworkLink { NetworkLink(following: try .byteAMillisecond()) }

@Suite struct `A flow on a shared link` {
  @Test(arguments: 1...8)
  func `takes n times as long as one of n`(flows: Int) throws {
    var flow = Flow(over: try link(), since: .zero)
    flow.share(flows, from: .zero)
    for bytes in [1, 2, 7, 1000] as [Int64] {
      let arrival = WallTime.milliseconds(bytes * Int64(flows))
      expect(flow.arrival(of: bytes), equals: arrival)
      expect(flow.bytes(by: arrival), equals: bytes)
      expect(flow.bytes(by: arrival - .resolution), equals: bytes - 1)
    }
  }

  @Test func `is slower from when another one begins until that ends`() throws {
    var flow = Flow(over: try link(), since: .zero)
    expect(flow.arrival(of: 1000), equals: .milliseconds(1000))
    // 400 bytes alone, then half a byte a millisecond.
    flow.share(2, from: .milliseconds(400))
    expect(flow.arrival(of: 1000), equals: .milliseconds(1600))
    expect(flow.bytes(by: .milliseconds(401)), equals: 400)
    expect(flow.bytes(by: .milliseconds(402)), equals: 401)
    // 700.5 bytes by 1001 ms, then alone again; the half byte is not lost.
    flow.share(1, from: .milliseconds(1001))
    expect(flow.arrival(of: 701), equals: WallTime(nanoseconds: 1_001_500_000))
    expect(flow.arrival(of: 1000), equals: WallTime(nanoseconds: 1_300_500_000))
    expect(flow.bytes(by: .milliseconds(1001)), equals: 700)
  }

  @Test func `keeps thirds of bytes exactly`() throws {
    var flow = Flow(over: try link(), since: .zero)
    flow.share(3, from: .zero)
    expect(flow.arrival(of: 1), equals: .milliseconds(3))
    // A third of a byte in 1 ms; the other two at half the rate take 4/3 ms.
    flow.share(2, from: .milliseconds(1))
    expect(flow.arrival(of: 1), equals: WallTime(nanoseconds: 2_333_334))
    expect(flow.bytes(by: WallTime(nanoseconds: 2_333_333)), equals: 0)
    // A third and a quarter by 1.5 ms, then a seventh of the link for five twelfths of a byte.
    flow.share(7, from: WallTime(nanoseconds: 1_500_000))
    expect(flow.arrival(of: 1), equals: WallTime(nanoseconds: 1_500_000 + 2_916_667))
  }

  @Test func `shares what comes after an outage too`() throws {
    let link = NetworkLink(following: try .steps([(100, 1), (1000, 0), (100, 1)], .repeats))
    var flow = Flow(over: link, since: .zero)
    flow.share(2, from: .milliseconds(50))
    // 75 bytes before the outage, 100 from 1100 ms to 1300 ms, and 50 of the next 100 ms.
    expect(flow.bytes(by: .milliseconds(1100)), equals: 75)
    expect(flow.arrival(of: 76), equals: .milliseconds(1102))
    expect(flow.arrival(of: 175), equals: .milliseconds(1300))
    expect(flow.arrival(of: 176), equals: .milliseconds(2302))
    flow.share(1, from: .milliseconds(600))
    expect(flow.arrival(of: 76), equals: .milliseconds(1101))
  }

  @Test func `tells when its last byte came, also before its share changed`() throws {
    var flow = Flow(over: try link(), since: .zero)
    expect(flow.lastArrival(by: .milliseconds(1) - .resolution) == nil)
    flow.share(2, from: WallTime(nanoseconds: 2_500_000))
    expect(flow.lastArrival(by: .milliseconds(3)), equals: .milliseconds(2))
    expect(flow.lastArrival(by: .milliseconds(4)), equals: WallTime(nanoseconds: 3_500_000))
    expect(flow.arrival(of: 1) ?? .bound < WallTime(nanoseconds: 2_500_000))
  }

  /// 100 bytes a round trip of 100 ms, and a first window of 20.
  @Test func `gives to nobody what its window leaves`() throws {
    var flow = Flow(
      over: try link(), since: .zero, roundTrip: .milliseconds(100), window: 20)
    flow.share(2, from: .zero)
    let expected: [(milliseconds: Int64, bytes: Int64)] = [
      // The first window is used up by 40 ms, the second of 40 by 180 ms.
      (39, 19), (40, 20), (100, 20), (102, 21), (180, 60), (200, 60),
      // Half of the link is less than a window of 80, which stays.
      (300, 110), (350, 135),
    ]
    for (milliseconds, bytes) in expected {
      expect(flow.bytes(by: .milliseconds(milliseconds)), equals: bytes, "\(milliseconds) ms")
    }
    // Alone, it has 185 by 400 ms, less than the 190 of its window; 80 more by 480 ms, then none
    // until the next round trip.
    flow.share(1, from: .milliseconds(350))
    expect(flow.bytes(by: .milliseconds(400)), equals: 185)
    expect(flow.arrival(of: 265), equals: .milliseconds(480))
    expect(flow.arrival(of: 266), equals: .milliseconds(501))
  }

  @Test func `waits for the next round trip if its share changes after the window is used up`()
    throws
  {
    var flow = Flow(
      over: try link(), since: .zero, roundTrip: .milliseconds(100), window: 20)
    flow.share(2, from: .milliseconds(60))
    expect(flow.bytes(by: .milliseconds(100)), equals: 20)
    expect(flow.arrival(of: 21), equals: .milliseconds(102))
    expect(flow.arrival(of: 60), equals: .milliseconds(180))
    expect(flow.arrival(of: 61), equals: .milliseconds(202))
  }
}

@Suite struct `Flows on a shared link` {
  /// A flow with all changes of its share, of which what it has is added up one by one.
  private struct Added {
    var parts: UInt128 = 0

    func bytes(_ more: UInt128) -> Int64 { Int64((parts + more) / (840 * 8_000_000_000)) }
  }

  @Test(arguments: Seeds.blocks(9_000_000..<9_000_400, of: 20, few: 40))
  func `have all that it carries, each as much as the others`(block: Range<UInt64>) throws {
    for seed in block {
      var random = SplitMix64(seed: seed)
      let profile = try BandwidthProfile.random(
        isCoarse: random.chance(50), hasPaths: false, using: &random)
      let link = NetworkLink(following: profile)
      let walk = BruteForceLink(profile: profile)
      let count = random.int(1...8)
      var flows = (0..<count).map { _ in Flow(over: link, since: .zero) }
      var added = [Added](repeating: Added(), count: count)
      var now = WallTime.zero
      var active = count
      for _ in 0..<8 {
        active = random.int(1...count)
        for number in flows.indices { flows[number].share(active, from: now) }
        let next = now + WallTime(nanoseconds: Int64(random.int(1...2_000_000_000)))
        let carried = walk.carried(until: next) - walk.carried(until: now)
        for number in flows.indices {
          let parts = carried * 840 / UInt128(active)
          let bytes = added[number].bytes(parts)
          expect(flows[number].bytes(by: next), equals: bytes, "seed \(seed)")
          if bytes > flows[number].bytes(by: now), let arrival = flows[number].arrival(of: bytes) {
            let before = arrival - .resolution
            expect(arrival > now && arrival <= next, "seed \(seed)")
            let least = added[number].bytes(
              (walk.carried(until: before) - walk.carried(until: now)) * 840 / UInt128(active))
            expect(least < bytes, "seed \(seed)")
            expect(flows[number].lastArrival(by: next), equals: arrival, "seed \(seed)")
          }
          added[number].parts += parts
        }
        now = next
        if random.chance(30) { for number in flows.indices { flows[number].advance(to: now) } }
      }
    }
  }
}
