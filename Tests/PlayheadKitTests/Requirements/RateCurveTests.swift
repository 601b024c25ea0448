import Expectations
import PlayheadKit
import Testing

@Suite struct `The minimum rate by startup delay` {
  @Test(arguments: Seeds.blocks(15_100_000..<15_102_000, of: 50, few: 100))
  func `is enough at every higher rate, and a bit per second less stalls`(
    block: Range<UInt64>
  ) throws {
    for seed in block {
      let session = try ConstantPlayback(seed: seed)
      let bound = session.curve.bound(startup: session.startup)
      guard let rate = bound.rate?.bitsPerSecond else {
        try expect(!session.isInTime(at: BitRate.bound.bitsPerSecond), "seed \(seed)")
        continue
      }
      try expect(session.isInTime(at: rate), "seed \(seed)")
      expect((rate == 0), equals: (bound.frame == nil), "seed \(seed)")
      if rate > 0 { try expect(!session.isInTime(at: rate - 1), "seed \(seed)") }
      var random = SplitMix64(seed: seed)
      for higher in [rate + 1, rate + Int64(random.int(1...1000)), rate * 2 + 1] {
        try expect(session.isInTime(at: higher), "seed \(seed), \(higher)")
      }
      // The other way round, it is the delay that this rate needs, or a longer one.
      let link = NetworkLink(
        following: try BandwidthProfile(
          name: "constant", rate: BitRate(bitsPerSecond: rate), latency: session.latency))
      let delay = StartupBound(session.needed, over: link).delay
      expect(delay.map { $0 <= session.startup } ?? (rate == 0), "seed \(seed)")
    }
  }

  @Test(arguments: Seeds.blocks(15_200_000..<15_201_000, of: 50, few: 100))
  func `falls from corner to corner, and between two the same frame decides`(
    block: Range<UInt64>
  ) throws {
    for seed in block {
      let curve = try ConstantPlayback(seed: seed).curve
      expect(curve.bound(startup: curve.limit).rate == nil || curve.firstFrame == nil)
      var former: (startup: WallTime, rate: BitRate, frame: NeededFrame?) = (
        curve.limit, .bound, curve.firstFrame
      )
      for corner in curve.corners {
        expect(corner.startup > former.startup, "seed \(seed)")
        expect(corner.rate <= former.rate, "seed \(seed)")
        expect(curve.bound(startup: corner.startup).rate, equals: corner.rate, "seed \(seed)")
        expect(former.frame.map { $0.mediaTime < corner.frame.mediaTime } ?? false, "seed \(seed)")
        // In the middle, the frame of the former corner decides.
        let gap = (corner.startup - former.startup).nanoseconds
        if gap > 1_000_000 {
          let middle = former.startup + WallTime(nanoseconds: gap / 2)
          let bound = curve.bound(startup: middle)
          if let rate = bound.rate, rate.bitsPerSecond > 1_000, curve.isOfOneRequest {
            expect(bound.frame, equals: former.frame, "seed \(seed)")
          }
        }
        former = (corner.startup, corner.rate, corner.frame)
      }
    }
  }

