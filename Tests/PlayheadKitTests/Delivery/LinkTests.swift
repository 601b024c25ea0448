import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

/// A profile of (milliseconds, bits per second, latency in milliseconds).
private func profile(
  _ intervals: [(Int64, Int64, Int64)], _ afterwards: BandwidthProfile.Afterwards = .repeats
) throws -> BandwidthProfile {
  try BandwidthProfile(
    name: "test",
    intervals: intervals.map { milliseconds, bits, latency in
      BandwidthProfile.Interval(
        duration: .milliseconds(milliseconds), rate: BitRate(bitsPerSecond: bits),
        latency: .milliseconds(latency))
    },
    afterwards: afterwards)
}

@Suite struct `A link` {
  @Test(
    arguments: [
      // 800 kbit/s is 100 000 B/s: 10 µs a byte.
      (800_000, 0, 0, 0),
      (800_000, 1, 0, 10_000),
      (800_000, 100_000, 0, 1_000_000_000),
      (800_000, 1, 7, 10_007),
      // 3 bit/s: a byte takes 8/3 s, which ends in the nanosecond after 2.666666666 s.
      (3, 1, 0, 2_666_666_667),
      (3, 2, 0, 5_333_333_334),
      (3, 3, 0, 8_000_000_000),
      // 1 Tbit/s: 125 bytes a nanosecond.
      (1_000_000_000_000, 1, 0, 1),
      (1_000_000_000_000, 125, 0, 1),
      (1_000_000_000_000, 126, 0, 2),
      (1_000_000_000_000, 10_800_000_000_000_000, 0, 86_400_000_000_000),
      // 1 bit/s: eight seconds a byte, a day for 10 800 bytes.
      (1, 10_800, 0, 86_400_000_000_000),
    ] as [(Int64, Int64, Int64, Int64)])
  func `at a constant rate delivers at the closed form's nanosecond`(
    bits: Int64, bytes: Int64, start: Int64, arrival: Int64
  ) throws {
    let link = NetworkLink(
      following: try BandwidthProfile(name: "constant", rate: BitRate(bitsPerSecond: bits)))
    let found = link.arrival(of: bytes, from: WallTime(nanoseconds: start))
    expect(found, equals: WallTime(nanoseconds: arrival))
  }

  @Test(
    arguments: [
      // 1 s at 100 kB/s, 2 s of nothing, 1 s at 50 kB/s; 150 kB in 4 s, then again.
      (1, 0, 10_000),
      (100_000, 0, 1_000_000_000),  // the last byte before the silence, not after it
      (100_001, 0, 3_000_020_000),
      (150_000, 0, 4_000_000_000),
      (150_001, 0, 4_000_010_000),
      (300_000, 0, 8_000_000_000),
      (1_500_000_000, 0, 40_000_000_000_000),  // ten thousand times
      (1_500_000_001, 0, 40_000_000_010_000),
      // From the middle of the first interval, of the silence, of the third; from a later pass.
      (50_000, 500_000_000, 1_000_000_000),
      (50_001, 500_000_000, 3_000_020_000),
      (0, 2_000_000_000, 2_000_000_000),
      (1, 2_000_000_000, 3_000_020_000),
      (25_000, 3_500_000_000, 4_000_000_000),
      (25_001, 3_500_000_000, 4_000_010_000),
      (1, 4_001_000_000_000, 4_003_000_020_000),
      // A byte that is under way at the start does not count: only what flows since.
      (1, 5_000, 15_000),
      // 10 µs of a byte before the silence, half of it from the other side.
      (1, 999_995_000, 3_000_010_000),
    ] as [(Int64, Int64, Int64)])
  func `that repeats delivers at the nanosecond found by hand`(
    bytes: Int64, start: Int64, arrival: Int64
  ) throws {
    let link = NetworkLink(
      following: try profile([(1000, 800_000, 0), (2000, 0, 0), (1000, 400_000, 0)]))
    let found = link.arrival(of: bytes, from: WallTime(nanoseconds: start))
    expect(found, equals: WallTime(nanoseconds: arrival))
  }

