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
    #expect(traffic.requests == requests && traffic.bytes == bytes)
  }

  /// A segment is kept whole, however far a player goes back in it.
  @Test func `takes one request for the headers of segments`() throws {
    var index = Clip(openingReads: Self.reads, samples: Self.samples(2, from: 0)).index
    index.resources = [
      MediaResource(name: "init", bytes: 150, samples: 0..<0),
      MediaResource(name: "1", bytes: 100, samples: 0..<1),
      MediaResource(name: "2", bytes: 200, samples: 1..<2),
    ]
    let traffic = try Presentation(index).openingTraffic(readingThrough: 0, goingBack: 0)
    #expect(traffic.requests == 1 && traffic.bytes == 150)
  }

  @Test(arguments: [(99, false), (100, true)] as [(Int64, Bool)])
  func `fetches the end first where it is read before the media`(start: Int64, isFirst: Bool) throws
  {
    // Media from byte 100 on, and a read that ends with the file or a byte before.
    let end = 500 - (100 - start)
    let clip = Clip(
      openingReads: [ByteRange(0, 100), ByteRange(400, end)], samples: Self.samples(4, from: 100))
    let traffic = try Presentation(clip.index).openingTraffic(readingThrough: 0)
    #expect(traffic.readsEndFirst == isFirst && traffic.requests == 2)
  }
}
