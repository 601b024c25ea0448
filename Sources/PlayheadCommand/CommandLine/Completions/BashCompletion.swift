/// The completions for bash 3.2 and later, without a completion library.
struct BashCompletion {
  let program: Program
  /// The prefix of function names.
  let prefix: String

  init(_ program: Program) {
    self.program = program
    prefix = "_\(program.name)"
  }

  /// The script, to be sourced or installed in bash's completion folder.
  var script: String {
    var lines = [
      "# Completions of \(program.name) for bash, made by '\(program.name) completions bash'.",
      "",
      "# Tells of option $2 of command $1: its long name, whether it takes a value and may be",
      "# repeated, and what to propose. Fails if there is none.",
      "\(prefix)_option() {",
      "  option= takes= repeats= names= files=",
      "  case \"$1 $2\" in",
    ]
    for command in program.commands {
      lines += command.allOptions.map { entry($0, command) }
    }
    lines += [
      "    *) return 1 ;;", "  esac", "}", "",
      "# Tells of operand number $2 of command $1 what to propose.",
      "\(prefix)_operand() {", "  names= files=", "  case \"$1 $2\" in",
    ]
    for command in program.commands {
      lines += command.operands.enumerated().map { entry($0.element, at: $0.offset, command) }
    }
    lines += [
      "  esac", "}", "", "# Tells of the options of command $1.", "\(prefix)_options() {",
      "  case $1 in",
    ]
    for command in program.commands {
      lines.append("    \(command.name)) names=\(list(command.allOptions.map(\.spelling))) ;;")
    }
    lines += ["    *) names=\(list(program.options.map(\.spelling))) ;;", "  esac", "}", "", ""]
    return lines.joined(separator: "\n") + machinery
  }

  private func entry(_ option: Option, _ command: Command) -> String {
    let spellings = [option.spelling] + (option.letter.map { ["-\($0)"] } ?? [])
    let pattern = spellings.map { "\(command.name) \($0)".shellQuoted }.joined(separator: " | ")
    var facts = ["option=\(option.spelling)"]
    if let value = option.value {
      // What may be left out is no word of its own.
      facts += (value.isOptional ? [] : ["takes=1"]) + proposing(value.kind)
    }
    if option.isRepeatable { facts.append("repeats=1") }
    return "    \(pattern)) \(facts.joined(separator: " ")) ;;"
  }

  private func entry(
    _ operand: Command.Operand, at number: Int, _ command: Command
  ) -> String {
    let pattern =
      "\(command.name) \(number)".shellQuoted
      + (operand.isRepeatable ? " | \("\(command.name) ".shellQuoted)*" : "")
    return "    \(pattern)) \(proposing(operand.kind).joined(separator: " ")) ;;"
  }

  private func proposing(_ kind: Option.Kind) -> [String] {
    let names = program.proposals(for: kind)
    return (names.isEmpty ? [] : ["names=\(list(names))"]) + (kind.takesFiles ? ["files=1"] : [])
  }

  /// A list of names separated by line feeds, so that names may contain spaces.
  private func list(_ names: [String]) -> String {
    "$'\(names.map { $0.escaping("'") }.joined(separator: "\\n"))'"
  }

  var commandNames: String { list(program.commandNames) }
}
