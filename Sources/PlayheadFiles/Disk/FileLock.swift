import POSIX

/// The right to replace a file, which one process has at a time.
///
/// Its folder is locked, as the file itself is replaced by renaming. It is advisory: only processes
/// that ask for it wait for it. The system ends it with the process.
package struct FileLock: ~Copyable {
  /// The folder; `nil` where there is nothing to lock.
  private let folder: Descriptor?

  /// Waits for the right to replace the file at `path`, as long as `mayWait`.
  ///
  /// Where the file system has no locks, or the file is none that is replaced, there is nothing to
  /// wait for.
  ///
  /// - Throws: ``FileWriteError`` if the folder cannot be opened, or with `EWOULDBLOCK` if another
  ///   process still has the right.
  package init(toReplace path: String, while mayWait: () -> Bool) throws(FileWriteError) {
    do throws(SystemError) {
      guard case .regular(let target, _) = try Destination(path) else {
        folder = nil
        return
      }
      let name = Destination.directory(of: target)
      let folder = try Descriptor(path: name.isEmpty ? "." : name, flags: O_RDONLY | O_DIRECTORY)
      var error: Int32 = 0
      while true {
        error = flock(folder.number, LOCK_EX | LOCK_NB) == 0 ? 0 : errno
        guard error == EWOULDBLOCK || error == EINTR, mayWait() else { break }
        usleep(Self.pause)
      }
      if error == EWOULDBLOCK { throw SystemError(code: error) }
      self.folder = consume folder
    } catch {
      throw FileWriteError(.create, path: path, reason: error)
    }
  }

  /// How long to wait before another try, in microseconds.
  private static let pause: UInt32 = 10_000
}
