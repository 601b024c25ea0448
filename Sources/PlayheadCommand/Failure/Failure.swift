import PlayheadKit

/// The reason why a command failed, as its user reads it.
struct Failure: Error, Hashable, Sendable {
  /// The exit code.
  var code: ExitCode
  /// The failed operation, such as `cannot read`.
  var what: String
  /// The location: a file, an option, a line.
  var location: String?
  /// The reason, if known.
  var why: String?
  /// The remedy.
  var hint: String?
  /// Further failures of the same kind, each for its own line.
  var others: [Failure] = []
  /// Whether to report nothing, as the user or the reader caused the end.
  var isSilent: Bool

  /// A failure with exit code `code`.
  init(
    _ code: ExitCode, _ what: String, at location: String? = nil, why: String? = nil,
    hint: String? = nil
  ) {
    self.code = code
    self.what = what
    self.location = location
    self.why = why
    self.hint = hint
    isSilent = false
  }

  private init(silent code: ExitCode, _ what: String) {
    self.init(code, what)
    isSilent = true
  }

  /// The reader of our output closed it, as `head` does; that is not an error.
  static let outputClosed = Failure(silent: .ok, "output closed")

  /// A signal asked us to stop; the progress is reported elsewhere.
  static let interrupted = Failure(silent: .interrupted, "interrupted")

  /// The failure in one line, without the line feed: `playhead: what, where: why; hint`.
  var line: String {
    var line = "playhead: \(what.oneLine)"
    if let location { line += ", \(location.oneLine)" }
    if let why { line += ": \(why.oneLine)" }
    if let hint { line += "; \(hint.oneLine)" }
    return ShownAddress.hiding(in: line)
  }
}
