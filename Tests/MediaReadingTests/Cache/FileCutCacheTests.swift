import Expectations
import Foundation
import PlayheadKit
import PlayheadManifests
import Testing

@testable import MediaReading
@testable import PlayheadModel

@Suite("The cache of files cut into segments")
struct FileCutCacheTests {
  private let folder = NSTemporaryDirectory() + "/playhead-cut-\(UUID().uuidString)"
  private var cache: ReadingCache { ReadingCache(directory: folder + "/kept") }

  private func withFile(_ body: () throws -> Void) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.copyItem(
      atPath: Fixtures.folder.appending(path: "clips/faststart.mp4").path,
      toPath: folder + "/movie.mp4")
    try body()
  }

  private func read(_ cache: ReadingCache?, segments: String = "4s") throws -> LadderReading {
    let path = folder + "/ladder.yaml"
    try """
    playhead: ladder/1
    segments: \(segments)
    levels: [{file: movie.mp4, name: low, bitrate: 100k}, {file: movie.mp4, name: high}]
    audio: [{file: movie.mp4}]
    """.write(toFile: path, atomically: true, encoding: .utf8)
    return try MediaReader(cores: 1, cache: cache).readLadder(path, .files)
  }

  private func cuts() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: cache.directory)
      .filter { $0.hasSuffix(".cut") }.map { "\(cache.directory)/\($0)" }
  }

  @Test("gives back what was read, and reads no file for it")
  func roundTrip() throws {
    try withFile {
      let plain = try read(nil)
      let first = try read(cache)
      expect(first == plain && first.cacheProblem == nil)
      // Both levels are the same file cut in the same way.
      try expect(cuts().count, equals: 2)
      let path = folder + "/movie.mp4"
      let date = Date(timeIntervalSince1970: 1_700_000_000)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
      _ = try read(cache)
      // The same file as far as its state tells, without its media.
      let handle = try #require(FileHandle(forWritingAtPath: path))
      let size = try handle.seekToEnd()
      try handle.seek(toOffset: 0)
      try handle.write(contentsOf: Data(count: Int(size)))
      try handle.close()
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
      try expect(read(cache), equals: plain)
      #expect(throws: LadderReadingError.self) { try read(nil) }
      #expect(throws: LadderReadingError.self) { try read(cache, segments: "2s") }
    }
  }

  @Test("counts damage as missing, whatever the byte")
  func damage() throws {
    try withFile {
      let plain = try read(cache)
      for path in try cuts() {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        for place in stride(from: 0, to: bytes.count, by: 7) {
          var damaged = bytes
          damaged[place] ^= 1
          try damaged.write(to: URL(fileURLWithPath: path))
          try expect(read(cache), equals: plain)
          try expect(Data(contentsOf: URL(fileURLWithPath: path)), equals: bytes)
        }
      }
    }
  }

  #if os(Linux)
    @Test("keeps no cut of a file whose reading was cut off, as by a crash")
    func interruption() throws {
      try withFile {
        // Of which packet after packet is read.
        let path = Fixtures.clip("basic.mkv")
        let notes = UnsafeMutablePointer<Int64>.allocate(capacity: 4)
        defer { unsafe notes.deallocate() }
        unsafe notes.initialize(repeating: 0, count: 4)
        let reader = MediaReader(cores: 1, cache: cache)
        let cut = FileCut(
          kind: LadderLane.Kind.audio.rawValue,
          segments: [FileCut.Segment(bytes: 1, start: 0, end: 1)])
        for crashes in [false, true] {
          // In the pass without payload, and then in the one with all of it.
          let places = [0, 1].map {
            ReadingTrace.Place(activity: .demuxing, pass: $0, packet: 60)
          }
          let trace = ReadingTrace(
            notes: UInt(bitPattern: notes), crashes: crashes ? places : [], isSequential: true)
          let file = InputFile(
            try InputFile(path: path), name: path, limits: ReadingLimits(), trace: trace)
          let index = try FileReading(
            file: file, mode: .none, tracks: nil, interruption: Interruption(), cores: 1,
            onProgress: { _ in }
          ).read().reading.index
          expect((index.interruption != nil), equals: crashes)
          var facts = SegmentTimesKey.Facts(
            SegmentTimeOptions(appliesEditLists: true), limits: ReadingLimits())
          facts.add(
            cutEvery: .seconds(crashes ? 2 : 1), isAudio: true, withoutAudio: true)
          let key = try #require(facts.key)
          expect(reader.keep(cut, of: index, for: key) == nil)
          expect((cache.cut(for: key) != nil) != crashes)
        }
      }
    }
  #endif
}
