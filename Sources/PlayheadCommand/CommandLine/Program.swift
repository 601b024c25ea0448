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
  var entries: [Entry]
  /// The options before any command.
  var options: [Option]
  /// The environment variables that it uses.
  var environment: [Term] = []
  /// The files that it keeps.
  var files: [Term] = []
  /// Example calls.
  var examples: [Command.Example]

  /// All commands, in the order of the help.
  var commands: [Command] { entries.map { $0.command() } }

  /// The names of the commands, in the order of the help.
  var commandNames: [String] { entries.map(\.name) }

  /// The command named `name`.
  func command(_ name: String) throws(UsageError) -> Command {
    if let entry = entries.first(where: { $0.name == name }) { return entry.command() }
    throw .unknownCommand(name, nearest: name.nearest(in: commandNames))
  }

  /// Whether the command that `arguments` begin with reads media.
  func readsMedia(_ arguments: some Collection<String>) -> Bool {
    entries.contains { $0.name == arguments.first && $0.readsMedia }
  }

  /// The completions for a value of `kind`.
  func proposals(for kind: Option.Kind) -> [String] {
    switch kind {
    case .text, .file: []
    case .choice(let names), .suggestions(let names, _): names
    case .command: commandNames
    }
  }
}

extension Program {
  /// A command that is only made once somebody asks for it: a run needs one of them.
  struct Entry: Sendable {
    /// The name of the command.
    var name: String
    /// Whether it reads media, which a process of its own in a sandbox does.
    var readsMedia: Bool
    /// The command.
    var command: @Sendable () -> Command

    init(
      _ name: String, readsMedia: Bool = false,
      _ command: @autoclosure @escaping @Sendable () -> Command
    ) {
      self.name = name
      self.readsMedia = readsMedia
      self.command = command
    }
  }

  /// A name and its meaning.
  struct Term: Sendable, Hashable {
    /// The name, or several separated by commas.
    var name: String
    /// The meaning, one sentence without its full stop.
    var help: String
  }
}
