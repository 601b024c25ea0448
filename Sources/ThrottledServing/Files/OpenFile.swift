import POSIX

/// An open regular file, or one in memory.
final class OpenFile: Sendable {
  /// The file, negative for one in memory.
  private let descriptor: Int32
  /// Which version of the file it is.
  let version: FileVersion
  /// What is in memory; empty for zeros.
  private let content: [UInt8]

  /// A document that was written at `date`.
  init(content: [UInt8], date: Int64) {
    descriptor = -1
    self.content = content
    version = FileVersion(size: Int64(content.count), modified: date, inode: 0)
  }

  init(zeros bytes: Int64) {
    descriptor = -1
    content = []
    version = FileVersion(size: bytes, modified: 0, inode: 0)
  }

  /// Takes over what is open as `descriptor`; `nil` if that is no regular file.
  init?(owning descriptor: Int32) {
    guard descriptor >= 0 else { return nil }
    guard let version = Self.version(of: descriptor) else {
      _ = close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    self.version = version
    content = []
  }

  deinit {
    if descriptor >= 0 { _ = close(descriptor) }
  }

  /// Whether it is still what it was when it was opened.
  var isUnchanged: Bool { descriptor < 0 || Self.version(of: descriptor) == version }

  /// Reads `buffer` full from `offset` on; false if the file cannot be read or is shorter.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Bool {
    guard descriptor >= 0 else {
      guard content.isEmpty else {
        guard content.count - buffer.count >= offset else { return false }
        unsafe buffer.copyBytes(from: content[Int(offset)..<Int(offset) + buffer.count])
        return true
      }
      unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0)
      return true
    }
    var done = 0
    while done < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = unsafe pread(
        descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        return false
      }
    }
    return true
  }

  private static func version(of descriptor: Int32) -> FileVersion? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    return FileVersion(
      size: Int64(status.st_size),
      modified: Int64(modified.tv_sec) * 1_000_000_000 + Int64(modified.tv_nsec),
      inode: UInt64(truncatingIfNeeded: status.st_ino))
  }
}
