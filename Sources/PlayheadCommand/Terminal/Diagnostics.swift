import POSIX
import PlayheadKit

/// Messages on standard error, one per line.
///
/// Writing never fails: an error could not be reported anywhere else.
struct Diagnostics: Sendable {
  /// The amount of messages.
  enum Level: Int, Sendable, Comparable {
    /// Only failures.
    case quiet
    /// Notes that concern the user.
    case normal
    /// Details that explain the result.
    case verbose

    static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// The amount of messages.
  var level = Level.normal
  /// The file descriptor.
  var descriptor = STDERR_FILENO
  /// Whether it can show characters beyond ASCII.
  var isUnicode = true
  /// The progress line on the same descriptor.
  private let statusLine = StatusLine()

  /// Writes messages up to `level` to the file descriptor `descriptor`.
  init(level: Level = .normal, descriptor: Int32 = STDERR_FILENO) {
    self.level = level
    self.descriptor = descriptor
  }

  /// Reports a failure, unless it is silent.
  func report(_ failure: Failure) {
    guard !failure.isSilent else { return }
    say(([failure] + failure.others).map { $0.line + "\n" }.joined())
  }

  /// Reports a failure, unless the write would block.
  func reportWithoutWaiting(_ failure: Failure) {
    statusLine.sayWithoutWaiting(spelled(failure.line) + "\n", to: descriptor)
  }

  /// Writes a note that concerns the user.
  func note(_ text: String) {
    if level >= .normal { say("playhead: \(shown(text))\n") }
  }

  /// Writes a detail.
  func detail(_ text: String) {
    if level >= .verbose { say("playhead: \(shown(text))\n") }
  }

  /// `text` in one line, without the secrets of the addresses in it.
  private func shown(_ text: String) -> String { ShownAddress.hiding(in: text.oneLine) }

  /// Draws the progress line `text`, which includes cursor movements.
  func draw(_ text: String) {
    statusLine.draw(text, to: descriptor)
  }

  private func say(_ text: String) {
    statusLine.say(spelled(text), to: descriptor)
  }

  /// `text` with our own characters beyond ASCII replaced where they cannot be shown; file names
  /// stay unchanged.
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
