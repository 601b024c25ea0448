import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import MediaReading
@testable import PlayheadModel

@Suite("Limits on what reading a file may take")
struct ReadingLimitTests {
  @Test(
    "Processor time follows the size of a file",
    arguments: [
      (0, 10, 40), (999_999, 10, 40), (1_000_000, 10, 70), (3_999_999, 10, 130),
      (4_000_000, 11, 161), (160_000_000, 50, 4880),
    ] as [(Int64, Int64, Int64)])
  func processorTime(bytes: Int64, indexing: Int64, decoding: Int64) {
    let limits = ReadingLimits()
    expect(limits.processorSeconds(bytes: bytes, decodes: false), equals: indexing)
    expect(limits.processorSeconds(bytes: bytes, decodes: true), equals: decoding)
    var own = ReadingLimits()
    own.processorSeconds = 7
    expect(own.processorSeconds(bytes: bytes, decodes: true), equals: 7)
  }

  @Test(
    "A picture fits lying or standing",
    arguments: [
      (8192, 4320, true), (4320, 8192, true), (8193, 1, false), (1, 8193, false),
      (4321, 4321, false), (4320, 4320, true),
    ])
  func picture(width: Int, height: Int, fits: Bool) {
    expect(ReadingLimits().allows(Track.Dimensions(width: width, height: height)), equals: fits)
  }

  @Test("A file with larger pictures is refused, cached or not")
  func largePicture() throws {
    let path = Fixtures.clip("faststart.mp4")
    let folder = NSTemporaryDirectory() + "playhead-limits-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var reader = MediaReader(cores: 1, cache: ReadingCache(directory: folder))
    let limit = Track.Dimensions(width: 319, height: 180)
    let error = MediaReadingError.exceeds(
      name: path, .picture(track: 0, Track.Dimensions(width: 320, height: 180), limit: limit))
    reader.limits.picture = limit
    #expect(throws: error) { try reader.survey(path, decode: .none) }
    reader.limits.picture = Track.Dimensions(width: 180, height: 320)
    _ = try reader.survey(path, decode: .none)
    reader.limits.picture = limit
    #expect(throws: error) { try reader.survey(path, decode: .none) }
  }

  @Test(
    "An eighth of the memory has to be left for a failure to be the file's, and no more than machines have",
    arguments: [(64, 8), (2048, 256), (2056, 256), (1 << 20, 256)] as [(Int64, Int)])
  func memoryLeft(mebibytes: Int64, left: Int) {
    var limits = ReadingLimits()
    limits.memory = mebibytes << 20
    expect(limits.memoryLeft, equals: left << 20)
  }

  @Test(
    "Decoders may give a picture within the limit sides of multiples of 64, and an edge",
    arguments: [(8192, 4320), (4320, 8192), (8208, 4400), (1, 1)])
  func paddedPicture(width: Int, height: Int) {
    var limits = ReadingLimits()
    limits.picture = Track.Dimensions(width: width, height: height)
    func padded(_ length: Int) -> Int64 { Int64(length + 63) / 64 * 64 + 64 }
    expect(limits.pixels >= padded(width) * padded(height))
    // What is far larger is refused.
    expect(limits.pixels < Int64(width + 512) * Int64(height + 512))
    // The size of a picture that is too large is found out.
    expect(limits.probedPixels >= max(limits.pixels, 16_384 * 16_384))
  }

  @Test(
    "Pictures larger than the limit are told with their size, in whatever container",
    arguments: [
      "faststart.mp4", "basic.ts", "bframes.avi", "basic.mkv", "basic.flv",
    ])
  func pictureAboveLimit(clip: String) throws {
    let path = Fixtures.clip(clip)
    var reader = MediaReader(cores: 1)
    let size = try #require(
      try reader.read(path, decode: .none).index.tracks.compactMap(\.dimensions).first)
    reader.limits.picture = Track.Dimensions(width: size.width - 1, height: size.height)
    let error = #expect(throws: MediaReadingError.self) { try reader.read(path, decode: .all) }
    guard case .exceeds(_, .picture(_, let found, _)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    expect(found, equals: size)
  }

  @Test("An index has at most as many samples as memory permits", arguments: [1438, 1439])
  func samples(limit: Int) throws {
    var reader = MediaReader(cores: 1)
    reader.limits.memory = Int64(limit) * 128
    let path = Fixtures.clip("faststart.mp4")
    if limit == 1439 {
      try expect(reader.read(path, decode: .none).index.samples.count, equals: 1439)
    } else {
      #expect(throws: MediaReadingError.exceeds(name: path, .samples(limit: 1438))) {
        try reader.read(path, decode: .none)
      }
    }
  }

  @Test("Pictures that are large leave memory for fewer decoders")
  func threads() {
    var limits = ReadingLimits()
    limits.memory = 2 * 10 * 15 * 100
    let size = Track.Dimensions(width: 10, height: 10)
    expect(limits.threads(decoding: size), equals: 10)
    limits.memory -= 2
    expect(limits.threads(decoding: size), equals: 9)
    limits.memory = 0
    expect(limits.threads(decoding: size), equals: 1)
    expect(limits.threads(decoding: nil), equals: .max)
  }
}
