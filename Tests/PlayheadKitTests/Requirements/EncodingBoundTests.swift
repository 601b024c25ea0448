import Expectations
import PlayheadKit
import Testing

@Suite struct `How a file may be encoded for a network` {
  /// Ten frames of half a second over a byte a millisecond, which is 8 kbit/s, started after 2 s.
  @Test func `is that of paper and pencil`() throws {
    let clip = Clip.frames(10, lasting: .milliseconds(500), of: 1000)
    let link = NetworkLink(following: try .byteAMillisecond())
    let bound = try #require(
      EncodingBound(try clip.presentation, startup: .seconds(2), over: link))
    expect(bound.track == 0 && bound.meanRate == BitRate(bitsPerSecond: 16_000))
    // A bucket of what flows in within 2 s, which then drains as fast as the link fills it.
    expect(bound.bucket?.rate == BitRate(bitsPerSecond: 8000) && bound.bucket?.bits == 16_000)
    // The last frame is due after 2 s and nine halves: 6500 bytes, 10.4 kbit/s over 5 s.
    expect(bound.highestMeanRate, equals: BitRate(bitsPerSecond: 10_000))
  }

  /// Opening takes 100 ms of latency and 500 ms of bytes, so that 1.4 s remain.
  @Test func `leaves time to open the file`() throws {
    var clip = Clip.frames(10, lasting: .milliseconds(500), of: 1000, from: 500)
    clip.openingReads = [ByteRange(0, 500)]
    let presentation = try clip.presentation
    let link = NetworkLink(following: try .byteAMillisecond(latency: .milliseconds(100)))
    let bound = try #require(EncodingBound(presentation, startup: .seconds(2), over: link))
    expect(bound.bucket?.rate == BitRate(bitsPerSecond: 8000) && bound.bucket?.bits == 11_200)
    // 5900 bytes, 9.44 kbit/s over 5 s.
    expect(bound.highestMeanRate, equals: BitRate(bitsPerSecond: 9000))
    for (milliseconds, exists) in [(600, false), (601, true)] as [(Int64, Bool)] {
      let bound = try #require(
        EncodingBound(presentation, startup: .milliseconds(milliseconds), over: link))
      expect((bound.bucket != nil), equals: exists, "\(milliseconds) ms")
    }
  }

  @Test func `does not exist on a link that dies`() throws {
    let clip = Clip.frames(4, lasting: .seconds(1), of: 1000)
    let bound = try #require(
      EncodingBound(
        try clip.presentation, startup: .seconds(2), over: NetworkLink(following: try .dead)))
    expect(bound.highestMeanRate == nil && bound.bucket == nil)
  }
}
