import PlayheadKit
import Synchronization

@testable import MediaReading
@testable import PlayheadModel

/// A source of bytes that remembers what was read of another.
final class CountingSource: ByteSource, Sendable {
  private let source: InputFile
  private let ranges = Mutex(ByteRangeSet())
  private let reads = Mutex<[ByteRange]>([])

  init(_ source: InputFile) {
    self.source = source
  }

  var size: Int64 { source.size }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(ReadFailure) -> Int
  {
    let count = try unsafe source.read(into: buffer, at: offset)
    ranges.withLock { $0.insert(ByteRange(offset, offset + Int64(count))) }
    reads.withLock { $0.append(ByteRange(offset, offset + Int64(count))) }
    return count
  }

  /// Whether all of a range was read.
  func hasRead(_ range: ByteRange) -> Bool {
    ranges.withLock { $0.missing(from: range).isEmpty }
  }

  /// The number of bytes of a range that were read, those read twice counted twice.
  func bytesRead(in range: ByteRange) -> Int64 {
    reads.withLock { reads in
      reads.reduce(0) {
        $0 + max(0, min($1.upperBound, range.upperBound) - max($1.lowerBound, range.lowerBound))
      }
    }
  }

  /// Whether any of a range was read.
  func hasReadAny(_ range: ByteRange) -> Bool {
    ranges.withLock { $0.missing(from: range) != [range] }
  }
}
