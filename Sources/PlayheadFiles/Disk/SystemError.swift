import POSIX

/// The error of a failed system call.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  package var code: Int32

  /// The error with number `code`.
  package init(code: Int32) {
    self.code = code
  }

  /// The error of the call that just failed on this thread.
  package static var last: SystemError { SystemError(code: errno) }

  /// The system's message, such as `No such file or directory`.
  package var description: String {
    // The texts of known codes are constants on both systems, so no thread can change them here.
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
