import POSIX
import PlayheadKit

/// The unbuffered destination of results: a write has completed when its call returns.
struct StandardOutput: Sendable {
  /// The file descriptor.
  var descriptor = STDOUT_FILENO

  /// Writes all of `text`.
  func write(_ text: String) throws(Failure) {
    try write(Array(text.utf8))
  }

  /// Writes all of `bytes`; a closed pipe is ``Failure/outputClosed``.
  func write(_ bytes: [UInt8]) throws(Failure) {
    do {
      unsafe try writeAll(bytes.span.bytes, to: descriptor)
    } catch {
      if error.code == EPIPE { throw .outputClosed }
      throw Failure(.inputOutput, "cannot write", at: "standard output", why: error.description)
    }
  }
}
