import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import MediaReading

@Suite("A file without payload")
struct SparseSourceTests {
  /// All of a source, read in pieces of `length`.
  private func bytes(of source: some ByteSource, by length: Int) throws -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0xEE, count: length)
    while true {
      let count = try unsafe buffer.withUnsafeMutableBytes { buffer in
        try unsafe source.read(into: buffer, at: Int64(all.count))
      }
      guard count > 0 else { return all }
      all += buffer[..<count]
    }
  }

  /// The payload of a clip's samples, and the whole clip.
  private func payload(of clip: String) throws -> (samples: [Sample], whole: [UInt8]) {
    let path = Fixtures.clip(clip)
    let index = try Fixtures.index(at: path)
    return (index.samples, [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
  }

  @Test(
    "of Matroska has all but the payload of blocks, however it is read",
    arguments: [
      "basic.mkv", "cues-first.mkv", "joined.mkv", "vp9-opus.webm", "different-starts.mkv",
    ])
  func matroska(clip: String) throws {
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Fixtures.clip(clip))))
    let (samples, _) = try payload(of: clip)
    // A block's offset is that before its header, which is of twelve bytes at most; see NeedsTests.
    var isPayload = [Bool](repeating: false, count: whole.count)
    for sample in samples {
      for place in sample.offset..<sample.offset + 12 + Int64(sample.size)
      where place < whole.count { isPayload[Int(place)] = true }
    }
    var reference: [UInt8]?
    for length in [1 << 16, 4096, 1000, 7, 1] {
      let file = try InputFile(path: Fixtures.clip(clip))
      let source = try #require(try SparseMatroska(file))
      let found = try bytes(of: source, by: length)
      expect(source.isCertain && found.count == whole.count)
      expect(found, equals: reference ?? found)
      reference = found
    }
    let found = try #require(reference)
    let differing = found.indices.filter { found[$0] != whole[$0] }
    expect(differing.count > 10_000)
    expect(differing.allSatisfy { found[$0] == 0 && isPayload[$0] })
  }

  @Test("of Matroska is not certain once it is read backwards")
  func backwards() throws {
    let file = try InputFile(path: Fixtures.clip("basic.mkv"))
    let source = try #require(try SparseMatroska(file))
    var buffer = [UInt8](repeating: 0, count: 4096)
    for (offset, isCertain) in [(60_000, true), (100_000, true), (60_000, false)] as [(Int64, Bool)]
    {
      _ = try unsafe buffer.withUnsafeMutableBytes { try unsafe source.read(into: $0, at: offset) }
      expect(source.isCertain, equals: isCertain)
    }
    // From then on it is the file.
    let data = try Data(contentsOf: URL(fileURLWithPath: Fixtures.clip("basic.mkv")))
    expect(Data(buffer), equals: data[60_000..<64_096])
  }

  @Test(
    "of MP4 has all but the payload of samples, however it is read",
    arguments: [
      "faststart.mp4", "moov-at-end.mp4", "audio-only.m4a", "parsed-audio.mp4", "hevc.mp4",
    ])
  func movie(clip: String) throws {
    let (samples, whole) = try payload(of: clip)
    var isPayload = [Bool](repeating: false, count: whole.count)
    for sample in samples {
      for place in sample.offset..<sample.offset + Int64(sample.size) {
        isPayload[Int(place)] = true
      }
    }
    let file = try InputFile(path: Fixtures.clip(clip))
    let demuxer = try Demuxer.open(file, interruption: Interruption())
    try demuxer.probe()
    let source = try #require(try SparseMovie(file, demuxer))
    let found = try bytes(of: source, by: 1 << 16)
    for length in [4096, 1000, 7] { try expect(bytes(of: source, by: length), equals: found) }
    expect(source.isCertain && found.count == whole.count)
    expect(found.indices.allSatisfy { found[$0] == whole[$0] || isPayload[$0] })
    expect(found.indices.count { found[$0] != whole[$0] } > 10_000)
  }

  @Test("of MP4 is none where all codecs are parsed, and of others there is none")
  func none() throws {
    for clip in ["basic.ts", "basic.flv", "bframes.avi", "theora-vorbis.ogg"] {
      let file = try InputFile(path: Fixtures.clip(clip))
      let demuxer = try Demuxer.open(file, interruption: Interruption())
      try expect(demuxer.leaveOutPayload() == nil)
    }
    // Opus alone, whose parser looks at all of a frame.
    try expect(SparseMatroska(InputFile(path: Fixtures.clip("many-tracks.mkv"))) == nil)
  }
}

