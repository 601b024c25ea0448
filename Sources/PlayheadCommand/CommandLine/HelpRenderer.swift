/// Writes help from the table.
struct HelpRenderer: Sendable {
  private let program: Program
  private let width: Int
  private let layout: Layout

  /// Help in lines of at most `width` columns, within what is good to read.
  init(program: Program, width: Int) {
    self.program = program
    self.width = width.clamped(to: 40...120)
    layout = Layout(width: self.width)
  }

  /// The help of the program.
  func text() -> String {
    var lines = layout.paragraph(program.abstract + ".")
    lines += ["", "Usage:"]
    lines += layout.paragraph("\(program.name) COMMAND [OPTION]... [OPERAND]...", indent: 2)
    let commands = program.commands.map { (term: $0.name, text: $0.abstract + ".") }
    let options = program.options.map(row)
    let column = layout.column(for: (commands + options).map(\.term))
    lines += ["", "Commands:"] + layout.table(commands, column: column)
    lines += ["", "Options:"] + layout.table(options, column: column)
    lines += examples(program.examples)
    lines.append("")
    lines += layout.paragraph("'\(program.name) help COMMAND' tells all about a command.")
    return lines.joined(separator: "\n") + "\n"
  }

  /// The help of a command.
  func text(_ command: Command) -> String {
    var lines = layout.paragraph(command.abstract + ".")
    let words = ["\(program.name) \(command.name) [OPTION]..."] + command.operands.map(\.synopsis)
    lines += ["", "Usage:"]
    lines += layout.paragraph(words.joined(separator: " "), indent: 2)
    let operands = command.operands.map { (term: $0.placeholder, text: $0.help + ".") }
    let column = layout.column(
      for: operands.map(\.term) + command.allOptions.map { row($0).term })
    if !operands.isEmpty { lines += ["", "Operands:"] + layout.table(operands, column: column) }
    for section in Option.Section.allCases {
      let options = command.allOptions.filter { $0.section == section }
      if options.isEmpty { continue }
      lines += ["", "\(section.rawValue):"] + layout.table(options.map(row), column: column)
    }
    lines += examples(command.examples)
    return lines.joined(separator: "\n") + "\n"
  }

  private func row(_ option: Option) -> (term: String, text: String) {
    let letter = option.letter.map { "-\($0), " } ?? "    "
    let value = option.value.map { " \($0.placeholder)" } ?? ""
    let more = option.isRepeatable ? " May be repeated." : ""
    let fallback = option.defaultText.map { " Default: \($0)." } ?? ""
    return ("\(letter)\(option.spelling)\(value)", "\(option.help).\(more)\(fallback)")
  }

  private func examples(_ examples: [Command.Example]) -> [String] {
    if examples.isEmpty { return [] }
    var lines = ["", "Examples:"]
    for example in examples {
      let ending = example.help.hasSuffix("?") ? "" : "."
      lines += layout.paragraph("# \(example.help)\(ending)", indent: 2, hanging: "# ")
      lines += layout.shell(example.words, indent: 2)
    }
    return lines
  }
}
