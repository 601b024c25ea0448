import Expectations
import PlayheadKit
import Testing

@Suite struct `The figures of a network` {
  private static func profile(
    _ rows: [(seconds: Int64, bits: Int64, latency: Int64)],
    _ afterwards: BandwidthProfile.Afterwards = .repeats
  ) throws -> BandwidthProfile {
    try BandwidthProfile(
      name: "test",
      intervals: rows.map {
        .init(
          duration: .seconds($0.seconds), rate: BitRate(bitsPerSecond: $0.bits),
          latency: .milliseconds($0.latency))
      }, afterwards: afterwards)
  }

  @Test func `count each moment the same`() throws {
    let statistics = NetworkStatistics(
      try Self.profile([
        (1, 100, 5), (2, 300, 7), (0, 9999, 99), (1, 0, 6), (3, 200, 7), (1, 200, 7),
      ]))
    expect(statistics.length, equals: .seconds(8))
    // (100 + 600 + 0 + 800) ÷ 8 = 187.5
    expect(statistics.mean.bitsPerSecond, equals: 188)
    // Sorted, 1 s of 0, 1 s of 100 and 4 s of 200 are more than half of 8 s.
    expect(statistics.median.bitsPerSecond, equals: 200)
    expect(statistics.minimum, equals: .zero)
    expect(statistics.maximum.bitsPerSecond, equals: 300)
    expect(statistics.zeroShare, equals: Ratio(millionths: 125_000))
    expect(statistics.minimumLatency, equals: .milliseconds(5))
    expect(statistics.maximumLatency, equals: .milliseconds(7))
  }

  /// A packet of 12,000 bits in a millisecond, then nothing: 300 times within 600 ms, then 400 ms
  /// of nothing, and half a second of one packet.
  @Test func `of packets are those of windows of a second`() throws {
    func interval(_ milliseconds: Int64, _ bits: Int64) -> BandwidthProfile.Interval {
      .init(duration: .milliseconds(milliseconds), rate: BitRate(bitsPerSecond: bits))
    }
    let packets = (0..<300).flatMap { _ in [interval(1, 12_000_000), interval(1, 0)] }
    let profile = try BandwidthProfile(
      name: "test",
      intervals: packets + [interval(400, 0)] + [interval(2000, 0)]
        + (0..<2).flatMap { _ in [interval(1, 12_000_000), interval(249, 0)] })
    let statistics = NetworkStatistics(profile)
    expect(statistics.window == .seconds(1) && statistics.length == .milliseconds(3500))
    // 3.6 Mbit in the first second, none in two, 24 kbit in the last half: 48 kbit/s.
    expect(statistics.maximum.bitsPerSecond, equals: 3_600_000)
    expect(statistics.minimum == .zero && statistics.median == .zero)
    expect(statistics.zeroShare, equals: Ratio(WallTime.seconds(2), of: .milliseconds(3500)))
    expect(statistics.mean.bitsPerSecond, equals: 1_035_429)
    // As many intervals as seconds, or fewer, stand for themselves.
    for (milliseconds, hasWindow) in [(1000, false), (999, true)] as [(Int64, Bool)] {
      let pair = try BandwidthProfile(
        name: "test", intervals: [interval(1000, 8000), interval(milliseconds, 0)])
      expect((NetworkStatistics(pair).window != nil), equals: hasWindow, "\(milliseconds) ms")
    }
  }

  @Test func `take the lower of two medians`() throws {
    expect(
      NetworkStatistics(try Self.profile([(1, 20, 0), (1, 10, 0)])).median.bitsPerSecond, equals: 10
    )
  }

  @Test func `leave out what is held after the end`() throws {
    let statistics = NetworkStatistics(
      try Self.profile([(10, 800_000, 0), (5, 0, 0), (0, 1_200_000, 0)], .holdsLast))
    expect(statistics.length, equals: .seconds(15))
    expect(statistics.mean.bitsPerSecond, equals: 533_333)
    expect(statistics.maximum.bitsPerSecond, equals: 800_000)
    expect(statistics.zeroShare, equals: Ratio(millionths: 333_333))
  }

  @Test(arguments: [(700, 0), (0, 1_000_000)] as [(Int64, Int64)])
  func `are those of the one rate there is`(bits: Int64, zeroMillionths: Int64) throws {
    let statistics = NetworkStatistics(try Self.profile([(0, 1, 1), (0, bits, 3)], .holdsLast))
    expect(statistics.length, equals: .zero)
    for rate in [
      statistics.mean, statistics.median, statistics.minimum, statistics.maximum,
    ] { expect(rate.bitsPerSecond, equals: bits) }
    expect(statistics.zeroShare, equals: Ratio(millionths: zeroMillionths))
    expect(statistics.minimumLatency, equals: .milliseconds(3))
  }
}
