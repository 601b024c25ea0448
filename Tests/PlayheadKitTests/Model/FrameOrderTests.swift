import Expectations
import Testing

@testable import PlayheadModel

@Suite struct `Frames that are decoded out of order` {
  /// Frames of a second and ten bytes each, by the second at which they are shown.
  private static func frames(_ seconds: [Int64], sync: Set<Int> = [0]) throws -> FrameOrder {
    let samples = seconds.enumerated().map { place, second in
      Sample(
        at: .seconds(second), lasting: .seconds(1),
        bytes: Int64(place) * 10..<Int64(place) * 10 + 10,
        flags: sync.contains(place) ? .sync : [])
    }
    let loading = try Clip(samples: samples).presentation.rendition.trackLoading[0]
    return try #require(loading.frames)
  }

  @Test(
    arguments: [
      ([0, 1, 2, 3], 0), ([0, 2, 1, 3], 1), ([0, 3, 1, 2], 1), ([0, 4, 2, 1, 3], 2),
      ([0, 3, 2, 1], 2),
    ] as [([Int64], Int)])
  func `have the depth of those that come too early`(seconds: [Int64], depth: Int) throws {
    try expect(Self.frames(seconds).reorderDepth, equals: depth)
  }

  /// The clock of the second group starts again, which is no reordering.
  @Test func `are judged within their group`() throws {
    try expect(Self.frames([4, 5, 0, 1], sync: [0, 2]).reorderDepth, equals: 0)
  }

  @Test(
    arguments: [
      (0, 0, 0), (9, 0, 0), (10, 0, 1), (20, 0, 1), (30, 0, 2), (39, 0, 2), (40, 0, 4),
      (29, 1, 1), (30, 1, 2), (39, 1, 2), (40, 1, 4), (39, 3, 0), (40, 99, 4),
    ])
  func `come out of a decoder behind those that it holds`(
    position: Int64, held: Int, second: Int64
  ) throws {
    let end = try Self.frames([0, 3, 1, 2]).decodedEnd(
      at: ReadPosition(position), holding: held, streamEnd: ReadPosition(40))
    expect(end, equals: .seconds(second))
  }

  @Test(
    arguments: [
      (0, 0, 0), (1, 0, 10), (2, 0, 30), (3, 0, 40), (4, 0, 40), (1, 1, 20), (2, 1, 30), (3, 1, 40),
      (1, 9, 40),
    ])
  func `are waited for up to the byte that brings them out`(
    second: Int64, held: Int, position: Int64
  ) throws {
    let found = try Self.frames([0, 3, 1, 2]).position(
      decoding: .seconds(second), holding: held, streamEnd: ReadPosition(40))
    expect(found, equals: ReadPosition(position))
  }

  @Test func `never come after the end`() throws {
    let found = try Self.frames([0, 1]).position(
      decoding: .seconds(3), holding: 0, streamEnd: ReadPosition(20))
    expect(found == nil)
  }
}
