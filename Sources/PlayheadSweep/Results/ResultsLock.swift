import POSIX

/// The right to write a file of results, which one process has at a time.
///
/// It is a lock on the file itself beside those of SQLite, which has no lock that outlasts a
/// transaction and lets others read meanwhile. The system ends it with the process, however that
/// ends.
struct ResultsLock: ~Copyable {
  private let descriptor: Int32

  /// Locks the file at `path`, which is made if it is missing.
  ///
  /// - Throws: ``ResultsError`` if it cannot be opened for writing, or if another process has
  ///   locked it.
  init(path: String) throws(ResultsError) {
    descriptor = try Self.locked(path)
  }

  private static func locked(_ path: String) throws(ResultsError) -> Int32 {
    var opened: Int32
    repeat {
      opened = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    } while opened < 0
      && errno == EINTR
    guard opened >= 0 else { throw ResultsError(.cannotCreate, path, text(errno)) }
    var status = stat()
    if unsafe fstat(opened, &status) != 0 || status.st_mode & S_IFMT != S_IFREG {
      _ = close(opened)
      throw ResultsError(
        .cannotCreate, path, "results are kept in a regular file",
        hint: "--format=csv and --format=jsonl write to pipes")
    }
    // Where the file system has no locks, those of SQLite have to do.
    guard flock(opened, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return opened }
    _ = close(opened)
    throw ResultsError(
      .inUse, path, "another process is writing it",
      hint: "wait for it, or write to another file and merge both")
  }

  deinit { _ = close(descriptor) }

  private static func text(_ code: Int32) -> String {
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}
