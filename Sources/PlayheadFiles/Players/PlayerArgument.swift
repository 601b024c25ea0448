package import PlayheadModel

/// A player named by a text, such as the value of `--player`.
package enum PlayerArgument: Hashable, Sendable {
  /// A built-in player.
  case builtIn(BufferingPolicy.Parameters)
  /// A policy file, by its path as written.
  case file(String)

  /// Parses `text` without touching the file system.
  ///
  /// A text with a `/` or an extension is a path. Anything else is the name of a built-in player,
  /// in any case; `basic` is the only one.
  ///
  /// - Throws: ``GrammarError`` if `text` is neither.
  package init(parsing text: some StringProtocol) throws(GrammarError) {
    guard !text.isEmpty else {
      throw GrammarError(
        text: "", problem: "missing player",
        hint: "write basic, or the path of a policy file")
    }
    if text.contains("/") || Self.hasExtension(Substring(text)) {
      self = .file(String(text))
      return
    }
    guard text.lowercased() == Self.basic.name else {
      throw GrammarError(
        text: String(text), problem: "unknown player",
        hint: text.nearest(in: Self.builtInNames).map { "did you mean \($0)?" }
          ?? "the only built-in player is \(Self.basic.name); write a path as ./\(text)")
    }
    self = .builtIn(Self.basic)
  }

  /// The names of the built-in players.
  package static let builtInNames = [basic.name]

  private static let basic = BufferingPolicy.Parameters()

  private static func hasExtension(_ text: Substring) -> Bool {
    guard let point = text.lastIndex(of: ".") else { return false }
    return point > text.startIndex && text.index(after: point) < text.endIndex
  }
}
