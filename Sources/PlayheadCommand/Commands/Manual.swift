/// `playhead manual`: writes the manual page.
enum Manual {
  static let command = Command(
    name: "manual",
    abstract: "Write the manual page, in the form that man reads",
    operands: [],
    options: [.output],
    examples: [
      Command.Example(
        words: "playhead manual", help: "The manual page; in a pipe, 'man -l -' shows it"),
      Command.Example(
        words: "playhead manual -o playhead.1", help: "The manual page, to be installed"),
    ],
    run: run)

  @Sendable
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    try context.deliver(ManualPage(context.program).text, to: arguments.value(.output))
    return .ok
  }
}