  /// Two seconds of 1000 bytes, then one of 6000, then seven of 1000.
  @Test func `is that of paper and pencil`() throws {
    let sizes: [Int64] = [1000, 1000, 6000] + Array(repeating: 1000, count: 7)
    var clip = Clip(samples: [])
    var offset: Int64 = 0
    for (second, size) in sizes.enumerated() {
      clip.samples.append(
        Sample(
          at: .seconds(Int64(second)), lasting: .seconds(1), bytes: offset..<offset + size))
      offset += size
    }
    let curve = RateCurve(try #require(NeededBytes(clip.presentation)))
    // The points (0 s, 1000), (2 s, 8000) and (9 s, 15,000) are the hull.
    expect(curve.firstFrame?.mediaTime == .zero && curve.limit == .zero)
    expect(curve.corners.map(\.frame.mediaTime), equals: [.seconds(2), .seconds(9)])
    // 3500 bytes a second: 1000 of them take 2/7 s. 1000 a second: 8000 take 8 s, 2 s of which are
    // the frame's own.
    expect(curve.corners.map(\.startup), equals: [WallTime(nanoseconds: 285_714_286), .seconds(6)])
    expect(curve.corners.map(\.rate), equals: [28_000, 8000].map { BitRate(bitsPerSecond: $0) })
    expect(curve.corners.map(\.frame.endOffset), equals: [8000, 15_000])
    for (milliseconds, rate) in [(100, 80_000), (200, 40_000), (2000, 16_000), (15_000, 5000)]
      as [(Int64, Int64)]
    {
      let bound = curve.bound(startup: .milliseconds(milliseconds))
      expect(bound.rate, equals: BitRate(bitsPerSecond: rate))
    }
    expect(curve.bound(startup: .zero).rate == nil)
    // With a latency all of it is later by as much.
    let late = RateCurve(
      try #require(NeededBytes(clip.presentation)), latency: .milliseconds(300))
    expect(late.limit, equals: .milliseconds(300))
    expect(
      late.corners.map(\.startup), equals: curve.corners.map { $0.startup + .milliseconds(300) })
    expect(late.corners.map(\.rate), equals: curve.corners.map(\.rate))
    expect(late.bound(startup: .milliseconds(300)).rate == nil)
    expect(late.bound(startup: .milliseconds(300)).frame?.mediaTime, equals: .zero)
    expect(
      late.bound(startup: .milliseconds(300) + .resolution).rate,
      equals: BitRate(bitsPerSecond: 8_000_000_000_000))
  }

  /// Each request ends at a whole nanosecond: at 3 bit/s more a byte comes a part of one earlier.
  @Test func `heeds that every request ends at a whole nanosecond`() throws {
    var clip = Clip.frames(1, lasting: .seconds(1), of: 7)
    clip.bytes = 200_007
    clip.openingReads = [ByteRange(200_000, 200_007)]
    let needed = try #require(NeededBytes(clip.presentation))
    expect(needed.requestCount, equals: 2)
    let curve = RateCurve(needed)
    // 56 bits and 56 bits in 5 ns are 22.4 Gbit/s by their sum; in 3 ns and 2 ns they take 28.
    expect(
      curve.bound(startup: WallTime(nanoseconds: 5)).rate,
      equals: BitRate(bitsPerSecond: 28_000_000_000))
    // In 6 ns, 3 and 3.
    expect(
      curve.bound(startup: WallTime(nanoseconds: 6)).rate,
      equals: BitRate(bitsPerSecond: 18_666_666_667))
    // In one nanosecond each, and not sooner.
    expect(
      curve.bound(startup: WallTime(nanoseconds: 2)).rate,
      equals: BitRate(bitsPerSecond: 56_000_000_000))
    expect(curve.bound(startup: .resolution).rate == nil)
    let playback = DelayedPlayback(presentation: try clip.presentation)
    for nanoseconds in 2...9 as ClosedRange<Int64> {
      let startup = WallTime(nanoseconds: nanoseconds)
      let rate = try #require(curve.bound(startup: startup).rate).bitsPerSecond
      try expect(playback.isInTime(after: startup, at: rate, latency: .zero))
      try expect(!playback.isInTime(after: startup, at: rate - 1, latency: .zero))
    }
  }
}

extension RateCurve {
  /// Whether it is of a file that one request brings, where nothing is rounded but the rate.
  fileprivate var isOfOneRequest: Bool {
    ([firstFrame] + corners.map(\.frame)).allSatisfy { $0?.requestCount ?? 1 == 1 }
  }
}

/// Random media over links of constant rate.
private struct ConstantPlayback {
  let needed: NeededBytes
  let curve: RateCurve
  let startup: WallTime
  let latency: WallTime
  private let playback: DelayedPlayback

  init(seed: UInt64) throws {
    let session = try RandomSession(seed: seed)
    var random = SplitMix64(seed: ~seed)
    let presentation = try session.presentation
    needed = try #require(
      NeededBytes(presentation, readingThrough: session.policy.readThrough))
    latency = random.chance(50) ? .zero : session.profile.intervals[0].latency
    startup = random.pick(
      .zero, .resolution, .milliseconds(250), .seconds(2),
      WallTime(nanoseconds: Int64(random.int(1...5_000_000_000))))
    curve = RateCurve(needed, latency: latency)
    playback = DelayedPlayback(
      presentation: presentation, readThrough: session.policy.readThrough)
  }

  func isInTime(at rate: Int64) throws -> Bool {
    try playback.isInTime(after: startup, at: rate, latency: latency)
  }
}
