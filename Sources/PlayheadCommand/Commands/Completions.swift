/// A shell with completion support.
enum CompletionShell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}

/// `playhead completions`: writes the completion script for a shell.
enum Completions {
  static let command = Command(
    name: "completions",
    abstract: "Write shell completions",
    operands: [
      Command.Operand(
        placeholder: "SHELL", help: "The shell: bash, zsh or fish",
        kind: .choice(CompletionShell.allCases.map(\.rawValue)))
    ],
    options: [.output],
    examples: [
      Command.Example(
        words: "playhead completions bash", help: "Completions for bash, to be sourced"),
      Command.Example(
        words: "playhead completions fish", help: "Completions for fish"),
    ],
    run: run)

  @Sendable
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    // Parsing refuses any other word.
    let shell = arguments.operands.first.flatMap(CompletionShell.init(rawValue:)) ?? .bash
    let text =
      switch shell {
      case .bash: BashCompletion(context.program).script
      case .zsh: ZshCompletion(context.program).script
      case .fish: FishCompletion(context.program).script
      }
    try context.deliver(text, to: arguments.value(.output))
    return .ok
  }
}
