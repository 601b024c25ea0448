@testable import PlayheadCommand

enum Shade: String, CaseIterable {
  case light
  case dark
}

extension Option {
  static let rate = Option(
    "rate", "r", .text("RATE"), isRepeatable: true, in: .network, help: "A rate")
  static let shade = Option("shade", "s", .choice(of: Shade.self), in: .output, help: "A shade")
  static let resume = Option("resume-buffer", nil, .text("TIME"), in: .player, help: "A time")
  static let restart = Option("restart", nil, in: .player, help: "A flag")
  static let target = Option("target", "t", .file("FILE"), in: .output, help: "A file")
  static let loud = Option("loud", "l", in: .output, help: "A flag")
  static let tint = Option(
    "tint", nil, .choice(of: Shade.self).optional, in: .output, help: "A tint")
  static let fast = Option("fast", "f", in: .output, help: "A flag")
}

extension Program {
  /// A program with an option of each kind, so that tests do not change with the real one.
  static let fixture = Program(
    name: "tool", version: "1.2.3", abstract: "Do things",
    entries: [
      Command(
        name: "work", abstract: "Work on a file",
        operands: [
          Command.Operand(placeholder: "FILE", help: "The file"),
          Command.Operand(placeholder: "OTHER", help: "Another", isOptional: true),
        ],
        options: [.rate, .shade, .resume, .restart, .target, .loud, .fast, .tint], examples: [],
        run: { _, _ in .ok }),
      Command(
        name: "list", abstract: "List files",
        operands: [
          Command.Operand(placeholder: "FILE", help: "A file", isOptional: true, isRepeatable: true)
        ],
        options: [.rate], examples: [], run: { _, _ in .ok }),
      Command(
        name: "choose", abstract: "Choose",
        operands: [
          Command.Operand(
            placeholder: "COLOUR", help: "A colour", kind: .choice(["red", "green"]))
        ],
        options: [], examples: [], run: { _, _ in .ok }),
      Command(
        name: "rest", abstract: "Do nothing", operands: [], options: [], examples: [],
        run: { _, _ in .ok }),
    ].map { command in Entry(command.name, command) },
    options: [.help, .version], examples: [])

  /// What the fixture's command understands; fails the test if it asks for something else.
  func parsed(_ arguments: [String]) throws -> ParsedArguments {
    guard case .command(_, let parsed) = try parse(arguments) else { throw NotACommand() }
    return parsed
  }
}

struct NotACommand: Error {}

/// Words as a shell would split them; only single quotes are understood.
func words(_ line: String) -> [String] {
  var words: [String] = []
  for (number, part) in line.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
    let isQuoted = !number.isMultiple(of: 2)
    words += isQuoted ? [String(part)] : part.split(separator: " ").map(String.init)
  }
  return words
}
