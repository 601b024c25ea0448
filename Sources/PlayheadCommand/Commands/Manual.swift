/// `playhead manual`: writes the manual page.
enum Manual {
  static let command = Command(
    name: "manual",
    abstract: "Write the manual page",
    operands: [],
    options: [.output],
    examples: [
      Command.Example(
        words: "playhead manual", help: "The manual page; pipe it to 'man -l -' to read it"),
      Command.Example(
        words: "playhead manual -o playhead.1", help: "The manual page, to install"),
    ],
    run: run)

  @Sendable
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    try context.deliver(ManualPage(context.program).text, to: arguments.value(.output))
    return .ok
  }
}
