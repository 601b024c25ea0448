import Expectations
import PlayheadKit
import Testing

@Suite struct Jitter {
  @Test(
    arguments: [
      // Computed by another program; they must come out the same on every machine.
      (0, [15_332_433, -2_738_880, -18_942_650, 4_201_273]),
      (1, [9_989_930, -5_104_263, -2_468_644, 5_268_322]),
      (.max, [5_854_168, 8_206_263, -7_271_365, -13_805_134]),
    ] as [(UInt64, [Int64])])
  func `is the same for a seed everywhere`(seed: UInt64, deviations: [Int64]) throws {
    let jitter = try LatencyJitter(magnitude: .milliseconds(20), seed: seed)
    let latency = WallTime.milliseconds(50)
    let times = [0, 100, 200, 86_399_900].map { WallTime.milliseconds($0) }
    for (time, deviation) in zip(times, deviations) {
      let expected = latency + WallTime(nanoseconds: deviation)
      expect(jitter.applied(to: latency, at: time), equals: expected)
      // A draw lasts 100 ms, its end not included.
      let last = time + .milliseconds(100) - .resolution
      expect(jitter.applied(to: latency, at: last), equals: expected)
    }
  }

  @Test func `fills its range evenly, and stays within it`() throws {
    let jitter = try LatencyJitter(magnitude: WallTime(nanoseconds: 2), seed: 7)
    var counts: [Int64: Int] = [:]
    for slot in 0..<10_000 as Range<Int64> {
      let drawn = jitter.applied(to: .seconds(1), at: .milliseconds(100 * slot)) - .seconds(1)
      counts[drawn.nanoseconds, default: 0] += 1
    }
    expect(counts.keys.sorted(), equals: [-2, -1, 0, 1, 2])
    // Five deviations of the mean of 2000, whose standard deviation is √(10 000 · 0.2 · 0.8) = 40.
    expect(counts.values.allSatisfy { (1800...2200).contains($0) })
  }

  @Test func `never takes a latency below zero or beyond its bound`() throws {
    let jitter = try LatencyJitter(magnitude: .bound, seed: 0)
    for slot in 0..<100 as Range<Int64> {
      for latency in [WallTime.zero, .bound] {
        let drawn = jitter.applied(to: latency, at: .milliseconds(100 * slot))
        expect(drawn >= .zero && drawn <= .bound)
      }
    }
  }

  @Test func `is in a link's latency, and nowhere else`() throws {
    let profile = try BandwidthProfile(
      name: "constant", rate: BitRate(bitsPerSecond: 800_000), latency: .milliseconds(50))
    var shaping = NetworkShaping()
    shaping.jitter = try LatencyJitter(magnitude: .milliseconds(20), seed: 1)
    let shaped = try shaping.applied(to: profile)
    expect(shaped.intervals, equals: profile.intervals)
    expect(shaped.notes, equals: ["jitter up to 20 ms (seed 1)"])
    let link = NetworkLink(following: shaped)
    expect(link.latency(at: .zero), equals: WallTime(nanoseconds: 59_989_930))
    expect(link.latency(at: .milliseconds(199)), equals: WallTime(nanoseconds: 44_895_737))
    expect(NetworkLink(following: profile).latency(at: .zero), equals: .milliseconds(50))
    shaping.jitter = try LatencyJitter(magnitude: .zero, seed: 1)
    try expect(shaping.applied(to: profile), equals: profile)
  }

  @Test func `is refused beyond its bounds`() {
    for magnitude in [WallTime.zero - .resolution, .bound + .resolution] {
      #expect(throws: ProfileError.self) { try LatencyJitter(magnitude: magnitude, seed: 0) }
    }
  }
}
