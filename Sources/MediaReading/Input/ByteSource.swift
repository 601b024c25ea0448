/// Bytes by offset: all that a demuxer needs of a medium, wherever it lies.
///
/// A file is one; others can fetch what they are asked for, or leave out what nobody looks at.
protocol ByteSource: AnyObject {
  /// The size in bytes.
  var size: Int64 { get }
  /// Reads up to `buffer.count` bytes at `offset`, at least one; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(ReadFailure) -> Int
}

/// A failed read.
struct ReadFailure: Error, Equatable {
  /// The offset of the read.
  var offset: Int64
  /// The system's message.
  var reason: String
}
