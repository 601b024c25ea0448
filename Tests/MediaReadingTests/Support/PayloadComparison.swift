import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import MediaReading

/// Holds indexes that were made without payload against those that read all of a file.
enum PayloadComparison {
  static func indexer(_ file: InputFile, readsPayload: Bool = false) -> Indexer {
    Indexer(
      file: file, interruption: Interruption(), onProgress: { _ in }, readsPayload: readsPayload)
  }

  /// What came of an index made without payload.
  struct Outcome {
    /// Whether it could be made so.
    var isCertain: Bool
    /// How many bytes it read.
    var read: Int64
    /// Whether at least half of the samples were not read one by one.
    var takesMost: Bool
    var index: MediaIndex
  }

  /// Holds the index of a file against the one that reads all of it.
  @discardableResult
  static func compare(_ path: String) throws -> Outcome {
    let reference = try indexer(InputFile(path: path), readsPayload: true).index()
    let file = try InputFile(path: path)
    let sparse = try indexer(file).index(leavesOut: true)
    let read = file.bytesRead
    let index = try sparse ?? indexer(InputFile(path: path)).index()
    expect(index.samples.count, equals: reference.samples.count)
    let pairs = zip(index.samples, reference.samples)
    if let number = pairs.enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset {
      Issue.record(
        "sample \(number): \(index.samples[number]), with payload \(reference.samples[number])")
    }
    expect(index.tracks, equals: reference.tracks)
    expect(index, equals: reference)
    return Outcome(
      isCertain: sparse != nil, read: read, takesMost: try takesMost(path, of: reference),
      index: index)
  }

  /// Whether the `reference` index of a file can be made without the packet in the middle.
  private static func takesMost(_ path: String, of reference: MediaIndex) throws -> Bool {
    let middle = ReadingTrace.Place(
      activity: .demuxing, pass: 0, packet: Int64(max(1, reference.samples.count / 2)))
    let trace = ReadingTrace(notes: 0, crashes: [middle], isSequential: true)
    let file = InputFile(try InputFile(path: path), name: path, trace: trace)
    return try indexer(file).index(leavesOut: true) == reference
  }

  /// Holds the index of a file that begins like `clip` and has these `bytes` against the one that
  /// reads all of it.
  @discardableResult
  static func compare(_ bytes: some Collection<UInt8>, like clip: String) throws -> Outcome {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID())-\(clip)").path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try compare(path)
  }
}
