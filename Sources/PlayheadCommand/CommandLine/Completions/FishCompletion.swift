/// The completions for fish.
struct FishCompletion {
  private let program: Program
  /// The prefix of function names.
  private let prefix: String

  init(_ program: Program) {
    self.program = program
    prefix = "__\(program.name)"
  }

  /// The script, to be installed as a file in fish's completion folder.
  var script: String {
    var lines = [
      "# Completions of \(program.name) for fish, made by '\(program.name) completions fish'.",
      "",
      "# The command is the first word that is no option.",
      "function \(prefix)_command",
      "    for word in (commandline -opc)[2..-1]",
      "        if not string match -q -- '-*' $word",
      "            echo $word",
      "            return",
      "        end",
      "    end",
      "    return 1",
      "end",
      "",
      "function \(prefix)_is",
      "    test \"$(\(prefix)_command)\" = $argv[1]",
      "end",
      "",
      "complete -c \(program.name) -f",
    ]
    let none = "-n 'not \(prefix)_command'"
    lines += program.options.map { line($0, condition: none) }
    for command in program.commands {
      lines.append(
        "complete -c \(program.name) \(none) -a \(command.name) -d \(command.abstract.fishQuoted)")
    }
    for command in program.commands {
      let condition = "-n '\(prefix)_is \(command.name)'"
      lines.append("")
      lines += command.operands.map { operand in
        words(["complete", "-c", program.name, condition, "-k"] + proposing(operand.kind))
      }
      lines += command.allOptions.map { line($0, condition: condition) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(_ option: Option, condition: String) -> String {
    var line = ["complete", "-c", program.name, condition]
    if let letter = option.letter { line += ["-s", "\(letter)"] }
    line += ["-l", option.name]
    if let value = option.value {
      line += (value.isOptional ? [] : ["-r"]) + proposing(value.kind)
    }
    line += ["-d", (option.brief ?? option.help).fishQuoted]
    return words(line)
  }

  /// The arguments that complete a value of `kind`; names keep their order.
  private func proposing(_ kind: Option.Kind) -> [String] {
    let names = program.proposals(for: kind)
    // Fish splits the list at spaces, unless names are quoted once more.
    let list = names.map { $0.contains(" ") ? $0.fishQuoted : $0 }.joined(separator: " ")
    return [kind.takesFiles ? "-F" : "-f"] + (names.isEmpty ? [] : ["-k", "-a", list.fishQuoted])
  }

  private func words(_ words: [String]) -> String {
    var seen: [String] = []
    // Two sources may each add `-k`.
    for word in words where word != "-k" || !seen.contains("-k") { seen.append(word) }
    return seen.joined(separator: " ")
  }
}
