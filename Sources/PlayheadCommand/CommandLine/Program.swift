import PlayheadKit

/// The command-line interface of `playhead`: the one table behind parsing, help, the manual page
/// and completions.
struct Program: Sendable {
  /// The name.
  var name: String
  /// The version.
  var version: String
  /// The date of that version, such as `2026-11-21`.
  var date = ""
  /// The description, one sentence without its full stop.
  var abstract: String
  /// The commands, in the order of the help.
  var commands: [Command]
  /// The options before any command.
  var options: [Option]
  /// The environment variables that it uses.
  var environment: [Term] = []
  /// The files that it keeps.
  var files: [Term] = []
  /// Example calls.
  var examples: [Command.Example]

  /// The command named `name`.
  func command(_ name: String) throws(UsageError) -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    throw .unknownCommand(name, nearest: name.nearest(in: commands.map(\.name)))
  }

  /// The completions for a value of `kind`.
  func proposals(for kind: Option.Kind) -> [String] {
    switch kind {
    case .text, .file: []
    case .choice(let names), .suggestions(let names, _): names
    case .command: commands.map(\.name)
    }
  }
}

extension Program {
  /// A name and its meaning.
  struct Term: Sendable, Hashable {
    /// The name, or several separated by commas.
    var name: String
    /// The meaning, one sentence without its full stop.
    var help: String
  }
}
