import Foundation
import MediaReading
import PlayheadKit
import PlayheadManifests
import Testing

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
      #expect(first == plain && first.cacheProblem == nil)
      // Both levels are the same file cut in the same way.
      #expect(try cuts().count == 2)
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
      #expect(try read(cache) == plain)
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
          #expect(try read(cache) == plain)
          #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        }
      }
    }
  }
}
