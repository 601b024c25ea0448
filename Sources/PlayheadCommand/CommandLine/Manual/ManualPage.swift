import PlayheadKit

/// The manual page, with everything in the table.
struct ManualPage {
  private let program: Program

  init(_ program: Program) {
    self.program = program
  }

  /// The page in man(7), in pure ASCII.
  var text: String {
    let name = program.name
    let abstract = program.abstract.prefix(1).lowercased() + program.abstract.dropFirst()
    var lines = [
      ".TH \(name.uppercased()) 1 \(program.date) \"\(name) \(program.version)\" \"User Commands\"",
      // No added hyphens and no stretched spaces.
      ".nh", ".ad l",
      ".SH NAME", "\(Roff.text(name)) \\- \(Roff.text(abstract))",
      ".SH SYNOPSIS",
    ]
    for (number, command) in program.commands.enumerated() {
      if number > 0 { lines.append(".br") }
      lines.append(synopsis(command))
    }
    lines.append(".SH OPTIONS")
    lines += program.options.flatMap(entry)
    lines.append(".SH COMMANDS")
    lines += program.commands.flatMap(section)
    lines.append(".SH EXIT STATUS")
    lines += ExitCode.allCases.flatMap { entry(Roff.bold("\($0.rawValue)"), $0.meaning + ".") }
    lines += terms("ENVIRONMENT", program.environment) + terms("FILES", program.files)
    lines.append(".SH EXAMPLES")
    lines += examples(program.examples)
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ command: Command) -> [String] {
    var lines = [".SS \(Roff.text("\(program.name) \(command.name)"))"]
    lines += paragraph(command.abstract + ".") + [".PP", synopsis(command)]
    for operand in command.operands {
      lines += entry(Roff.italic(operand.placeholder), operand.help + ".")
    }
    for section in Option.Section.allCases {
      let options = command.allOptions.filter { $0.section == section }
      if options.isEmpty { continue }
      lines += [".PP", Roff.text("\(section.rawValue):")]
      lines += options.flatMap(entry)
    }
    return lines + [".PP", "Examples:", ".PP"] + examples(command.examples)
  }

  private func synopsis(_ command: Command) -> String {
    let operands = command.operands.map { " " + Roff.italic($0.synopsis) }
    return Roff.bold("\(program.name) \(command.name)") + " [" + Roff.italic("OPTION") + "]..."
      + operands.joined()
  }

  private func entry(_ option: Option) -> [String] {
    let letter = option.letter.map { Roff.bold("-\($0)") + ", " } ?? ""
    let value = option.value?.synopsis(Roff.italic) ?? ""
    return entry(letter + Roff.bold(option.spelling) + value, option.sentences)
  }

  private func entry(_ term: String, _ text: String) -> [String] {
    [".TP", term] + paragraph(text)
  }

  private func terms(_ title: String, _ terms: [Program.Term]) -> [String] {
    if terms.isEmpty { return [] }
    return [".SH \(title)"] + terms.flatMap { entry(Roff.bold($0.name), $0.help + ".") }
  }

  private func examples(_ examples: [Command.Example]) -> [String] {
    examples.map { example in
      (paragraph(example.sentence) + [
        ".PP", ".in +4n", ".nf", Roff.bold(example.words), ".fi", ".in",
      ])
    }.joined(separator: [".PP"]).map(\.self)
  }

  /// Lines of an editable width, whatever the printed width.
  private func paragraph(_ text: String) -> [String] {
    HelpRenderer.Layout(width: 64).paragraph(text).map(Roff.text)
  }
}
