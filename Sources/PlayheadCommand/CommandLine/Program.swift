import PlayheadKit

/// All that can be said to `playhead`: the one table behind parsing, help and completions.
struct Program: Sendable {
  /// The name to call it by.
  var name: String
  /// Its version.
  var version: String
  /// What it does, in one sentence without its full stop.
  var abstract: String
  /// Its commands, in the order of the help.
  var commands: [Command]
  /// The options that stand before any command.
  var options: [Option]
  /// Calls worth copying.
  var examples: [Command.Example]

  /// The command of this name.
  func command(_ name: String) throws(UsageError) -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    throw .unknownCommand(name, nearest: name.nearest(in: commands.map(\.name)))
  }
}
