import PlayheadKit
import Synchronization

@testable import MediaReading
@testable import PlayheadModel

/// A source of bytes that remembers what was read of another.
final class CountingSource: ByteSource, Sendable {
  private let source: InputFile
  private let ranges = Mutex(ByteRangeSet())

  init(_ source: InputFile) {
    self.source = source
  }

  var size: Int64 { source.size }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(ReadFailure) -> Int
  {
    let count = try unsafe source.read(into: buffer, at: offset)
    ranges.withLock { $0.insert(ByteRange(offset, offset + Int64(count))) }
    return count
  }

  /// Whether all of a range was read.
  func hasRead(_ range: ByteRange) -> Bool {
    ranges.withLock { $0.missing(from: range).isEmpty }
  }

  /// Whether any of a range was read.
  func hasReadAny(_ range: ByteRange) -> Bool {
    ranges.withLock { $0.missing(from: range) != [range] }
  }
}
