import Expectations
import Foundation
import MediaReading
import PlayheadKit
import Testing

@Suite("The cache of segment times")
struct SegmentTimesCacheTests {
  private let folder = NSTemporaryDirectory() + "/playhead-times-\(UUID().uuidString)"
  private var list: String { folder + "/ladder/master.m3u8" }
  private var cache: ReadingCache { ReadingCache(directory: folder + "/kept") }

  /// Runs `body` with a ladder of files of its own.
  private func withLadder(_ body: () throws -> Void) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.copyItem(
      atPath: Fixtures.folder.appending(path: "ladders/hls").path, toPath: folder + "/ladder")
    try body()
  }

  private func read(
    _ cache: ReadingCache?, _ timing: SegmentTimeOptions = SegmentTimeOptions()
  ) throws -> LadderReading {
    try MediaReader(cores: 2, cache: cache).readLadder(list, timing: timing)
  }

  private func entries() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: cache.directory).sorted()
      .map { "\(cache.directory)/\($0)" }
  }

  /// Overwrites the media of a segment in place, and leaves its size and its times as they were.
  private func overwrite(_ segment: String) throws {
    let path = "\(folder)/ladder/\(segment)"
    let times = try FileManager.default.attributesOfItem(atPath: path)
    let size = try #require(times[.size] as? Int)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.write(contentsOf: Data(count: size))
    try handle.close()
    let date = try #require(times[.modificationDate] as? Date)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
  }

  /// The damage of the segments of the first level.
  private func damage(_ reading: LadderReading) -> [Bool] {
    reading.ladder.lanes[0].levels[0].segments.map { $0.damage != nil }
  }

  /// Gives a file whole seconds for its time, as a file system may not set nanoseconds back
  /// exactly.
  private func setDates() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder + "/ladder") {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
        ofItemAtPath: "\(folder)/ladder/\(name)")
    }
  }

  @Test("gives back what was read, for each level and way of timing, and reads no segment for it")
  func roundTrip() throws {
    try withLadder {
      try setDates()
      let plain = try read(nil)
      let first = try read(cache)
      expect(first == plain && first.cacheProblem == nil)
      let levels = first.ladder.lanes.reduce(0) { $0 + $1.levels.count }
      try expect(entries().count, equals: levels)
      let edited = try read(cache, SegmentTimeOptions(appliesEditLists: true))
      expect(edited, equals: (try read(nil, SegmentTimeOptions(appliesEditLists: true))))
      try expect(entries().count, equals: 2 * levels)
      let inParts = try read(cache, SegmentTimeOptions(readsParts: true))
      expect(inParts == (try read(nil, SegmentTimeOptions(readsParts: true))) && inParts != plain)
      try expect(entries().count, equals: 3 * levels)
      // What is read now would be damaged.
      try overwrite("low-1.m4s")
      try expect(read(cache), equals: plain)
      try expect(read(cache, SegmentTimeOptions(appliesEditLists: true)), equals: edited)
      try expect(read(cache, SegmentTimeOptions(readsParts: true)), equals: inParts)
      expect(damage(try read(nil)).contains(true))
    }
  }

  @Test("notices that a segment or its section was changed, replaced or removed")
  func changes() throws {
    try withLadder {
      try setDates()
      let first = try read(cache)
      try overwrite("low-1.m4s")
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_700_000_001)],
        ofItemAtPath: folder + "/ladder/low-1.m4s")
      let changed = try read(cache)
      expect(damage(changed)[1] && !damage(first)[1])
      expect(changed, equals: (try read(nil)))
      try FileManager.default.removeItem(atPath: folder + "/ladder/low-2.m4s")
      let shorter = try read(cache)
      expect(shorter, equals: (try read(nil)))
      expect(damage(shorter)[2])
    }
  }

  @Test(
    "reads anew what is damaged in the cache, and replaces it", arguments: 0..<6, [false, true])
  func damagedEntries(number: Int, readsParts: Bool) throws {
    let options = SegmentTimeOptions(readsParts: readsParts)
    try withLadder {
      let first = try read(cache, options)
      let intact = try entries().map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
      for path in try entries() {
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        switch number {
        case 0: data = Data()
        case 1: data.removeLast()
        case 2: data.append(0)
        case 3: data[data.count / 2] ^= 1
        case 4: data[0] ^= 1
        default: data[data.count - 1] ^= 1
        }
        try data.write(to: URL(fileURLWithPath: path))
      }
      try expect(read(cache, options), equals: first)
      try expect(entries().map { try Data(contentsOf: URL(fileURLWithPath: $0)) }, equals: intact)
    }
  }

  @Test("keeps no more entries than it may, and nothing that a limit cut short")
  func bounds() throws {
    try withLadder {
      let few = ReadingCache(directory: cache.directory, capacity: 2)
      _ = try read(few)
      try expect(entries().count, equals: 2)
      try FileManager.default.removeItem(atPath: cache.directory)
      var reader = MediaReader(cores: 2, cache: cache)
      reader.limits.memory = 128
      #expect(throws: LadderReadingError.self) { try reader.readLadder(list) }
      expect(!FileManager.default.fileExists(atPath: cache.directory))
    }
  }
}
