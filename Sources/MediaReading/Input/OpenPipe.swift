import POSIX

/// A pipe that is being read, which can be done only once.
final class OpenPipe: Sendable {
  /// The path that the user gave.
  let path: String
  private let descriptor: Int32
  private let interruption: Interruption

  /// Whether `path` names a pipe.
  static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Opens the pipe at `path`, of which reading ends if `interruption` asks for it.
  init(path: String, interruption: Interruption) throws(MediaReadingError) {
    // Opening must not wait for a writer, as nothing could interrupt that; polling waits instead.
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    self.path = path
    self.interruption = interruption
    guard descriptor >= 0 else {
      throw .unreadable(name: path, reason: InputFile.words(for: errno))
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Waits for the next bytes, which begin at `offset`, and returns their number; 0 at the end.
  func next(into buffer: inout [UInt8], at offset: Int64) throws(MediaReadingError) -> Int {
    while true {
      // In short turns, as an interruption does not end a wait.
      if interruption.isRequested { throw .interrupted(name: path, fraction: 0) }
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&request, 1, 50) > 0 else { continue }
      let count = unsafe buffer.withUnsafeMutableBytes { buffer in
        unsafe read(descriptor, buffer.baseAddress, buffer.count)
      }
      if count >= 0 { return count }
      if errno != EINTR, errno != EAGAIN {
        throw .inputOutput(name: path, offset: offset, reason: InputFile.words(for: errno))
      }
    }
  }
}
