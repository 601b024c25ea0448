/// The completions for zsh, based on its `_arguments`.
struct ZshCompletion {
  private let program: Program

  init(_ program: Program) {
    self.program = program
  }

  /// The script, to be installed as `_playhead` in a folder of `$fpath`, or sourced.
  var script: String {
    var lines = [
      "#compdef \(program.name)",
      "# Completions of \(program.name) for zsh, made by '\(program.name) completions zsh'.",
      "",
      "_\(program.name)() {",
      "  local curcontext=\"$curcontext\" state line",
      "  local -A opt_args",
      "  local -a commands=(",
    ]
    lines += program.commands.map { command in
      "    " + "\(command.name.escaping(":")):\(command.abstract)".shellQuoted
    }
    lines += ["  )", "  _arguments -s -S -C \\"]
    lines += program.options.map { "    \(specification($0, excludes: "(- *)")) \\" }
    lines += [
      "    '1: :{_describe -t commands command commands}' \\",
      "    '*:: :->rest' && return",
      "  [[ $state == rest ]] || return",
      "  case $words[1] in",
    ]
    for command in program.commands {
      lines.append("    \(command.name))")
      lines.append("      _arguments -s -S \\")
      let specifications =
        command.allOptions.map {
          specification($0, excludes: $0 == .help ? "(- *)" : nil)
        } + command.operands.enumerated().map { specification($0.element, at: $0.offset + 1) }
      lines += specifications.dropLast().map { "        \($0) \\" }
      lines += specifications.suffix(1).map { "        \($0)" }
      lines.append("      ;;")
    }
    lines += [
      "  esac", "}", "",
      "# Autoloaded, this file is the function; sourced, it only defines it.",
      "if [[ $funcstack[1] == _\(program.name) ]]; then",
      "  _\(program.name) \"$@\"",
      "else",
      "  compdef _\(program.name) \(program.name)",
      "fi",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The `_arguments` specification of an option.
  private func specification(_ option: Option, excludes: String?) -> String {
    let letter = option.letter.map { "-\($0)" }
    let spellings = [letter, option.spelling].compactMap(\.self)
    var excluded = excludes ?? "(\(spellings.joined(separator: " ")))"
    if option.isRepeatable { excluded = "*" }
    // A letter's value may follow directly, a long option's after an equals sign.
    let isOptional = option.value?.isOptional == true
    let (short, long) = option.value == nil ? ("", "") : ("+", isOptional ? "=-" : "=")
    let names =
      letter.map { "{\($0)\(short),\(option.spelling)\(long)}" } ?? "\(option.spelling)\(long)"
    let help = (option.brief ?? option.help).escaping("[]")
    let value =
      option.value.map { (isOptional ? ":" : "") + message($0.placeholder, $0.kind) } ?? ""
    return "\(excluded.shellQuoted)\(names)\("[\(help)]\(value)".shellQuoted)"
  }

  /// The `_arguments` specification of an operand.
  private func specification(_ operand: Command.Operand, at number: Int) -> String {
    let place = operand.isRepeatable ? "*" : "\(number)"
    let message = message(operand.placeholder, operand.kind)
    return "\(place)\(operand.isOptional && !operand.isRepeatable ? ":" : "")\(message)".shellQuoted
  }

  /// The message and the action that complete a value.
  private func message(_ placeholder: String, _ kind: Option.Kind) -> String {
    let title = placeholder.escaping(":")
    let list = program.proposals(for: kind).map { $0.escaping(" :()'\"") }.joined(separator: " ")
    return switch (list.isEmpty, kind.takesFiles) {
    case (true, true): ":\(title):_files"
    case (true, false): ":\(title): "
    case (false, false): ":\(title):(\(list))"
    case (false, true):
      ":\(title): _alternative 'names\\:\(title)\\:(\(list))' 'files\\:file\\:_files'"
    }
  }
}