  @Test func `that begins with silence finds the end of a pass, not the silence after it`() throws {
    let link = NetworkLink(following: try profile([(3000, 0, 0), (1000, 8000, 0)]))
    expect(link.arrival(of: 1000, from: .zero), equals: .seconds(4))
    expect(link.arrival(of: 2000, from: .zero), equals: .seconds(8))
    expect(link.arrival(of: 1, from: .zero), equals: .milliseconds(3001))
    expect(link.arrival(of: 1, from: .seconds(4)), equals: .milliseconds(7001))
  }

  @Test func `that holds its last interval does so whatever that one's duration is`() throws {
    for milliseconds in [0, 1, 1000] as [Int64] {
      let link = NetworkLink(
        following: try profile([(1000, 800_000, 10), (milliseconds, 8_000, 20)], .holdsLast))
      expect(link.arrival(of: 100_000, from: .zero), equals: .seconds(1))
      expect(link.arrival(of: 101_000, from: .zero), equals: .seconds(2))
      expect(link.arrival(of: 1000, from: .seconds(86_400)), equals: .seconds(86_401))
      expect(link.rate(at: .seconds(86_400)), equals: BitRate(bitsPerSecond: 8_000))
      expect(link.latency(at: .milliseconds(999)), equals: .milliseconds(10))
      expect(link.latency(at: .seconds(1)), equals: .milliseconds(20))
      expect(link.canDeliver(after: .bound))
    }
  }

  @Test func `whose held interval carries nothing delivers what comes before it and no more`()
    throws
  {
    let link = NetworkLink(
      following: try profile([(1000, 800_000, 0), (500, 0, 0), (1000, 0, 0)], .holdsLast))
    expect(link.arrival(of: 100_000, from: .zero), equals: .seconds(1))
    expect(link.arrival(of: 100_001, from: .zero) == nil)
    expect(link.arrival(of: 0, from: .seconds(5)), equals: .seconds(5))
    expect(link.arrival(of: 1, from: .seconds(5)) == nil)
    expect(link.bytes(from: .zero, to: .bound), equals: 100_000)
    expect(link.canDeliver(after: .zero))
    expect(link.canDeliver(after: WallTime(nanoseconds: 999_999_999)))
    expect(!link.canDeliver(after: .seconds(1)))
  }

  @Test(arguments: [BandwidthProfile.Afterwards.repeats, .holdsLast])
  func `that never delivers says so at once`(afterwards: BandwidthProfile.Afterwards) throws {
    // A pass of a nanosecond, so that walking through them would not end in our lifetime.
    let interval = BandwidthProfile.Interval(duration: .resolution, rate: .zero)
    let link = NetworkLink(
      following: try BandwidthProfile(
        name: "silence", intervals: [interval], afterwards: afterwards))
    expect(link.arrival(of: 1, from: .zero) == nil)
    expect(link.arrival(of: .max, from: .bound) == nil)
    expect(link.arrival(of: 0, from: .zero), equals: .zero)
    expect(link.bytes(from: .zero, to: .bound), equals: 0)
    expect(!link.canDeliver(after: .zero))
  }

  @Test func `never shows an interval without a duration`() throws {
    let link = NetworkLink(
      following: try profile([
        (0, 1, 1), (1000, 8_000, 2), (0, 3, 3), (1000, 16_000, 4), (0, 5, 5),
      ]))
    expect(link.rate(at: .zero), equals: BitRate(bitsPerSecond: 8_000))
    expect(link.latency(at: .seconds(1)), equals: .milliseconds(4))
    expect(link.latency(at: .seconds(2)), equals: .milliseconds(2))
    expect(link.arrival(of: 3000, from: .zero), equals: .seconds(2))
    expect(link.arrival(of: 3001, from: .zero), equals: .milliseconds(2001))
  }

  @Test func `keeps the parts of nanoseconds while a flow is asked for as a whole`() throws {
    // 4000 bytes at 1.5 Mbit/s are 21 333 333⅓ ns.
    let link = NetworkLink(
      following: try BandwidthProfile(name: "thirds", rate: BitRate(bitsPerSecond: 1_500_000)))
    let first = WallTime(nanoseconds: 21_333_334)
    expect(link.arrival(of: 4000, from: .zero), equals: first)
    expect(link.arrival(of: 4000, from: first), equals: WallTime(nanoseconds: 42_666_668))
    expect(link.arrival(of: 8000, from: .zero), equals: WallTime(nanoseconds: 42_666_667))
    expect(link.arrival(of: 12_000, from: .zero), equals: .milliseconds(64))
  }

