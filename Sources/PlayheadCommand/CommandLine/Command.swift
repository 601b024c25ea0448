/// A subcommand, as parsing, help and completions all see it.
struct Command: Sendable {
  /// What it does with what was parsed; the code is for ends that are no failures.
  typealias Run = @Sendable (ParsedArguments, Context) throws(Failure) -> ExitCode

  /// The word that picks it.
  var name: String
  /// What it does, in one sentence without its full stop.
  var abstract: String
  /// What it takes besides options, in order.
  var operands: [Operand]
  /// Its options, `--help` not counted: ``allOptions`` adds it.
  var options: [Option]
  /// Calls worth copying.
  var examples: [Example]
  /// What it does with what was parsed.
  var run: Run

  /// Its options and those that every command has.
  var allOptions: [Option] { options + [.help] }
}

extension Command {
  /// An argument that is no option.
  struct Operand: Sendable, Hashable {
    /// What stands for it in help, such as `FILE`.
    var placeholder: String
    /// What it is, in one sentence without its full stop.
    var help: String
    /// What it names.
    var kind = Option.Kind.text
    /// Whether it may be left out.
    var isOptional = false
    /// Whether there may be more than one; only the last operand can.
    var isRepeatable = false

    /// The operand as the synopsis shows it.
    var synopsis: String {
      let text = isRepeatable ? "\(placeholder)..." : placeholder
      return isOptional ? "[\(text)]" : text
    }
  }

  /// A call of the command and what it is for.
  struct Example: Sendable, Hashable {
    /// The words to type.
    var words: String
    /// What they do, or the question that they answer, in one sentence without its full stop.
    var help: String

    /// What they do, with the full stop.
    var sentence: String { help.hasSuffix("?") ? help : help + "." }
  }
}
