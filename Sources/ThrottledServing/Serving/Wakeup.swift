import POSIX

/// A pipe that is readable from some moment on, for all who wait.
final class Wakeup: Sendable {
  /// The end to wait for.
  let descriptor: Int32
  private let writing: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    (descriptor, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    _ = close(descriptor)
    _ = close(writing)
  }

  /// Wakes everybody, now and later.
  func wake() {
    var byte: UInt8 = 0
    _ = unsafe write(writing, &byte, 1)
  }
}
