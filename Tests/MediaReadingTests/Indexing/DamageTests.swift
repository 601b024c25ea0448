import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import MediaReading

@Suite("Damage of files")
struct DamageTests {
  private func damage(of path: String, decode mode: DecodeMode = .none) throws -> MediaDamage {
    let reading = try MediaReader(cores: 2).read(path, decode: mode)
    return MediaDamage(
      reading.index, try Presentation(reading.index), decoding: reading.decoding)
  }

  /// A copy of a clip of which only the first `count` bytes are left.
  private func cut(_ clip: String, to count: Int) throws -> String {
    let data = try Data(contentsOf: URL(fileURLWithPath: Fixtures.clip(clip)))
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID())-\(clip)").path
    try data.prefix(count < 0 ? data.count + count : count).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test("is in no file that has nothing wrong", arguments: Fixtures.sound, [DecodeMode.none, .all])
  func sound(clip: String, mode: DecodeMode) throws {
    let damage = try damage(of: Fixtures.clip(clip), decode: mode)
    expect(damage.findings, equals: [])
    expect(damage.undecodableTime, equals: (mode == .none ? nil : .zero))
  }

  @Test("is what ffprobe does not find of the samples that an MP4 announces")
  func truncated() throws {
    let path = Fixtures.clip("truncated.mp4")
    let found = try damage(of: path)
    let packets = try FFprobe.packets(of: path)
    // Six seconds of 25 frames, and of 48000 samples of sound in frames of 1024, as whole files
    // have.
    for (track, announced) in [(0, 150), (1, 283)] {
      let held = packets.count { $0.streamIndex == track }
      expect(found.tracks[track].announcedSamples, equals: announced)
      expect(found.tracks[track].missingSamples, equals: announced - held)
    }
    expect(found.tracks[0].missingTime, equals: .milliseconds(40) * 61)
    expect(found.tracks[0].end, equals: .milliseconds(40) * 89)
    expect(found.missingTime, equals: max(found.tracks[0].missingTime, found.tracks[1].missingTime))
  }

  /// A copy of a clip in whose first table of sizes the entry numbered `entry` is `size`.
  private func resized(_ clip: String, _ entry: Int, to size: UInt32) throws -> String {
    var data = try Data(contentsOf: URL(fileURLWithPath: Fixtures.clip(clip)))
    let table = try #require(data.range(of: Data("stsz".utf8)))
    let place = table.upperBound + 12 + 4 * entry
    for byte in 0..<4 { data[place + byte] = UInt8(truncatingIfNeeded: size >> (24 - 8 * byte)) }
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID())-\(clip)").path
    try data.write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test(
    "is all that follows an entry of a table that no sample can be as large as",
    arguments: [40, 499], [DecodeMode.none, .all])
  func impossibleSize(entry: Int, mode: DecodeMode) throws {
    let path = try resized("faststart.mp4", entry, to: 0x4000_0000)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let found = try damage(of: path, decode: mode)
    // Of 500 frames of 40 ms.
    try expect(FFprobe.packets(of: path).count { $0.streamIndex == 0 }, equals: entry)
    expect(found.tracks.map(\.number), equals: [0])
    expect(found.tracks.first?.announcedSamples, equals: 500)
    expect(found.missingSamples, equals: 500 - entry)
    expect(abs(found.missingTime.seconds - Double(500 - entry) * 0.04) < 0.001)
  }

  @Test(
    "is not what an edit list leaves out",
    arguments: [(3000, nil), (19_960, nil), (5000, 30_000), (2000, 100_000)] as [(Int, Int?)])
  func edited(milliseconds: Int, mediaTime: Int?) throws {
    var data = try Data(contentsOf: URL(fileURLWithPath: Fixtures.clip("faststart.mp4")))
    // The first list has one edit: a duration in milliseconds, and where in the media it begins.
    let place = try #require(data.range(of: Data("elst".utf8))).upperBound + 8
    for (offset, value) in [(0, milliseconds), (4, mediaTime)] {
      guard let value else { continue }
      for byte in 0..<4 {
        data[place + offset + byte] = UInt8(truncatingIfNeeded: value >> (24 - 8 * byte))
      }
    }
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).mp4").path
    try data.write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let left = try FFprobe.packets(of: path).count { $0.streamIndex == 0 }
    expect(left > 0 && (left < 500 || milliseconds > 19_000))
    try expect(damage(of: path).findings, equals: [])
  }

  @Test("is a sample that is larger than the file, however much memory there is")
  func largeSize() throws {
    let path = try resized("faststart.mp4", 40, to: 0x2000_0000)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let found = try damage(of: path)
    expect(found.interruption?.reason, equals: "the data is invalid")
    expect(found.missingSamples > 0)
    try expect(Set(FFprobe.packets(of: path).map(\.streamIndex)), equals: [0, 1])
  }

  @Test(
    "is found in what is left of a file without decoding",
    arguments: [
      ("audio-only.m4a", -100), ("faststart.mp4", -1), ("faststart.mp4", 900_000),
      ("moov-at-end.mp4", -1), ("fragmented.mp4", -1), ("fragmented.mp4", 60_000),
      ("basic.mkv", -1), ("basic.mkv", 60_000), ("vp9-opus.webm", -1), ("bframes.avi", -20),
      ("bframes.avi", 60_000), ("theora-vorbis.ogg", -1), ("theora-vorbis.ogg", 60_000),
      ("basic.ts", -1), ("basic.ts", 60_000), ("basic.flv", 60_000),
    ])
  func cutShort(clip: String, count: Int) throws {
    let path = try cut(clip, to: count)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try expect(damage(of: path).isDamaged)
  }

  @Test("is what FFmpeg cannot decode, and without decoding not seen")
  func undecodable() throws {
    let path = Fixtures.clip("damaged.mp4")
    expect(!(try damage(of: path).isDamaged))
    let found = try damage(of: path, decode: .all)
    expect(found.isDamaged && found.missingSamples == 0 && found.missingTime == .zero)
    // The stretches of both tracks, as the fixture was made: around 1.7 s and 4.6 s.
    let time = try #require(found.undecodableTime)
    expect(time > .milliseconds(500) && time < .milliseconds(1500))
  }

  @Test("is cached with the survey of a file")
  func cached() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = try cut("basic.mkv", to: -1)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let reader = MediaReader(cores: 1, cache: ReadingCache(directory: folder))
    for isKept in [false, true] {
      let survey = try reader.survey(path, decode: .none)
      expect(survey.isFromCache, equals: isKept)
      expect(survey.media.index.announcedBytes, equals: survey.media.index.bytes + 1)
    }
  }
}
