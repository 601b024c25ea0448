import Expectations
import Testing

@testable import PlayheadModel

/// A player that reads 100 bytes at the front, then 100 from byte 50 on.
@Suite struct `Opening a file` {
  private static let reads = [ByteRange(0, 100), ByteRange(50, 150)]

  private static func samples(_ count: Int, from start: Int64) -> [Sample] {
    (0..<count).map { number in
      let start = start + Int64(number) * 100
      return Sample(
        at: .seconds(Int64(number)), lasting: .seconds(1), bytes: start..<start + 100)
    }
  }

  @Test(
    arguments: [(nil, 1, 150), (50, 1, 150), (49, 2, 200), (0, 2, 200)] as [(Int64?, Int, Int64)])
  func `takes another request where too little is kept to go back`(
    seekBack: Int64?, requests: Int, bytes: Int64
  ) throws {
    let clip = Clip(openingReads: Self.reads, samples: Self.samples(4, from: 200))
    let traffic = try Presentation(clip.index).openingTraffic(
      readingThrough: 0, goingBack: seekBack)
    expect(traffic.requests == requests && traffic.bytes == bytes)
  }

  /// Ten frames from byte 100 on, and the sound behind them.
  @Test(
    arguments: [(.headers, 100), (.samples, 1200), (.decodeTimes, 1200)] as [(OpeningEnd, Int64)])
  func `reads the first access unit of each track if it is part of it`(
    end: OpeningEnd, bytes: Int64
  ) throws {
    var sound = Self.samples(10, from: 1100)
    for number in sound.indices { sound[number].track = 1 }
    let clip = Clip(
      openingReads: [ByteRange(0, 100)], samples: Self.samples(10, from: 100) + sound,
      tracks: [.video, .audio])
    let traffic = try Presentation(clip.index).openingTraffic(readingThrough: 0, until: end)
    expect(traffic.requests == 1 && traffic.bytes == bytes)
  }

  /// Frames of a Matroska file, of which each third is shown before the two in front of it.
  @Test(
    arguments: [
      (OpeningEnd.samples, 60, 200), (.decodeTimes, 60, 5100), (.decodeTimes, 51, 5100),
      (.decodeTimes, 49, 5000),
    ] as [(OpeningEnd, Int, Int64)])
  func `reads fifty frames in vain for a decoding time`(
    end: OpeningEnd, count: Int, bytes: Int64
  ) throws {
    var samples = Self.samples(count, from: 100)
    for number in samples.indices where number % 3 == 2 {
      let time = samples[number].presentationTime
      samples[number].presentationTime = samples[number - 1].presentationTime
      samples[number - 1].presentationTime = time
    }
    for number in samples.indices.dropFirst() { samples[number].flags = [] }
    var index = Clip(openingReads: [ByteRange(0, 100)], samples: samples).index
    let others = try Presentation(index).openingTraffic(readingThrough: 0, until: end)
    expect(others.bytes, equals: 200)
    index.container = "matroska,webm"
    let traffic = try Presentation(index).openingTraffic(readingThrough: 0, until: end)
    expect(traffic.bytes, equals: bytes)
  }

  /// 22 frames, and the last 250,000 bytes; a player that keeps nothing requests those apart.
  @Test(
    arguments: [
      (21, nil, 2100, 1), (30, nil, 3000, 1), (30, 0, 2200 + 3000, 2),
      (3000, nil, 2200 + 250_000, 2),
    ] as [(Int, Int64?, Int64, Int)])
  func `reads frames and the end of a transport stream`(
    count: Int, seekBack: Int64?, bytes: Int64, requests: Int
  ) throws {
    var index = Clip(samples: Self.samples(count, from: 0)).index
    index.container = "mpegts"
    let traffic = try Presentation(index).openingTraffic(
      readingThrough: 0, goingBack: seekBack, until: .samples)
    expect(traffic.bytes == bytes && traffic.requests == requests)
  }

  @Test(arguments: [(99, false), (100, true)] as [(Int64, Bool)])
  func `fetches the end first where it is read before the media`(start: Int64, isFirst: Bool) throws
  {
    // Media from byte 100 on, and a read that ends with the file or a byte before.
    let end = 500 - (100 - start)
    let clip = Clip(
      openingReads: [ByteRange(0, 100), ByteRange(400, end)], samples: Self.samples(4, from: 100))
    let traffic = try Presentation(clip.index).openingTraffic(readingThrough: 0)
    expect(traffic.readsEndFirst == isFirst && traffic.requests == 2)
  }
}
