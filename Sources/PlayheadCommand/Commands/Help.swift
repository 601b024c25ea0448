/// `playhead help`: tells how to use a command.
enum Help {
  static let command = Command(
    name: "help",
    abstract: "Show how to use playhead or one of its commands",
    operands: [
      Command.Operand(placeholder: "COMMAND", help: "The command to explain", isOptional: true)
    ],
    options: [],
    examples: [
      Command.Example(words: "playhead help", help: "All commands"),
      Command.Example(words: "playhead help analyze", help: "All options of analyze"),
    ],
    run: run)

  @Sendable
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    var command: Command?
    do {
      if let name = arguments.operands.first { command = try context.program.command(name) }
    } catch {
      throw Failure(error, in: nil, of: context.program)
    }
    try show(command, context)
    return .ok
  }

  /// Writes the help of a command, or of the program, as wide as the terminal is.
  static func show(_ command: Command?, _ context: Context) throws(Failure) {
    let renderer = HelpRenderer(program: context.program, width: context.terminal.width)
    try context.output.write(command.map(renderer.text) ?? renderer.text())
  }
}
