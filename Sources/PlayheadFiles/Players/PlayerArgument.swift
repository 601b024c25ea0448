package import PlayheadModel

/// A player named by a text, such as the value of `--player`.
package enum PlayerArgument: Hashable, Sendable {
  /// A built-in player.
  case builtIn(BufferingPolicy.Parameters)
  /// A policy file, by its path as written.
  case file(String)

  /// Parses `text` without touching the file system.
  ///
  /// The name of a built-in player, in any case, is that player. A text with a `/` or an extension
  /// is a path.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - others: names of players of another kind, which an error may suggest.
  /// - Throws: ``GrammarError`` if `text` is neither.
  package init(
    parsing text: some StringProtocol, suggesting others: [String] = []
  ) throws(GrammarError) {
    guard !text.isEmpty else {
      throw GrammarError(
        text: "", problem: "missing player",
        hint: "write basic, or the path of a policy file")
    }
    if let preset = PlayerPreset.named(text) {
      self = .builtIn(preset.parameters)
      return
    }
    if text.contains("/") || Self.hasExtension(Substring(text)) {
      self = .file(String(text))
      return
    }
    throw GrammarError(
      text: String(text), problem: "unknown player",
      hint: text.nearest(in: Self.builtInNames + others).map { "did you mean \($0)?" }
        ?? "'playhead players' lists the built-in ones; write a path as ./\(text)")
  }

  /// The names of the built-in players.
  package static let builtInNames = PlayerPreset.all.map(\.name)

  private static func hasExtension(_ text: Substring) -> Bool {
    guard let point = text.lastIndex(of: ".") else { return false }
    return point > text.startIndex && text.index(after: point) < text.endIndex
  }
}
