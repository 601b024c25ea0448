import PlayheadKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What we have to say besides results, on standard error, a line each.
///
/// It never fails: there is no other place in which to say so.
struct Diagnostics: Sendable {
  /// How much to say.
  enum Level: Int, Sendable, Comparable {
    /// Only what made us fail.
    case quiet
    /// What the user ought to know.
    case normal
    /// What helps to understand how it came about.
    case verbose

    static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// How much to say.
  var level = Level.normal
  /// The open file behind it.
  var descriptor = STDERR_FILENO

  /// Says why we fail, unless that is no news.
  func report(_ failure: Failure) {
    guard !failure.isSilent else { return }
    writeRaw(([failure] + failure.others).map { $0.line + "\n" }.joined())
  }

  /// Says what the user ought to know.
  func note(_ text: String) {
    if level >= .normal { writeRaw("playhead: \(text.oneLine)\n") }
  }

  /// Says what helps to understand.
  func detail(_ text: String) {
    if level >= .verbose { writeRaw("playhead: \(text.oneLine)\n") }
  }

  /// Writes `text` as it is, cursor movements too.
  func writeRaw(_ text: String) {
    unsafe try? writeAll(Array(text.utf8).span.bytes, to: descriptor)
  }
}
