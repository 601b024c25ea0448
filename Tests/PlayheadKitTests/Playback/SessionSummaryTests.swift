import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `A summary` {
  @Test func `of a minute with 2 s of startup and a stall of 3 s names its denominators`() throws {
    // The first of 60 frames is in at 1.9 s + 100 ms. Until 3 s eleven are, which last until 13 s;
    // the link is silent until 15.9 s, and the twelfth frame comes at 16 s.
    let clip = Clip.frames(60, lasting: .seconds(1), of: 100)
    let policy = try BufferingPolicy(
      startupThreshold: .seconds(1), resumeThreshold: .seconds(1), highWatermark: nil)
    let profile = try BandwidthProfile.steps(
      [(3000, 1), (12_900, 0), (0, 1)], latency: .milliseconds(1900))
    let summary = SessionSummary(try clip.play(over: profile, policy))
    expect(summary.startup, equals: .seconds(2))
    expect(summary.stallCount, equals: 1)
    expect(summary.stalled, equals: .finite(.seconds(3)))
    expect(summary.longestStall, equals: .finite(.seconds(3)))
    expect(summary.played, equals: .seconds(60))
    expect(summary.elapsed, equals: .seconds(65))
    // 3 ÷ 63, 3 ÷ 65 and 60 ÷ 65.
    expect(summary.rebufferRatio?.text, equals: "0.047619")
    expect(summary.rebufferRatioWatch?.text, equals: "0.046154")
    expect(summary.stallsPerMinute?.text, equals: "0.923077")
    expect(summary.seeking, equals: .finite(.zero))
    expect(summary.minimumBuffer, equals: .zero)
    expect(summary.requestCount, equals: 1)
    expect(summary.bytesDownloaded, equals: 6000)
    expect(summary.bytesWasted, equals: 0)
    // 6000 bytes: 1100 until 3 s, 4900 from 15.9 s to 20.8 s; 48 000 bits in 20.8 s are 2307.69.
    expect(summary.observedRate, equals: BitRate(bitsPerSecond: 2308))
    expect(summary.endReason, equals: .ended)
  }

  @Test func `has no figure that does not exist`() throws {
    let clip = Clip.frames(3, lasting: .seconds(1), of: 100)
    let summary = SessionSummary(try clip.play(over: .dead, BufferingPolicy()))
    expect(summary.startup == nil)
    expect(summary.stallCount, equals: 0)
    expect(summary.stalled, equals: .finite(.zero))
    expect(summary.longestStall == nil)
    expect(summary.rebufferRatio == nil)
    expect(summary.rebufferRatioWatch == nil)
    expect(summary.stallsPerMinute == nil)
    expect(summary.meanBuffer == nil)
    expect(summary.minimumBuffer == nil)
    expect(summary.observedRate == nil)
    expect(summary.requestCount, equals: 1)
    expect(summary.endReason, equals: .starved)
  }

  @Test(
    arguments: [
      ([1], 1), ([1, 2], 2), ([1, 1, 2], 1), ([1, 2, 2], 2), ([1, 1, 1, 2], 1), ([1, 2, 2, 2], 2),
      ([0, 1], 1), ([0, 0, 1], 0), ([3, nil, 4], 4), ([2, 5, 2], 3),
    ] as [([Int64?], Int64)])
  func `rounds the mean latency of seeks to the nearest nanosecond, halves up`(
    latencies: [Int64?], mean: Int64
  ) throws {
    var session = try Clip.frames(1, lasting: .seconds(1), of: 100)
      .play(over: .byteAMillisecond(), BufferingPolicy())
    session.seeks = latencies.enumerated().map { number, latency in
      Seek(
        number: number + 1, start: .seconds(Int64(number)), from: .zero, to: .zero,
        latency: latency.map { WallTime(nanoseconds: $0) })
    }
    expect(SessionSummary(session).meanSeekLatency, equals: .finite(WallTime(nanoseconds: mean)))
  }

  @Test func `counts bits delivered, not those wasted, while a request waits or brings`() throws {
    // 100 bytes at the head, then 1000 from 5000 on, too far to read through: 100 ms and 100 ms,
    // 100 ms and 1000 ms. The drop wastes 100 bytes. The frame is all of it.
    var clip = Clip(samples: [Sample(at: .zero, lasting: .seconds(1), bytes: 5000..<6000)])
    clip.openingReads = [ByteRange(0, 100)]
    let policy = try BufferingPolicy(readThrough: 1000)
    let profile = try BandwidthProfile.byteAMillisecond(latency: .milliseconds(100))
    let summary = SessionSummary(try clip.play(over: profile, policy))
    expect(summary.bytesDownloaded, equals: 1200)
    expect(summary.bytesWasted, equals: 100)
    // 8800 bits in 1.3 s are 6769.23.
    expect(summary.observedRate, equals: BitRate(bitsPerSecond: 6769))
    expect(summary.startup, equals: .milliseconds(1300))
  }
}
