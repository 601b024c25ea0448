import Expectations
import Foundation
import Testing

@testable import PlayheadFiles

@Suite("Reading a whole file")
struct WholeFileTests {
  private static let limit = 100_000

  /// What is read of a file of `count` bytes, of a pipe if that is wanted.
  private func read(_ count: Int, isPipe: Bool) throws -> Int {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bytes = Data(count: count)
    guard isPipe else {
      try bytes.write(to: URL(fileURLWithPath: path))
      return try WholeFile.read(path, atMost: Self.limit).count
    }
    guard unsafe mkfifo(path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    let writer = Thread {
      let file = FileHandle(forWritingAtPath: path)
      try? file?.write(contentsOf: bytes)
      try? file?.close()
    }
    writer.start()
    return try WholeFile.read(path, atMost: Self.limit).count
  }

  @Test("takes as many bytes as are permitted, and not one more", arguments: [false, true])
  func limit(isPipe: Bool) throws {
    try expect(read(Self.limit, isPipe: isPipe), equals: Self.limit)
    try expect(read(0, isPipe: isPipe), equals: 0)
    let error = #expect(throws: FileReadError.self) { try read(Self.limit + 1, isPipe: isPipe) }
    expect(error?.step == .content && error?.reason == "it has more than 100000 bytes")
  }
}
