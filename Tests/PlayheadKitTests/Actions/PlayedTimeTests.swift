import Expectations
import PlayheadKit
import Testing

@Suite struct `Media played in a wall time` {
  private static func rate(_ thousandths: Int64) throws -> PlaybackRate {
    try #require(PlaybackRate(thousandths: thousandths))
  }

  @Test(
    arguments: [
      // thousandths, nanoseconds of wall time, of media by hand
      (1000, 7, 7), (0, 7, 0), (333, 3, 0), (333, 4, 1), (333, 1000, 333), (333, 1001, 333),
      (1500, 1, 1), (1500, 2, 3), (4000, 1, 4), (250, 3, 0), (250, 4, 1),
      (4000, 1 << 60, 1 << 62), (250, 1 << 60, 1 << 58),
    ] as [(Int64, Int64, Int64)])
  func `is rounded down`(thousandths: Int64, wall: Int64, media: Int64) throws {
    let played = MediaTime.played(
      in: WallTime(nanoseconds: wall), at: try Self.rate(thousandths))
    expect(played, equals: MediaTime(nanoseconds: media))
  }

  @Test(
    arguments: [
      // thousandths, nanoseconds of media, of wall time by hand
      (1000, 7, 7), (333, 0, 0), (333, 1, 4), (333, 333, 1000), (333, 334, 1004),
      (1500, 1, 1), (1500, 3, 2), (1500, 4, 3), (4000, 1, 1), (4000, 4, 1), (4000, 5, 2),
      (250, 1, 4), (250, 1 << 60, 1 << 62), (4000, 1 << 60, 1 << 58),
    ] as [(Int64, Int64, Int64)])
  func `takes a wall time that is rounded up`(
    thousandths: Int64, media: Int64, wall: Int64
  ) throws {
    let time = WallTime.playing(
      MediaTime(nanoseconds: media), at: try Self.rate(thousandths))
    expect(time, equals: WallTime(nanoseconds: wall))
  }

  @Test(arguments: Seeds.blocks(0..<1_000, of: 100, few: 200))
  func `takes the shortest wall time in which as much is played`(block: Range<UInt64>) throws {
    for seed in block {
      var random = SplitMix64(seed: seed)
      let rate = try Self.rate(Int64(random.int(250...4000)))
      let media = MediaTime(nanoseconds: Int64(random.int(1...10_000_000_000)))
      let wall = WallTime.playing(media, at: rate)
      expect(MediaTime.played(in: wall, at: rate) >= media, "seed \(seed)")
      expect(MediaTime.played(in: wall - .resolution, at: rate) < media, "seed \(seed)")
    }
  }
}
