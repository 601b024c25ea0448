/// Why a command could not do what it was asked, in the words that its user reads.
struct Failure: Error, Hashable, Sendable {
  /// What the shell learns.
  var code: ExitCode
  /// What went wrong, such as `cannot read`.
  var what: String
  /// Where: a file, an option, a line.
  var location: String?
  /// Why, as far as it is known.
  var why: String?
  /// What to do about it.
  var hint: String?
  /// What else of the kind went wrong, each for a line of its own.
  var others: [Failure] = []
  /// Whether there is nothing to tell, as whoever ended us knows that they did.
  var isSilent: Bool

  /// A failure of kind `code`.
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

  /// Whoever read our output has had enough, as `head` does; that is no fault.
  static let outputClosed = Failure(silent: .ok, "output closed")

  /// A signal asked us to stop; how far it got by then is for others to tell.
  static let interrupted = Failure(silent: .interrupted, "interrupted")

  /// The failure in one line, without its end: `playhead: what, where: why; hint`.
  var line: String {
    var line = "playhead: \(what.oneLine)"
    if let location { line += ", \(location.oneLine)" }
    if let why { line += ": \(why.oneLine)" }
    if let hint { line += "; \(hint.oneLine)" }
    return line
  }
}
