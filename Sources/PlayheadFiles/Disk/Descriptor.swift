import POSIX

/// An open file that is closed when the value ends.
package struct Descriptor: ~Copyable {
  /// The file descriptor.
  package let number: Int32

  /// Takes over the open file `number`.
  package init(owning number: Int32) {
    self.number = number
  }

  /// Opens `path`; programs that we start do not inherit it.
  init(path: String, flags: Int32, mode: mode_t = 0) throws(SystemError) {
    number = try retryingInterrupted { unsafe open(path, flags | O_CLOEXEC, mode) }
  }

  /// Closes the file now and throws the error of closing, as network file systems have.
  consuming func finish() throws(SystemError) {
    let number = number
    discard self
    // After EINTR the number is already free, so trying again could close another's file.
    if close(number) != 0, errno != EINTR { throw .last }
  }

  deinit {
    _ = close(number)
  }
}

/// Calls `body` again when a signal interrupts it; throws if the result is negative.
func retryingInterrupted(_ body: () -> Int32) throws(SystemError) -> Int32 {
  while true {
    let result = body()
    if result >= 0 { return result }
    if errno != EINTR { throw .last }
  }
}

/// Writes all of `bytes` to an open file, waiting where it would block.
package func writeAll(_ bytes: RawSpan, to descriptor: Int32) throws(SystemError) {
  var offset = 0
  while offset < bytes.byteCount {
    let count = unsafe bytes.extracting(droppingFirst: offset).withUnsafeBytes {
      unsafe write(descriptor, $0.baseAddress, $0.count)
    }
    if count > 0 {
      offset += count
    } else if count == 0 {
      // No file does this for a positive count; repeating it could loop forever.
      throw SystemError(code: EIO)
    } else if errno == EAGAIN || errno == EWOULDBLOCK {
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&request, 1, -1)
    } else if errno != EINTR {
      throw .last
    }
  }
}
