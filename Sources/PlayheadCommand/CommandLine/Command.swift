/// A subcommand, shared by parsing, help and completions.
struct Command: Sendable {
  /// The action of a command; the exit code is for ends that are not failures.
  typealias Run = @Sendable (ParsedArguments, Context) throws(Failure) -> ExitCode

  /// The name.
  var name: String
  /// The description, one sentence without its full stop.
  var abstract: String
  /// The operands, in order.
  var operands: [Operand]
  /// The options without `--help`, which ``allOptions`` adds.
  var options: [Option]
  /// Example calls.
  var examples: [Example]
  /// The action.
  var run: Run

  /// The command's options and those of every command.
  var allOptions: [Option] { options + [.help] }
}

extension Command {
  /// An argument that is not an option.
  struct Operand: Sendable, Hashable {
    /// The placeholder in help, such as `FILE`.
    var placeholder: String
    /// The description, one sentence without its full stop.
    var help: String
    /// The kind of the value.
    var kind = Option.Kind.text
    /// Whether it is optional.
    var isOptional = false
    /// Whether it may be repeated; only the last operand can be.
    var isRepeatable = false

    /// The operand in the synopsis.
    var synopsis: String {
      let text = isRepeatable ? "\(placeholder)..." : placeholder
      return isOptional ? "[\(text)]" : text
    }
  }

  /// An example call and its purpose.
  struct Example: Sendable, Hashable {
    /// The command to type.
    var words: String
    /// The effect, or the question it answers, as one sentence without its full stop.
    var help: String

    /// The effect with its full stop.
    var sentence: String { help.hasSuffix("?") ? help : help + "." }
  }
}
