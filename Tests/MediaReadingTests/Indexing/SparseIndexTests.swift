import Foundation
import PlayheadKit
import Testing

@testable import MediaReading

@Suite("An index made without payload")
struct SparseIndexTests {
  /// What two readings of one file must agree in, said so that a difference is found quickly.
  static func compare(_ path: String) throws -> (isCertain: Bool, read: Int64, whole: Int64) {
    let files = try (InputFile(path: path), InputFile(path: path))
    let reference = try Self.indexer(files.0, readsPayload: true).index()
    let sparse = try Self.indexer(files.1, readsPayload: false).index(leavesOut: true)
    if let sparse {
      for (number, (one, other)) in zip(sparse.samples, reference.samples).enumerated()
      where one != other {
        Issue.record("sample \(number) of \(path): \(one), whole \(other)")
        break
      }
      #expect(sparse.samples.count == reference.samples.count)
      for (one, other) in zip(sparse.tracks, reference.tracks) { #expect(one == other) }
      #expect(sparse == reference)
    }
    return (sparse != nil, files.1.bytesRead, files.0.bytesRead)
  }

  static func indexer(_ file: InputFile, readsPayload: Bool) -> Indexer {
    Indexer(
      file: file, interruption: Interruption(), onProgress: { _ in }, readsPayload: readsPayload)
  }

  @Test("is that of the whole file", arguments: Fixtures.playable)
  func fixtures(clip: String) throws {
    let result = try Self.compare(Fixtures.clip(clip))
    print(clip, result)
  }

  @Test(
    "is that of the whole file, whoever has made it",
    .enabled(if: ProcessInfo.processInfo.environment["PLAYHEAD_MEDIA"] != nil))
  func strangers() throws {
    let list = try #require(ProcessInfo.processInfo.environment["PLAYHEAD_MEDIA"])
    for path in try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n") {
      do {
        let result = try Self.compare(String(path))
        print(path, result)
      } catch let error as MediaReadingError {
        print(path, error)
      }
    }
  }
}
