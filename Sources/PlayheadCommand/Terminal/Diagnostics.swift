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
  /// Whether it can show more than ASCII.
  var isUnicode = true
  /// The line that shows progress there.
  private let statusLine = StatusLine()

  /// Says things at `level` to the open file `descriptor`.
  init(level: Level = .normal, descriptor: Int32 = STDERR_FILENO) {
    self.level = level
    self.descriptor = descriptor
  }

  /// Says why we fail, unless that is no news.
  func report(_ failure: Failure) {
    guard !failure.isSilent else { return }
    say(([failure] + failure.others).map { $0.line + "\n" }.joined())
  }

  /// Says why we fail, unless nobody takes it in.
  func reportWithoutWaiting(_ failure: Failure) {
    statusLine.sayWithoutWaiting(spelled(failure.line) + "\n", to: descriptor)
  }

  /// Says what the user ought to know.
  func note(_ text: String) {
    if level >= .normal { say("playhead: \(text.oneLine)\n") }
  }

  /// Says what helps to understand.
  func detail(_ text: String) {
    if level >= .verbose { say("playhead: \(text.oneLine)\n") }
  }

  /// Draws the line that shows progress as `text` has it, cursor movements too.
  func draw(_ text: String) {
    statusLine.draw(text, to: descriptor)
  }

  private func say(_ text: String) {
    statusLine.say(spelled(text), to: descriptor)
  }

  /// `text` with what our own words have beyond ASCII replaced where that cannot be shown; names of
  /// files stay what they are.
  private func spelled(_ text: String) -> String {
    guard !isUnicode else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "“", "”": result += "\""
      case "…": result += "..."
      case "±": result += "+-"
      case "÷": result += "/"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
