extension HelpRenderer {
  /// The complete help of the program.
  func complete() -> String {
    var lines = commandList(of: program.commands)
    let codes = ExitCode.allCases.map { (term: "\($0.rawValue)", text: $0.meaning + ".") }
    lines += ["", "Exit codes:"]
    lines += layout.table(codes, column: layout.column(for: codes.map(\.term)))
    lines += terms("Environment:", program.environment) + terms("Files:", program.files)
    lines += examples(program.examples)
    lines.append("")
    lines += layout.paragraph("See '\(program.name) help COMMAND' for all of a command.")
    return text(lines)
  }

  /// The complete help of a command.
  func complete(_ command: Command) -> String {
    var lines = layout.paragraph(command.abstract + ".")
    lines.append("")
    lines += layout.paragraph("Usage: \(synopsis(of: command))", hanging: "  ")
    let operands = command.operands.map { (term: $0.placeholder, text: $0.help + ".") }
    let column = layout.column(
      for: operands.map(\.term) + command.allOptions.map { term($0) })
    if !operands.isEmpty { lines += ["", "Operands:"] + layout.table(operands, column: column) }
    for section in Option.Section.allCases {
      let options = command.allOptions.filter { $0.section == section }
      if options.isEmpty { continue }
      let rows = options.map { (term: term($0), text: $0.sentences) }
      lines += ["", "\(section.rawValue):"] + layout.table(rows, column: column)
    }
    lines += examples(command.examples)
    return text(lines)
  }

  private func terms(_ title: String, _ terms: [Program.Term]) -> [String] {
    if terms.isEmpty { return [] }
    let rows = terms.map { (term: $0.name, text: $0.help + ".") }
    return ["", title] + layout.table(rows, column: layout.column(for: rows.map(\.term)))
  }
}
