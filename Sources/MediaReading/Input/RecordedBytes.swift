import PlayheadKit

/// A file that keeps the parts of it that a demuxer reads and others need too, so that they are
/// read once.
final class RecordedBytes: ByteSource {
  private let file: InputFile
  private var parts: [Part]

  private struct Part {
    var range: ByteRange
    /// Those read so far, from the beginning of `range` on.
    var bytes: [UInt8] = []

    var next: Int64 { range.lowerBound + Int64(bytes.count) }
  }

  /// The `file`, of which the parts at `ranges` are kept, as far as they do not overlap.
  init(_ file: InputFile, keeping ranges: [ByteRange]) {
    self.file = file
    parts = ranges.sorted { $0.lowerBound < $1.lowerBound }.map { Part(range: $0) }
  }

  var size: Int64 { file.size }
  var isDistant: Bool { file.isDistant }

  func willRead(_ ranges: [ByteRange]) throws(ReadFailure) {
    try file.willRead(ranges)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(ReadFailure) -> Int
  {
    let count = try unsafe file.read(into: buffer, at: offset)
    let end = offset + Int64(count)
    var number = parts.partitionPoint { $0.range.upperBound > offset }
    while number < parts.count, parts[number].range.lowerBound < end {
      let (range, next) = (parts[number].range, parts[number].next)
      let last = min(end, range.upperBound)
      if offset <= next, next < last {
        if next == range.lowerBound {
          parts[number].bytes.reserveCapacity(Int(min(range.count, Self.reserved)))
        }
        let new = unsafe buffer[Int(next - offset)..<Int(last - offset)]
        unsafe parts[number].bytes.append(contentsOf: new)
      }
      number += 1
    }
    return count
  }

  /// The most memory to take before the bytes have come: a file may announce more than it has.
  private static let reserved: Int64 = 4 << 20

  /// Takes out the bytes at `range`, one of those to keep, and reads those that nobody has read.
  func take(_ range: ByteRange) throws(ReadFailure) -> [UInt8] {
    let number = parts.partitionPoint { $0.range.lowerBound >= range.lowerBound }
    var bytes: [UInt8] = []
    if number < parts.count, parts[number].range == range { swap(&bytes, &parts[number].bytes) }
    let missing = Int(range.count) - bytes.count
    if missing > 0 {
      bytes += try file.bytes(missing, at: range.lowerBound + Int64(bytes.count))
    }
    return bytes
  }
}
