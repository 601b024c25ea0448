import POSIX

/// The bytes of an open descriptor, which any number of threads can read.
final class FileBytes: ByteSource, Sendable {
  let descriptor: Int32
  let size: Int64

  /// Takes over `descriptor`, of which `size` bytes can be read.
  init(owning descriptor: Int32, size: Int64) {
    self.descriptor = descriptor
    self.size = size
  }

  deinit {
    close(descriptor)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(ReadFailure) -> Int
  {
    unsafe try Self.read(descriptor, into: buffer, at: offset)
  }

  /// Reads up to `buffer.count` bytes of `descriptor` at `offset`; 0 at the end.
  static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(ReadFailure) -> Int {
    while true {
      let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      if count >= 0 { return count }
      if errno != EINTR { throw ReadFailure(offset: offset, reason: InputFile.words(for: errno)) }
    }
  }
}