  @Test func `counts whole bytes only`() throws {
    let link = NetworkLink(following: try profile([(1000, 800_000, 0), (1000, 0, 0)]))
    func bytes(_ start: Int64, _ end: Int64) -> Int64 {
      link.bytes(from: WallTime(nanoseconds: start), to: WallTime(nanoseconds: end))
    }
    expect(bytes(0, 0), equals: 0)
    expect(bytes(0, 9_999), equals: 0)
    expect(bytes(0, 10_000), equals: 1)
    expect(bytes(5_000, 14_999), equals: 0)
    expect(bytes(5_000, 15_000), equals: 1)
    expect(bytes(0, 2_000_000_000), equals: 100_000)
    expect(bytes(1_000_000_000, 2_000_000_000), equals: 0)
    expect(bytes(1_500_000_000, 86_400_500_000_000), equals: 4_319_950_000)
  }

  @Test func `does not overflow at the bounds`() throws {
    let fastest = NetworkLink(following: try BandwidthProfile(name: "fastest", rate: .bound))
    // 125 000 bytes a nanosecond.
    expect(
      fastest.arrival(of: .max, from: .zero), equals: WallTime(nanoseconds: 73_786_976_294_839))
    expect(fastest.bytes(from: .zero, to: .bound), equals: .max)
    expect(fastest.arrival(of: 125_000, from: .bound) == nil)
    expect(fastest.canDeliver(after: .bound))

    // One quantum a pass, a pass as long as can be: too late, but not for ever.
    let slowest = NetworkLink(
      following: try BandwidthProfile(
        name: "slowest",
        intervals: [
          .init(duration: .bound - .resolution, rate: .zero),
          .init(duration: .resolution, rate: BitRate(bitsPerSecond: 1)),
        ]))
    expect(slowest.arrival(of: 1, from: .zero) == nil)
    expect(slowest.arrival(of: .max, from: .bound) == nil)
    expect(slowest.canDeliver(after: .bound))

    let shortest = NetworkLink(
      following: try BandwidthProfile(
        name: "shortest", intervals: [.init(duration: .resolution, rate: .bound)]))
    expect(shortest.arrival(of: 125_000, from: .zero), equals: .resolution)
    expect(
      shortest.arrival(of: .max, from: .zero), equals: WallTime(nanoseconds: 73_786_976_294_839))
  }

  @Test func `knows when rate, latency or path change`() throws {
    let held = NetworkLink(following: try .steps([(1000, 1), (1000, 1), (2000, 0), (0, 1)]))
    expect(held.nextChange(after: .zero), equals: .seconds(2))
    expect(held.nextChange(after: .seconds(2) - .resolution), equals: .seconds(2))
    expect(held.nextChange(after: .seconds(2)), equals: .seconds(4))
    expect(held.nextChange(after: .seconds(4)) == nil)
    let repeated = NetworkLink(following: try .steps([(1000, 1), (2000, 0)], .repeats))
    expect(repeated.nextChange(after: .milliseconds(3500)), equals: .seconds(4))
    expect(repeated.nextChange(after: .seconds(4)), equals: .seconds(6))
    expect(NetworkLink(following: try .byteAMillisecond()).nextChange(after: .zero) == nil)
    func link(_ latency: WallTime, _ path: PathFlags) throws -> NetworkLink {
      let rate = BitRate(bitsPerSecond: 8000)
      return NetworkLink(
        following: try BandwidthProfile(
          name: "two",
          intervals: [
            .init(duration: .seconds(1), rate: rate, latency: .zero, path: []),
            .init(duration: .seconds(1), rate: rate, latency: latency, path: path),
          ], afterwards: .repeats))
    }
    try expect(link(.zero, []).nextChange(after: .zero) == nil)
    try expect(link(.resolution, []).nextChange(after: .zero), equals: .seconds(1))
    try expect(link(.zero, .expensive).nextChange(after: .zero), equals: .seconds(1))
  }
}
