import Expectations
import PlayheadKit
import Testing

@Suite struct `The minimum startup delay` {
  @Test(arguments: Seeds.blocks(15_000_000..<15_002_000, of: 50, few: 400))
  func `is enough, and a nanosecond less stalls`(block: Range<UInt64>) throws {
    for seed in block {
      let session = try RandomSession.connected(seed: seed)
      let presentation = try session.presentation
      let link = NetworkLink(following: session.profile)
      let needed = try #require(
        NeededBytes(presentation, readingThrough: session.policy.readThrough))
      let bound = StartupBound(needed, over: link, by: session.transport)
      let playback = DelayedPlayback(
        presentation: presentation, readThrough: session.policy.readThrough,
        transport: session.transport)
      guard let delay = bound.delay else {
        expect(bound.arrival == nil, "seed \(seed)")
        let starved = try playback.play(after: .seconds(1_000_000), over: link)
        expect(starved.endReason, equals: .starved, "seed \(seed)")
        continue
      }
      try expect(playback.isInTime(after: delay, over: link), "seed \(seed)")
      expect(
        bound.arrival == max(.zero, delay) + .playing(bound.frame.mediaTime) || delay == .zero,
        "seed \(seed)")
      guard delay > .zero else { continue }
      try expect(!playback.isInTime(after: delay - .resolution, over: link), "seed \(seed)")
    }
  }

  /// Frames of 1000 bytes a second over a byte a millisecond, after 500 bytes of index.
  @Test func `is that of paper and pencil`() throws {
    var clip = Clip.frames(10, lasting: .milliseconds(500), of: 1000, from: 500)
    clip.openingReads = [ByteRange(0, 500)]
    let needed = try #require(NeededBytes(clip.presentation))
    let link = NetworkLink(following: try .byteAMillisecond(latency: .milliseconds(100)))
    let bound = StartupBound(needed, over: link)
    // The last frame is due after nine halves of a second, and in after 100 + 10,500 ms.
    expect(bound.delay, equals: .milliseconds(100 + 10_500 - 4500))
    expect(bound.arrival, equals: .milliseconds(10_600))
    expect(bound.frame.mediaTime, equals: .milliseconds(4500))
    expect(bound.frame.endOffset == 10_500 && bound.frame.downloadedBytes == 10_500)
    expect(bound.frame.requestCount, equals: 1)
  }

  /// Nothing arrives from 3 s to 7 s: the last frame waits there for three of its bytes.
  @Test func `waits for an outage to end`() throws {
    let clip = Clip.frames(3, lasting: .seconds(1), of: 1001)
    let needed = try #require(NeededBytes(clip.presentation))
    let link = NetworkLink(following: try .steps([(3000, 1), (4000, 0), (1000, 1)]))
    let bound = StartupBound(needed, over: link)
    expect(bound.delay, equals: .milliseconds(7003 - 2000))
    expect(bound.frame.mediaTime == .seconds(2) && bound.frame.endOffset == 3003)
  }

  @Test func `does not exist where the link dies, and the first frame lost is named`() throws {
    let clip = Clip.frames(4, lasting: .seconds(1), of: 1000)
    let needed = try #require(NeededBytes(clip.presentation))
    for (milliseconds, second) in [(2999, 2), (3000, 3)] as [(Int64, Int64)] {
      let link = NetworkLink(
        following: try .steps([(milliseconds, Int64(1)), (Int64(1), Int64(0))]))
      let bound = StartupBound(needed, over: link)
      expect(bound.delay == nil && bound.arrival == nil)
      expect(bound.frame.mediaTime, equals: .seconds(second))
    }
    let dead = StartupBound(needed, over: NetworkLink(following: try .dead))
    expect(dead.delay == nil && dead.frame.mediaTime == .zero)
  }

  /// The index lies behind 4000 bytes of media: what opening reads is requested on its own.
  @Test func `opens a file whose index is at the end first`() throws {
    var clip = Clip.frames(4, lasting: .seconds(1), of: 100_000)
    clip.bytes = 401_000
    clip.openingReads = [ByteRange(0, 32), ByteRange(400_000, 401_000)]
    let needed = try #require(NeededBytes(clip.presentation))
    expect(needed.requestCount, equals: 3)
    let link = NetworkLink(following: try .byteAMillisecond(latency: .milliseconds(7)))
    let bound = StartupBound(needed, over: link)
    // Three requests; the first 32 bytes are not fetched again.
    let milliseconds: Int64 = 3 * 7 + 32 + 1000 + 400_000 - 32 - 3000
    expect(bound.delay, equals: .milliseconds(milliseconds))
    expect(bound.frame.requestCount == 3 && bound.frame.downloadedBytes == 401_000)
  }

  @Test func `is the arrival of a single frame`() throws {
    let clip = Clip.frames(1, lasting: .seconds(5), of: 1234)
    let needed = try #require(NeededBytes(clip.presentation))
    let link = NetworkLink(following: try .byteAMillisecond())
    expect(StartupBound(needed, over: link).delay, equals: .milliseconds(1234))
    let curve = RateCurve(needed)
    expect(curve.corners.isEmpty && curve.firstFrame?.endOffset == 1234)
    expect(curve.bound(startup: .milliseconds(1234)).rate, equals: BitRate(bitsPerSecond: 8000))
    expect(curve.bound(startup: .zero).rate == nil)
  }
}
