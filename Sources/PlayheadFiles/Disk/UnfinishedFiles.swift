import POSIX
import Synchronization

/// The temporary files that are being written.
///
/// A thread that ends the process early removes them first.
package final class UnfinishedFiles: Sendable {
  /// The paths; `nil` once no more files may be created.
  private let paths = Mutex<Set<String>?>([])

  /// Creates an empty list.
  package init() {}

  /// Creates the file at `path`, which must not exist, and opens it for writing.
  func make(_ path: String) throws(SystemError) -> Int32 {
    try paths.withLock { (paths) throws(SystemError) in
      if paths == nil { throw SystemError(code: EINTR) }
      // The system applies the umask, so the mode is that of any new file.
      let number = try retryingInterrupted {
        unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      }
      paths?.insert(path)
      return number
    }
  }

  /// Renames the file at `path` to `target`.
  func place(_ path: String, at target: String) throws(SystemError) {
    try paths.withLock { (paths) throws(SystemError) in
      if paths == nil { throw SystemError(code: EINTR) }
      if unsafe rename(path, target) != 0 { throw .last }
      paths?.remove(path)
    }
  }

  /// Removes the file at `path`.
  func remove(_ path: String) {
    paths.withLock { paths in
      if paths?.remove(path) != nil { _ = unsafe unlink(path) }
    }
  }

  /// Removes all of them and rejects new ones, before the process ends.
  ///
  /// Waits at most a second for a file system that does not respond.
  package func abandon() {
    for _ in 0..<100 {
      let isDone: Void? = paths.withLockIfAvailable { paths in
        for path in paths ?? [] { _ = unsafe unlink(path) }
        paths = nil
      }
      if isDone != nil { return }
      usleep(10_000)
    }
  }
}
