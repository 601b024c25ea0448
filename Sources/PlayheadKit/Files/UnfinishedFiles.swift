import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files that have been made and are not in their places yet.
///
/// Whoever ends the process in the middle of its work, which only a thread of its own can do, takes
/// them away first.
package final class UnfinishedFiles: Sendable {
  /// The paths; `nil` once no more files are to be made.
  private let paths = Mutex<Set<String>?>([])

  /// A list of no files.
  package init() {}

  /// Makes the file at `path`, which must not be there, and opens it for writing.
  func make(_ path: String) throws(SystemError) -> Int32 {
    try paths.withLock { (paths) throws(SystemError) in
      if paths == nil { throw SystemError(code: EINTR) }
      // The system takes the umask off, so the mode is that of any new file.
      let number = try retryingInterrupted {
        unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      }
      paths?.insert(path)
      return number
    }
  }

  /// Puts the file at `path` into the place of `target`.
  func place(_ path: String, at target: String) throws(SystemError) {
    try paths.withLock { (paths) throws(SystemError) in
      if paths == nil { throw SystemError(code: EINTR) }
      if unsafe rename(path, target) != 0 { throw .last }
      paths?.remove(path)
    }
  }

  /// Takes the file at `path` away.
  func remove(_ path: String) {
    paths.withLock { paths in
      if paths?.remove(path) != nil { _ = unsafe unlink(path) }
    }
  }

  /// Takes all of them away and lets no more be made or put into place; for a process that ends.
  ///
  /// A file system that does not answer is not waited for longer than a second.
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
