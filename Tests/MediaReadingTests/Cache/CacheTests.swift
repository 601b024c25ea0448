import Expectations
import Foundation
import MediaReading
import PlayheadKit
import Testing

@Suite("The cache of surveys")
struct CacheTests {
  private let folder = NSTemporaryDirectory() + "/playhead-cache-\(UUID().uuidString)"

  private func withFolder(_ body: (ReadingCache, String) throws -> Void) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(ReadingCache(directory: folder + "/kept"), folder)
  }

  private func reader(_ cache: ReadingCache?) -> MediaReader {
    MediaReader(cores: 2, cache: cache)
  }

  private func entries() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder + "/kept")
      .map { "\(folder)/kept/\($0)" }
  }

  @Test("gives back what was read, to the last value", arguments: Fixtures.playable)
  func roundTrip(clip: String) throws {
    try withFolder { (cache, _) throws in
      let path = Fixtures.clip(clip)
      let first = try reader(cache).survey(path)
      expect(!first.isFromCache && first.cacheProblem == nil)
      let second = try reader(cache).survey(path)
      expect(second.isFromCache)
      expect(second.media, equals: first.media)
      expect(second.media.index.samples.isEmpty)
    }
  }

  @Test("is keyed by how much is decoded and by the tracks")
  func keys() throws {
    try withFolder { (cache, _) throws in
      let path = Fixtures.clip("basic.mkv")
      for mode in [DecodeMode.all, .keyframes, .none] {
        try expect(!reader(cache).survey(path, decode: mode).isFromCache)
        try expect(reader(cache).survey(path, decode: mode).isFromCache)
      }
      try expect(!reader(cache).survey(path, tracks: [1]).isFromCache)
      try expect(entries().count, equals: 4)
    }
  }

  @Test("gives back no survey without the index's digest where that is wanted")
  func indexDigest() throws {
    try withFolder { (cache, _) throws in
      let path = Fixtures.clip("basic.mkv")
      var without = reader(cache)
      without.digestsIndexes = false
      let first = try without.survey(path)
      expect(first.media.indexDigest == nil)
      try expect(without.survey(path).isFromCache)
      let second = try reader(cache).survey(path)
      expect(!second.isFromCache)
      expect(second.media.indexDigest, equals: (try reader(nil).read(path).index.digest))
      // One with the digest is as good where it is not wanted.
      try expect(without.survey(path).isFromCache && reader(cache).survey(path).isFromCache)
      try expect(entries().count, equals: 1)
    }
  }

  @Test("waits for nobody where an entry is a pipe or a folder")
  func foreignEntries() throws {
    try withFolder { (cache, _) throws in
      let path = Fixtures.clip("basic.mkv")
      _ = try reader(cache).survey(path)
      let entry = try #require(try entries().first)
      for make in [
        { (entry: String) in unsafe mkfifo(entry, 0o600) },
        { (entry: String) in unsafe mkdir(entry, 0o700) },
        { (entry: String) in unsafe symlink("/dev/null", entry) },
      ] {
        try FileManager.default.removeItem(atPath: entry)
        expect(make(entry), equals: 0)
        let survey = try reader(cache).survey(path)
        expect(!survey.isFromCache)
        expect(survey.cacheProblem, equals: "cannot use \(entry): it is not a regular file")
      }
    }
  }

  @Test("notices that the file was changed, in size or in time")
  func changes() throws {
    try withFolder { (cache, folder) throws in
      let path = folder + "/clip.mkv"
      let clip = try Data(contentsOf: URL(fileURLWithPath: Fixtures.clip("basic.mkv")))
      try clip.write(to: URL(fileURLWithPath: path))
      _ = try reader(cache).survey(path)
      try expect(reader(cache).survey(path).isFromCache)
      let later = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: 60)]
      try FileManager.default.setAttributes(later, ofItemAtPath: path)
      try expect(!reader(cache).survey(path).isFromCache)
      try (clip + Data([0])).write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes(later, ofItemAtPath: path)
      try expect(!reader(cache).survey(path).isFromCache)
    }
  }

  @Test("notices a change within a second that leaves the size as it was")
  func quickChange() throws {
    try withFolder { (cache, folder) throws in
      let path = folder + "/clip.mkv"
      try FileManager.default.copyItem(atPath: Fixtures.clip("basic.mkv"), toPath: path)
      for milliseconds in [0, 1, 2] {
        let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(milliseconds) / 1000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        try expect(!reader(cache).survey(path, decode: .none).isFromCache)
        try expect(reader(cache).survey(path, decode: .none).isFromCache)
      }
    }
  }

  @Test("finds a file by whatever path it is named, and calls it by that")
  func paths() throws {
    try withFolder { (cache, folder) throws in
      let link = folder + "/link.mkv"
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: Fixtures.clip("basic.mkv"))
      _ = try reader(cache).survey(Fixtures.clip("basic.mkv"))
      let second = try reader(cache).survey(link)
      expect(second.isFromCache)
      expect(second.media.index.name, equals: link)
    }
  }

  /// Ways in which a file in the cache can be wrong.
  static let damages: [@Sendable (inout Data) -> Void] = [
    { $0 = Data() },
    { $0 = Data("not ours".utf8) },
    { $0.removeLast() },
    { $0.append(0) },
    { $0[0] ^= 1 },
    { $0[8] ^= 1 },
    { $0[16] ^= 0x80 },
    { $0[23] ^= 0x80 },
    { $0[100] ^= 1 },
    { $0[$0.count / 2] ^= 1 },
    { $0[$0.count - 1] ^= 1 },
    { $0 = $0 + $0 },
    { $0 = Data(count: $0.count) },
  ]

  @Test("replaces an entry that is damaged or from elsewhere", arguments: damages.indices)
  func damaged(number: Int) throws {
    try withFolder { (cache, _) throws in
      let path = Fixtures.clip("basic.flv")
      let first = try reader(cache).survey(path)
      let entry = try #require(entries().first)
      let intact = try Data(contentsOf: URL(fileURLWithPath: entry))
      var data = intact
      Self.damages[number](&data)
      expect(data != intact)
      try data.write(to: URL(fileURLWithPath: entry))
      let second = try reader(cache).survey(path)
      expect(!second.isFromCache)
      expect(second.media, equals: first.media)
      try expect(Data(contentsOf: URL(fileURLWithPath: entry)), equals: intact)
      try expect(entries().count, equals: 1)
    }
  }

  @Test("does not confuse an entry with that of another file")
  func foreign() throws {
    try withFolder { (cache, _) throws in
      _ = try reader(cache).survey(Fixtures.clip("basic.flv"))
      let flv = try #require(entries().first)
      _ = try reader(cache).survey(Fixtures.clip("basic.ts"))
      let ts = try #require(entries().first { $0 != flv })
      try FileManager.default.removeItem(atPath: ts)
      try FileManager.default.copyItem(atPath: flv, toPath: ts)
      let reading = try reader(cache).survey(Fixtures.clip("basic.ts"))
      expect(!reading.isFromCache)
      expect(reading.media.index.container, equals: "mpegts")
    }
  }

  @Test("keeps no more than it may, the newest, and nothing that is not its own goes")
  func capacity() throws {
    try withFolder { (_, folder) throws in
      let cache = ReadingCache(directory: folder + "/kept", capacity: 3)
      try FileManager.default.createDirectory(
        atPath: cache.directory, withIntermediateDirectories: true)
      try Data().write(to: URL(fileURLWithPath: cache.directory + "/note.txt"))
      let clips = ["basic.flv", "basic.mkv", "basic.ts", "hevc.mp4", "peak.mp4"]
      for (age, clip) in clips.enumerated() {
        let before = Set(try entries())
        _ = try reader(cache).survey(Fixtures.clip(clip), decode: .none)
        for entry in try entries() where !before.contains(entry) {
          // Clocks of file systems are coarse, so the order is made plain.
          try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: Double(age - 10))],
            ofItemAtPath: entry)
        }
      }
      try expect(entries().count, equals: 4)
      for clip in clips.suffix(3) {
        try expect(reader(cache).survey(Fixtures.clip(clip), decode: .none).isFromCache, "\(clip)")
      }
      expect(FileManager.default.fileExists(atPath: cache.directory + "/note.txt"))
    }
  }

  @Test("is no hindrance where it cannot be written")
  func unwritable() throws {
    try withFolder { (_, folder) throws in
      let file = folder + "/file"
      try Data().write(to: URL(fileURLWithPath: file))
      let reading = try reader(ReadingCache(directory: file + "/x")).survey(
        Fixtures.clip("basic.ts"))
      expect(reading.cacheProblem != nil)
      expect(reading.media.index.container, equals: "mpegts")
    }
  }

  @Test(
    "lies where the XDG base directory specification says",
    arguments: [
      (["XDG_CACHE_HOME": "/x", "HOME": "/h"], "/x/playhead"),
      (["XDG_CACHE_HOME": "relative", "HOME": "/h"], "/h/.cache/playhead"),
      (["XDG_CACHE_HOME": "", "HOME": "/h"], "/h/.cache/playhead"),
      (["HOME": "/h"], "/h/.cache/playhead"),
      (["HOME": ""], nil), ([:], nil),
    ] as [([String: String], String?)])
  func place(environment: [String: String], directory: String?) {
    expect(ReadingCache(environment: environment)?.directory, equals: directory)
  }
}
