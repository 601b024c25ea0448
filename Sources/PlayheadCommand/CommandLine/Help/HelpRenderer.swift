/// Renders the short help, which fits on a screen, and the complete help.
struct HelpRenderer: Sendable {
  let program: Program
  let layout: Layout

  /// Renders lines of at most `width` columns, within a readable range.
  init(program: Program, width: Int) {
    self.program = program
    layout = Layout(width: width.clamped(to: 20...120))
  }

  /// The short help of the program, with one example.
  func brief() -> String {
    // Its last line tells of help; results, work and merge come after a sweep; few have players to
    // compare with.
    let others = ["help", "results", "work", "merge", "validate", "completions", "manual"]
    var lines = commandList(of: program.commands.filter { !others.contains($0.name) })
    lines.append("")
    lines += layout.paragraph(
      "See 'COMMAND --help' for a summary, 'help COMMAND' for everything."
    )
    return text(lines)
  }

  /// The short help of a command, with the most common options.
  func brief(_ command: Command) -> String {
    var lines = layout.paragraph(command.abstract + ".")
    lines.append("")
    lines += layout.paragraph("Usage: \(synopsis(of: command))", hanging: "  ")
    let options = command.allOptions
    let common = options.filter { $0.brief != nil }
    let rows = common.map { (term: term($0), text: ($0.brief ?? $0.help) + ".") }
    lines += ["", "Options:"]
    lines += layout.table(rows, column: layout.column(for: rows.map(\.term)))
    lines += examples(Array(command.examples.prefix(2)))
    lines.append("")
    lines += layout.paragraph(
      "See '\(program.name) help \(command.name)' for "
        + (common.count < options.count ? "all \(options.count) options." : "everything."))
    return text(lines)
  }

  /// The program's name and description, its commands, and the options before any command.
  func commandList(of commands: [Command]) -> [String] {
    var lines = layout.paragraph(program.abstract + ".")
    lines.append("")
    lines += layout.paragraph(
      "Usage: \(program.name) COMMAND [OPTION]... [OPERAND]...", hanging: "  ")
    let commands = commands.map { (term: $0.name, text: $0.abstract + ".") }
    let options = program.options.map { (term: term($0), text: ($0.brief ?? $0.help) + ".") }
    let column = layout.column(for: (commands + options).map(\.term))
    lines += ["", "Commands:"] + layout.table(commands, column: column)
    lines += ["", "Options:"] + layout.table(options, column: column)
    return lines
  }

  func examples(_ examples: [Command.Example]) -> [String] {
    if examples.isEmpty { return [] }
    var lines = ["", "Examples:"]
    for example in examples {
      lines += layout.paragraph("# \(example.sentence)", indent: 2, hanging: "# ")
      lines += layout.shell(example.words, indent: 2)
    }
    return lines
  }

  func synopsis(of command: Command) -> String {
    (["\(program.name) \(command.name) [OPTION]..."] + command.operands.map(\.synopsis))
      .joined(separator: " ")
  }

  func term(_ option: Option) -> String {
    let letter = option.letter.map { "-\($0), " } ?? "    "
    return "\(letter)\(option.spelling)" + (option.value?.synopsis() ?? "")
  }

  func text(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }
}
