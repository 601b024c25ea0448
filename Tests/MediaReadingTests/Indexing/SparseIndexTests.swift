import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import MediaReading

@Suite("An index made without payload")
struct SparseIndexTests {
  private func indexer(_ file: InputFile) -> Indexer { PayloadComparison.indexer(file) }

  @discardableResult
  private func compare(_ path: String) throws -> PayloadComparison.Outcome {
    try PayloadComparison.compare(path)
  }

  /// A copy of a clip that `change` has changed.
  private func changed(_ clip: String, _ change: (inout Data) throws -> Void) throws -> String {
    var data = try Data(contentsOf: URL(fileURLWithPath: Fixtures.clip(clip)))
    try change(&data)
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID())-\(clip)").path
    try data.write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Where the content of the first box of a type begins, behind its version and flags.
  private func box(_ type: String, in data: Data) throws -> Int {
    try #require(data.range(of: Data(type.utf8))).upperBound + 4
  }

  @Test("is the one that reads all of the file", arguments: Fixtures.playable)
  func fixtures(clip: String) throws {
    let result = try compare(Fixtures.clip(clip))
    // Of what the tables list as samples, some are none.
    expect(result.isCertain, equals: (clip != "damaged.mp4"))
  }

  @Test(
    "is the one that reads all of the file, whoever made it",
    .enabled(if: ProcessInfo.processInfo.environment["PLAYHEAD_MEDIA"] != nil))
  func othersFiles() throws {
    let list = try #require(ProcessInfo.processInfo.environment["PLAYHEAD_MEDIA"])
    for path in try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n") {
      do {
        let outcome = try compare(String(path))
        print(path, outcome.isCertain, outcome.takesMost)
      } catch let error as MediaReadingError {
        print(path, error)
      }
    }
  }

  @Test(
    "is the one that reads all of what is left of a file",
    arguments: [
      ("audio-only.m4a", -100), ("faststart.mp4", -1), ("faststart.mp4", 900_000),
      ("fragmented.mp4", -1), ("fragmented.mp4", 60_000), ("fragmented.mp4", 100_000),
      ("basic.mkv", -1), ("basic.mkv", 60_000), ("vp9-opus.webm", -1), ("joined.mkv", 100_000),
    ])
  func cutShort(clip: String, count: Int) throws {
    let path = try changed(clip) { $0 = $0.prefix(count < 0 ? $0.count + count : count) }
    defer { try? FileManager.default.removeItem(atPath: path) }
    let result = try compare(path)
    // A block that goes on behind the end of the file, past what probing reads of it anyhow.
    let isDoubtful = clip.hasSuffix("mkv") || clip.hasSuffix("webm")
    if isDoubtful, count < 0 || count > 1 << 16 { expect(!result.isCertain) }
  }

  @Test("is given up where key frames are not in the table of sync samples")
  func unlistedKeyFrames() throws {
    let path = try changed("open-gop.mp4") { data in
      let table = try box("stss", in: data)
      // Three of them, of which one is left.
      expect(Array(data[table..<table + 4]), equals: [0, 0, 0, 3])
      data[table + 3] = 1
    }
    defer { try? FileManager.default.removeItem(atPath: path) }
    try expect(!compare(path).isCertain)
  }

  @Test("reads the samples of a track whose table of sync samples lists others")
  func wrongKeyFrames() throws {
    let path = try changed("faststart.mp4") { data in
      let table = try box("stss", in: data)
      let count = Int(data[table + 3])
      expect(count > 4)
      // Each but the first is one picture late; their numbers are less than 2¹⁶.
      for number in 1..<count { data[table + 4 + 4 * number + 3] &+= 1 }
    }
    defer { try? FileManager.default.removeItem(atPath: path) }
    let result = try compare(path)
    expect(result.isCertain && result.read > 1_500_000)
  }

  @Test("reads the samples that only their payload says to be key frames")
  func allListed() throws {
    let path = try changed("faststart.mp4") { data in
      let table = try #require(data.range(of: Data("stss".utf8)))
      data.replaceSubrange(table, with: Data("free".utf8))
    }
    defer { try? FileManager.default.removeItem(atPath: path) }
    let result = try compare(path)
    expect(result.isCertain && result.read > 1_500_000)
  }

  @Test("reads the samples of codecs that are parsed, and no others")
  func parsedCodecs() throws {
    let path = Fixtures.clip("parsed-audio.mp4")
    let file = try InputFile(path: path)
    let source = CountingSource(file)
    let index = try #require(
      try indexer(InputFile(source, name: path)).index(leavesOut: true))
    let samples = index.samples.filter { $0.track == 1 }
    expect(index.tracks[1].codec == "ac3" && samples.count > 50)
    for sample in samples {
      expect(source.hasRead(ByteRange(sample.offset, sample.offset + Int64(sample.size))))
    }
  }

  @Test("of MP4 reads little more than its tables")
  func bytesRead() throws {
    let path = Fixtures.clip("faststart.mp4")
    let tables = try #require(PlainLayout(path: path).indexes.first { $0.name == "moov" }).range
    let reader = MediaReader(cores: 1)
    let reading = try reader.read(path, decode: .none)
    // What probing takes, and a look at some samples: 16 of no key frame, 4 of one, 4 KiB each.
    expect(reading.indexBytesRead < tables.count + 160 << 10)
    // Payload is read for decoding, and not for the index.
    try expect(reader.read(path, decode: .all).indexBytesRead, equals: reading.indexBytesRead)
  }

  @Test(
    "reads no byte of a table of composition offsets twice",
    arguments: ["faststart.mp4", "moov-at-end.mp4", "open-gop.mp4"])
  func readOnce(clip: String) throws {
    let path = Fixtures.clip(clip)
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let start = try box("ctts", in: data)
    let count = data[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    expect(count > 100)
    let table = ByteRange(Int64(start + 4), Int64(start + 4 + 8 * count))
    let source = CountingSource(try InputFile(path: path))
    _ = try #require(try indexer(InputFile(source, name: path)).index(leavesOut: true))
    expect(source.hasRead(table) && source.bytesRead(in: table) == table.count)
  }

  @Test("reads an attached picture once, as it says nothing of the order of samples")
  func coverOnce() throws {
    let path = Fixtures.clip("cover-art.m4a")
    let source = CountingSource(try InputFile(path: path))
    let index = try indexer(InputFile(source, name: path)).index()
    let cover = try #require(
      index.samples.first { index.tracks[Int($0.track)].kind == .attachedPicture })
    expect(cover.size > 100 && cover.decodeTime == nil)
    let range = ByteRange(cover.offset, cover.offset + Int64(cover.size))
    expect(source.bytesRead(in: range), equals: range.count)
  }

  @Test("of fragmented MP4 leaves out what is in its fragments")
  func fragments() throws {
    let path = Fixtures.clip("fragmented.mp4")
    let source = CountingSource(try InputFile(path: path))
    let index = try #require(try indexer(InputFile(source, name: path)).index(leavesOut: true))
    let sound = index.samples.filter { $0.track == 1 }.suffix(50)
    expect(sound.allSatisfy { $0.offset > 100_000 })
    for sample in sound {
      expect(!source.hasReadAny(ByteRange(sample.offset, sample.offset + Int64(sample.size))))
    }
  }
}