@Suite("A stand-in")
struct StandInTests {
  /// A delimiter of two bytes and a slice of six, with lengths of four bytes.
  private static let sample: [UInt8] = [
    0, 0, 0, 2, 0x09, 0x10, 0, 0, 0, 6, 0x41, 0x9A, 1, 2, 3, 4,
  ]

  @Test(
    "is found by the first slice",
    arguments: [
      (sample, 6), (Array(sample.prefix(11)), 6), (Array(sample.prefix(10)), nil),
      ([0, 0, 0, 6, 0x65, 0x88, 1, 2, 3, 4], 0),
      // A part of a slice, a unit of no bytes, one that goes on behind the end, and nothing.
      ([0, 0, 0, 2, 0x42, 0x10], nil), ([0, 0, 0, 0, 0x41, 0x10], nil),
      ([0, 0, 1, 0, 0x06, 0x10], nil), ([], nil),
    ] as [([UInt8], Int?)])
  func firstSlice(bytes: [UInt8], place: Int?) {
    expect(UnitWalk(lengthBytes: 4).firstSlice(in: bytes), equals: place)
  }

  @Test("begins as a sample does, but for the length of its slice, and then has zeros")
  func fill() throws {
    let standIn = try #require(StandIn(Self.sample, lengthBytes: 4))
    expect(standIn.head, equals: Self.sample)
    expect([15, 16, 1000].map { standIn.fits($0) }, equals: [false, true, true])
    let expected =
      [0, 0, 0, 2, 0x09, 0x10, 0, 0, 0x02, 0x62, 0x41, 0x9A, 1, 2, 3, 4]
      + [UInt8](repeating: 0, count: 604)
    // 620 bytes, of which ten are before the slice: 610 = 0x262.
    expect(standIn.sample(620), equals: expected)
    for (start, count) in [(0, 9), (8, 1), (9, 1), (9, 600), (15, 2), (16, 10), (600, 20)] {
      var part = [UInt8](repeating: 0xEE, count: count)
      unsafe part.withUnsafeMutableBytes { unsafe standIn.fill($0, from: start, size: 620) }
      expect(part, equals: Array(expected[start..<start + count]))
    }
  }

  @Test("cannot be longer than its length says")
  func longest() throws {
    let standIn = try #require(StandIn([6, 0x41, 0x9A, 1, 2, 3, 4], lengthBytes: 1))
    expect(standIn.fits(256) && !standIn.fits(257))
  }

  @Test("of a long sample ends a thousand bytes into its slice")
  func longSample() throws {
    let slice = [0, 0, 7, 0xD0, 0x41] + [UInt8](repeating: 1, count: 1999)
    let standIn = try #require(StandIn(slice, lengthBytes: 4))
    expect(standIn.head, equals: Array(slice.prefix(1004)))
  }

  @Test("needs a configuration that says how long lengths are")
  func configuration() {
    expect(UnitWalk(configuration: [1, 100, 0, 30, 0xFF, 0xE1, 0])?.lengthBytes, equals: 4)
    expect(UnitWalk(configuration: [1, 100, 0, 30, 0xFC, 0xE1, 0])?.lengthBytes, equals: 1)
    expect(UnitWalk(configuration: [1, 100, 0, 30, 0xFF, 0xE1]) == nil)
    expect(UnitWalk(configuration: [0, 0, 0, 1, 0x67, 100, 0]) == nil)
  }
}
