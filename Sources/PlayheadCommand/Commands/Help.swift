/// `playhead help`: shows the complete help of a command.
enum Help {
  static let command = Command(
    name: "help",
    abstract: "Show the full help of playhead or a command",
    operands: [
      Command.Operand(
        placeholder: "COMMAND", help: "The command to explain", kind: .command, isOptional: true)
    ],
    options: [],
    examples: [
      Command.Example(
        words: "playhead help", help: "All commands, exit codes and environment variables"),
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
    let renderer = renderer(context)
    try context.output.write(command.map(renderer.complete) ?? renderer.complete())
    return .ok
  }

  /// Writes the short help of a command, or of the program.
  static func showBrief(_ command: Command?, _ context: Context) throws(Failure) {
    let renderer = renderer(context)
    try context.output.write(command.map(renderer.brief) ?? renderer.brief())
  }

  /// A renderer for the terminal's width.
  private static func renderer(_ context: Context) -> HelpRenderer {
    HelpRenderer(program: context.program, width: context.terminal.width)
  }
}
