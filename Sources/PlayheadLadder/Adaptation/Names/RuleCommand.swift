package import PlayheadModel

/// A program that decides as a rule, with its arguments, as it is written behind `exec:`.
package struct RuleCommand: Hashable, Sendable {
  /// The command as it was written.
  package let text: String
  /// The program, by its path or a name on the search path, and its arguments.
  package private(set) var words: [String]

  /// Reads a command, whose words are separated by spaces.
  ///
  /// - Throws: ``GrammarError`` if no program is named.
  package init(parsing text: String) throws(GrammarError) {
    self.text = text
    words = text.split(separator: " ").map(String.init)
    guard !words.isEmpty else {
      throw GrammarError(
        text: RuleChoice.programPrefix + text, problem: "no program is named",
        hint: "write \(RuleChoice.programPrefix)./rule")
    }
  }

  /// The same command, with a program that is named by a relative path at what `path` makes of it.
  package func located(_ path: (String) -> String) -> RuleCommand {
    guard words[0].contains("/"), !words[0].hasPrefix("/") else { return self }
    var command = self
    command.words[0] = path(words[0])
    return command
  }
}
