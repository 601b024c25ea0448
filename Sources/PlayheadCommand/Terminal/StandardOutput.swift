import PlayheadKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where results go, unbuffered: what a call was given is out when it returns.
struct StandardOutput: Sendable {
  /// The open file behind it.
  var descriptor = STDOUT_FILENO

  /// Writes all of `text`.
  func write(_ text: String) throws(Failure) {
    try write(Array(text.utf8))
  }

  /// Writes all of `bytes`; a reader who has gone is ``Failure/outputClosed``.
  func write(_ bytes: [UInt8]) throws(Failure) {
    do {
      unsafe try writeAll(bytes.span.bytes, to: descriptor)
    } catch {
      if error.code == EPIPE { throw .outputClosed }
      throw Failure(.inputOutput, "cannot write", at: "standard output", why: error.description)
    }
  }
}
