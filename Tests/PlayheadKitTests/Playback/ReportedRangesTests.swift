import Expectations
import Testing

@testable import PlayheadModel

/// Loaded ranges of a player that makes them from bytes, worked out by hand.
@Suite struct `A player that reports loaded ranges by bytes` {
  /// It starts with a second of media.
  private func policy(ahead: MediaTime = .zero) throws -> BufferingPolicy {
    var values = BufferingPolicy.Parameters()
    (values.startupThreshold, values.resumeThreshold) = (.seconds(1), .seconds(1))
    (values.highWatermark, values.readThrough) = (nil, 0)
    values.buffered = .bytes
    values.bufferedAhead = ahead
    return try BufferingPolicy(values)
  }

  /// Twenty seconds of 10,000 bytes: each byte stands for 2 ms.
  private let clip = Clip.frames(20, lasting: .seconds(1), of: 500)

  @Test(arguments: [
    (98, 0), (99, 0), (100, 200), (101, 202), (5_000, 10_000), (9_899, 19_798), (9_900, 19_800),
    (9_901, 20_000), (9_999, 20_000), (10_000, 20_000),
  ])
  func `takes the first and the last hundredth for the start and the end`(
    bytes: Int, milliseconds: Int64
  ) throws {
    let session = try clip.play(
      over: .byteAMillisecond(), policy(), ticks: .milliseconds(Int64(bytes)))
    let tick = try #require(session.ticks.dropFirst().first)
    expect(tick.bytesDownloaded == bytes)
    let end = MediaTime.milliseconds(milliseconds)
    expect(tick.loadedTimeRanges, equals: TimeRangeSet(TimeRange(start: .zero, end: end)))
    expect(tick.buffered, equals: Ratio(end, of: .seconds(20)))
    // The level is that of the samples, each whole.
    expect(tick.mediaTime + tick.bufferLevel, equals: .seconds(Int64(bytes / 500)))
  }

  @Test func `reports what each request brought`() throws {
    let session = try clip.play(
      over: .byteAMillisecond(latency: .milliseconds(100)), policy(),
      do: [UserAction(at: .seconds(2), .seek(to: .seconds(15), .exact))], limit: .seconds(4),
      ticks: .seconds(1))
    let tick = try #require(session.ticks.last)
    // 1,900 bytes from the first on, and as many from byte 7,500.
    expect(
      tick.loadedTimeRanges.ranges,
      equals: [
        TimeRange(start: .zero, end: .milliseconds(3800)),
        TimeRange(start: .seconds(15), end: .milliseconds(18_800)),
      ])
    expect(tick.buffered, equals: Ratio(millionths: 940_000))
  }

  @Test(arguments: [0, 1, 2, 30])
  func `reports what was demuxed`(ahead: Int64) throws {
    // Ten seconds of 100 bytes each, and ten of 900, at 100 bytes/s: a byte stands for 2 ms.
    let small = Clip.frames(10, lasting: .seconds(1), of: 100)
    let large = (10..<20).map {
      Sample(at: .seconds($0), lasting: .seconds(1), bytes: $0 * 900 - 8_000..<$0 * 900 - 7_100)
    }
    let session = try Clip(samples: small.samples + large).play(
      over: BandwidthProfile(
        name: "100 B/s", rate: BitRate(bitsPerSecond: 800), latency: .zero),
      policy(ahead: .seconds(ahead)), limit: .seconds(5), ticks: .seconds(1))
    // It starts at 1 s, and a second more is loaded each second.
    expect(
      session.ticks.map(\.mediaTime), equals: [0, 0, 1, 2, 3, 4].map { MediaTime.seconds($0) })
    for tick in session.ticks.dropFirst(2) {
      let end = min(tick.mediaTime + .seconds(ahead), tick.mediaTime + .seconds(1))
      expect(tick.loadedTimeRanges, equals: TimeRangeSet(TimeRange(start: .zero, end: end)))
      expect(tick.buffered, equals: Ratio(end, of: .seconds(20)))
      expect(tick.bufferLevel, equals: .seconds(1))
    }
  }

  @Test func `reports nothing before it knows the length of the media`() throws {
    var clip = Clip.frames(20, lasting: .seconds(1), of: 500, from: 300)
    clip.openingReads = [ByteRange(0, 300)]
    let session = try clip.play(
      over: .byteAMillisecond(), policy(), ticks: .milliseconds(1))
    expect(session.ticks[299].loadedTimeRanges.isEmpty)
    expect(session.ticks[299].buffered, equals: Ratio(millionths: 0))
    expect(!session.ticks[300].loadedTimeRanges.isEmpty)
  }
}
