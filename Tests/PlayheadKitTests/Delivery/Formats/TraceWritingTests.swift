import Expectations
import PlayheadKit
import Testing

@Suite struct `A written trace` {
  private typealias Interval = BandwidthProfile.Interval

  private static func text(_ trace: WrittenTrace) -> String {
    String(decoding: trace.bytes, as: UTF8.self)
  }

  private static func read(
    _ trace: WrittenTrace, _ format: WritableTraceFormat
  ) throws -> BandwidthProfile {
    try BandwidthProfile(contents: trace.bytes, name: "trace", format: format.format)
  }

  @Test func `looks as the format asks`() throws {
    let profile = try BandwidthProfile(
      name: "trace",
      intervals: [
        Interval(
          duration: WallTime(nanoseconds: 1_500_000_001), rate: BitRate(bitsPerSecond: 800_001),
          latency: WallTime(nanoseconds: 50_000_001)),
        Interval(duration: .seconds(2), rate: .zero),
      ])
    try expect(
      Self.text(profile.written(as: .sabre)),
      equals: """
        [
          {"duration_ms": 1500.000001, "bandwidth_kbps": 800.001, "latency_ms": 50.000001},
          {"duration_ms": 2000, "bandwidth_kbps": 0, "latency_ms": 0}
        ]

        """)
    try expect(
      Self.text(profile.written(as: .csv)),
      equals: """
        duration_seconds,kbps,latency_ms
        1.500000001,800.001,50.000001
        2,0,0

        """)
    let pensieve = try profile.written(as: .pensieve)
    expect(Self.text(pensieve), equals: "0\t0.800001\n1.500000001\t0.800001\n3.500000001\t0\n")
    expect(pensieve.losses, equals: [.latency])
  }

  /// Intervals of odd times and rates, some of no time, some of nothing.
  private static func randomIntervals(
    _ random: inout SplitMix64, latency: Bool
  ) -> [Interval] {
    (0..<Int.random(in: 1...12, using: &random)).map { index in
      let isShort = index > 0 && Bool.random(using: &random)
      let duration = Int64.random(in: 0...(isShort ? 2 : 5_000_000_000), using: &random)
      return Interval(
        duration: WallTime(nanoseconds: index == 0 ? duration + 1 : duration),
        rate: BitRate(
          bitsPerSecond: Bool.random(using: &random)
            ? 0 : Int64.random(in: 0...2_000_000_000, using: &random)),
        latency: latency
          ? WallTime(nanoseconds: Int64.random(in: 0...900_000_000, using: &random)) : .zero)
    }
  }

  @Test(arguments: [WritableTraceFormat.sabre, .csv, .pensieve])
  func `gives the same profile again`(format: WritableTraceFormat) throws {
    var random = SplitMix64(seed: 11)
    for _ in 0..<200 {
      let profile = try BandwidthProfile(
        name: "trace",
        intervals: Self.randomIntervals(&random, latency: format != .pensieve))
      let trace = try profile.written(as: format)
      expect(trace.losses.isEmpty)
      try expect(Self.read(trace, format), equals: profile)
    }
  }

