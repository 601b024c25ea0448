import POSIX

/// An open file without a name, whose space is freed however the process ends.
package struct TemporaryFile: ~Copyable {
  /// The open descriptor, valid for as long as this value lives.
  package let descriptor: Int32
  private let directory: String

  /// Takes over an open descriptor; `directory` is only for messages.
  init(owning descriptor: Int32, directory: String) {
    self.descriptor = descriptor
    self.directory = directory
  }

  /// Creates a file in `directory` and removes its name.
  init(in directory: String) throws(TemporaryFileError) {
    var path = Array("\(directory)/playhead-XXXXXX".utf8CString)
    descriptor = unsafe path.withUnsafeMutableBufferPointer { path in
      guard let start = path.baseAddress else { return -1 }
      let descriptor = unsafe mkstemp(start)
      guard descriptor >= 0 else { return -1 }
      unsafe unlink(start)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      return descriptor
    }
    self.directory = directory
    guard descriptor >= 0 else { throw failure(.create) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The folder for temporary files: `$TMPDIR`, or else `/tmp`.
  package static var systemDirectory: String {
    guard let value = unsafe getenv("TMPDIR") else { return "/tmp" }
    let path = unsafe String(cString: value)
    return path.isEmpty ? "/tmp" : path
  }

  /// Fails if the disk has less than `size` bytes free, rather than late in the download.
  ///
  /// If the file system does not report its free space, writing fails instead.
  func requireRoom(for size: Int64) throws(TemporaryFileError) {
    var facts = statvfs()
    guard unsafe fstatvfs(descriptor, &facts) == 0, facts.f_blocks > 0 else { return }
    let room = UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize))
    guard room.overflow || room.partialValue >= size.magnitude else {
      throw failure(.reserve, ENOSPC)
    }
  }

  /// Writes all of `bytes` from `offset` on.
  func write(_ bytes: borrowing Span<UInt8>, at offset: Int64) throws(TemporaryFileError) {
    var done = 0
    while done < bytes.count {
      let rest = bytes.extracting(droppingFirst: done)
      let count = unsafe rest.withUnsafeBufferPointer { rest in
        unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
      }
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        throw failure(.write)
      }
    }
  }

  /// Truncates the file to no bytes.
  func empty() throws(TemporaryFileError) {
    while ftruncate(descriptor, 0) != 0 {
      guard errno == EINTR else { throw failure(.truncate) }
    }
  }

  private func failure(
    _ step: TemporaryFileError.Step, _ code: Int32 = errno
  ) -> TemporaryFileError {
    TemporaryFileError(step: step, directory: directory, code: code)
  }
}
