import Expectations
import PlayheadKit
import Testing

@Suite struct `An offset` {
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `shifts what the link carries, and nothing else`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let profile = try BandwidthProfile.random(using: &random)
    let period = profile.length.nanoseconds
    let offset = WallTime(nanoseconds: Int64.random(in: 0...period * 3, using: &random))
    let (link, shifted) = (
      NetworkLink(following: profile), NetworkLink(following: profile.starting(at: offset))
    )
    for _ in 0..<20 {
      let times = (0..<2).map { _ in
        WallTime(nanoseconds: Int64.random(in: 0...period * 3, using: &random))
      }
      let (start, end) = (min(times[0], times[1]), max(times[0], times[1]))
      let bytes = link.bytes(from: start + offset, to: end + offset)
      expect(shifted.bytes(from: start, to: end), equals: bytes, "seed \(seed), \(start)…\(end)")
      expect(
        shifted.rate(at: start), equals: link.rate(at: start + offset), "seed \(seed), \(start)")
      expect(
        shifted.latency(at: start), equals: link.latency(at: start + offset),
        "seed \(seed), \(start)")
      let arrival = link.arrival(of: bytes + 1, from: start + offset)
      if let arrival {
        expect(
          shifted.arrival(of: bytes + 1, from: start), equals: arrival - offset,
          "seed \(seed), \(bytes)")
      }
    }
  }

  private static func profile(
    _ afterwards: BandwidthProfile.Afterwards
  ) throws -> BandwidthProfile {
    try BandwidthProfile(
      name: "three",
      intervals: [
        .init(duration: .seconds(1), rate: BitRate(bitsPerSecond: 1)),
        .init(duration: .seconds(2), rate: BitRate(bitsPerSecond: 2)),
        .init(duration: .seconds(3), rate: BitRate(bitsPerSecond: 3)),
      ], afterwards: afterwards)
  }

  @Test(
    arguments: [
      (0, [[1, 1], [2, 2], [3, 3]]), (1, [[2, 2], [3, 3], [1, 1]]),
      (2, [[1, 2], [3, 3], [1, 1], [1, 2]]), (6, [[1, 1], [2, 2], [3, 3]]),
      (14, [[1, 2], [3, 3], [1, 1], [1, 2]]),
    ] as [(Int64, [[Int64]])])
  func `goes round in a profile that repeats`(offset: Int64, rows: [[Int64]]) throws {
    let profile = try Self.profile(.repeats).starting(at: .seconds(offset))
    expect(
      profile.intervals.map {
        [$0.duration.nanoseconds / 1_000_000_000, $0.rate.bitsPerSecond]
      }, equals: rows)
    expect(profile.notes, equals: (offset == 0 ? [] : ["from \(offset) s on"]))
  }

  @Test(
    arguments: [
      (2, [[1, 2], [3, 3]]), (5, [[1, 3]]), (6, [[0, 3]]), (600, [[0, 3]]),
    ] as [(Int64, [[Int64]])])
  func `leaves what is held`(offset: Int64, rows: [[Int64]]) throws {
    let profile = try Self.profile(.holdsLast).starting(at: .seconds(offset))
    expect(
      profile.intervals.map {
        [$0.duration.nanoseconds / 1_000_000_000, $0.rate.bitsPerSecond]
      }, equals: rows)
    expect(profile.afterwards, equals: .holdsLast)
  }

  @Test func `comes after holding`() throws {
    var shaping = NetworkShaping()
    shaping.holdsLast = true
    shaping.offset = .seconds(7)
    let shaped = try shaping.applied(to: Self.profile(.repeats))
    expect(shaped.intervals.map(\.rate.bitsPerSecond), equals: [3])
    expect(shaped.afterwards, equals: .holdsLast)
    expect(shaped.notes, equals: ["holds its last interval", "from 7 s on"])
    try expect(Self.profile(.holdsLast).holdingLast().notes.isEmpty)
  }
}