  @Test func `of whole packets gives the same flow again from mahimahi`() throws {
    var random = SplitMix64(seed: 13)
    for _ in 0..<100 {
      var intervals = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        Interval(
          duration: .milliseconds(Int64.random(in: 0...40, using: &random)),
          rate: BitRate(bitsPerSecond: 12_000_000 * Int64.random(in: 0...5, using: &random)))
      }
      intervals.append(
        Interval(duration: .milliseconds(3), rate: BitRate(bitsPerSecond: 12_000_000)))
      let profile = try BandwidthProfile(name: "trace", intervals: intervals)
      let trace = try profile.written(as: .mahimahi)
      expect(trace.losses.isEmpty)
      let (link, again) = (
        NetworkLink(following: profile), NetworkLink(following: try Self.read(trace, .mahimahi))
      )
      for bytes in stride(from: Int64(1), to: 100_000, by: 733) {
        expect(
          link.arrival(of: bytes, from: .zero), equals: again.arrival(of: bytes, from: .zero))
      }
    }
  }

  @Test func `of anything else in mahimahi has the whole packets of each millisecond`() throws {
    var random = SplitMix64(seed: 17)
    for _ in 0..<40 {
      var intervals = Self.randomIntervals(&random, latency: true)
      for index in intervals.indices {
        intervals[index].duration.nanoseconds /= 100
        intervals[index].rate.bitsPerSecond /= 10
      }
      intervals.append(
        Interval(
          duration: .milliseconds(10), rate: BitRate(bitsPerSecond: 30_000_000),
          latency: .milliseconds(1)))
      let profile = try BandwidthProfile(name: "trace", intervals: intervals)
      let trace = try profile.written(as: .mahimahi)
      expect(Set(trace.losses).isSuperset(of: [.latency, .packets]))
      let (link, again) = (
        NetworkLink(following: profile), NetworkLink(following: try Self.read(trace, .mahimahi))
      )
      let length = intervals.reduce(Int64(0)) { $0 + $1.duration.nanoseconds } / 1_000_000
      // Up to the last millisecond, in which a late packet may be.
      for millisecond in stride(from: Int64(0), to: length, by: 7) {
        let time = WallTime.milliseconds(millisecond)
        let whole = link.bytes(from: .zero, to: time) / 1500 * 1500
        expect(again.bytes(from: .zero, to: time), equals: whole)
      }
    }
  }

  @Test func `keeps the length of a pass that ends in silence`() throws {
    let profile = try BandwidthProfile(
      name: "trace",
      intervals: [
        Interval(duration: .milliseconds(2), rate: BitRate(bitsPerSecond: 12_000_000)),
        Interval(duration: WallTime(nanoseconds: 4_500_000), rate: .zero),
      ])
    let trace = try profile.written(as: .mahimahi)
    // Packets at 1 and 2 ms; 6.5 ms become 7, and the format ends with a packet.
    expect(Self.text(trace), equals: "1\n7\n")
    expect(
      trace.losses, equals: [.packets, .length(.milliseconds(7)), .lastPacket(.milliseconds(5))])
  }

  @Test func `of a constant rate loses nothing but the packets`() throws {
    let profile = try BandwidthProfile(
      name: "trace", rate: BitRate(bitsPerSecond: 800_000), latency: .milliseconds(50))
    try expect(Self.read(profile.written(as: .csv), .csv), equals: profile)
    let sabre = try profile.written(as: .sabre)
    expect(sabre.losses.isEmpty)
    let again = NetworkLink(following: try Self.read(sabre, .sabre))
    expect(
      again.arrival(of: 100_000_000, from: .zero),
      equals: NetworkLink(following: profile).arrival(of: 100_000_000, from: .zero))
    expect(again.latency(at: .seconds(1000)), equals: .milliseconds(50))
    try expect(profile.written(as: .pensieve).losses, equals: [.latency])
    // 60 s are 4000 packets.
    let mahimahi = try profile.written(as: .mahimahi)
    expect(mahimahi.losses, equals: [.latency, .packets])
    expect(mahimahi.bytes.count { $0 == UInt8(ascii: "\n") }, equals: 4000)
  }

  @Test(arguments: [WritableTraceFormat.sabre, .csv, .pensieve])
  func `of a held interval says for how long it is`(format: WritableTraceFormat) throws {
    let profile = try BandwidthProfile(
      name: "trace",
      intervals: [
        Interval(duration: .seconds(5), rate: .zero),
        Interval(duration: .zero, rate: BitRate(bitsPerSecond: 1000)),
      ],
      afterwards: .holdsLast)
    let trace = try profile.written(as: format)
    expect(trace.losses, equals: [.holding(.seconds(86_400))])
    try expect(Self.read(trace, format).intervals.last?.duration, equals: .seconds(86_400))
  }

  @Test func `of nothing or of far too much is refused by mahimahi`() throws {
    for (rate, problem) in [
      (0, "delivers something"), (100, "delivers something"), (100_000_000_000, "500000000 lines"),
    ] as [(Int64, String)] {
      let profile = try BandwidthProfile(name: "", rate: BitRate(bitsPerSecond: rate))
      let error = #expect(throws: ProfileError.self) { try profile.written(as: .mahimahi) }
      expect(error?.problem.contains(problem) ?? false, "\(rate)")
    }
  }
}
