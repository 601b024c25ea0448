import PlayheadKit

/// All that can be said to `playhead`: the one table behind parsing, help, the manual page and
/// completions.
struct Program: Sendable {
  /// The name to call it by.
  var name: String
  /// Its version.
  var version: String
  /// The day of that version, as in `2026-11-21`.
  var date = ""
  /// What it does, in one sentence without its full stop.
  var abstract: String
  /// Its commands, in the order of the help.
  var commands: [Command]
  /// The options that stand before any command.
  var options: [Option]
  /// The variables of the environment that it heeds.
  var environment: [Term] = []
  /// The files that it keeps.
  var files: [Term] = []
  /// Calls worth copying.
  var examples: [Command.Example]

  /// The command of this name.
  func command(_ name: String) throws(UsageError) -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    throw .unknownCommand(name, nearest: name.nearest(in: commands.map(\.name)))
  }

  /// The names worth proposing for a value of `kind`.
  func proposals(for kind: Option.Kind) -> [String] {
    switch kind {
    case .text, .file: []
    case .choice(let names), .suggestions(let names, _): names
    case .command: commands.map(\.name)
    }
  }
}

extension Program {
  /// A name that means something, and what it means.
  struct Term: Sendable, Hashable {
    /// The name, or several with commas between them.
    var name: String
    /// What it means, in one sentence without its full stop.
    var help: String
  }
}
