import PlayheadKit

/// `playhead players`: lists the built-in players, or the values of one with their sources.
enum Players {
  static let command = Command(
    name: "players",
    abstract: "List the built-in players, or the source of each value of one",
    operands: [
      Command.Operand(
        placeholder: "PLAYER", help: "The name of a built-in player",
        kind: .suggestions(names, orFile: false), isOptional: true)
    ],
    options: [.playersFormat, .output, .color, .ascii, .quiet, .verbose],
    examples: [
      Command.Example(words: "playhead players", help: "All built-in players"),
      Command.Example(
        words: "playhead players mpv", help: "The values of mpv, each with its source"),
      Command.Example(
        words: "playhead players mpv --format yaml -o own.yaml",
        help: "A policy file to change and pass to --player"),
    ],
    run: run)

  /// The output formats.
  fileprivate enum Format: String, CaseIterable, Sendable {
    case text, json, yaml
  }

  @Sendable
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    let asked = try arguments.operands.first.map(player)
    let style = arguments.textStyle(context)
    let bytes: [UInt8]
    switch (arguments.choice(.playersFormat) ?? Format.text, asked) {
    case (.json, nil): bytes = PlayerListJSON.bytes(PlayerPreset.all, LadderPlayer.all)
    case (.json, .file(let preset)): bytes = PlayerListJSON.bytes([preset], [])
    case (.json, .ladder(let player)): bytes = PlayerListJSON.bytes([], [player])
    case (.text, nil):
      bytes = Array(PlayerListText.text(PlayerPreset.all, LadderPlayer.all, style: style).utf8)
    case (.text, .file(let preset)): bytes = Array(PlayerListText.text(preset, style: style).utf8)
    case (.text, .ladder(let player)):
      bytes = Array(PlayerListText.text(player, style: style).utf8)
    case (.yaml, .file(let preset)): bytes = Array(PolicyFileText.text(of: preset).utf8)
    case (.yaml, .ladder(let player)):
      throw Failure(
        .usage, "no policy file", at: player.name,
        why: "a policy file does not say when a player of HLS and DASH loads",
        hint: "write text or json")
    case (.yaml, nil):
      throw Failure(
        .usage, "--format yaml needs a player", hint: "write playhead players mpv --format yaml")
    }
    try context.deliver(bytes, to: arguments.value(.output))
    return .ok
  }

  /// The names of all players; those of ladders with and without their versions.
  private static var names: [String] {
    PlayerArgument.builtInNames + LadderPlayer.all.map(\.name)
  }

  /// A built-in player.
  private enum Asked {
    case file(PlayerPreset)
    case ladder(LadderPlayer)
  }

  /// The player of files called `name`, else that of ladders.
  private static func player(_ name: String) throws(Failure) -> Asked {
    if let preset = PlayerPreset.named(name) { return .file(preset) }
    if let player = LadderPlayer.named(name), player.name != LadderPlayer.basic.name {
      return .ladder(player)
    }
    throw Failure(
      .usage, "unknown player", at: name, why: "no built-in player has this name",
      hint: name.nearest(in: names + LadderPlayer.all.map(\.product)).map { "did you mean \($0)?" }
        ?? "'playhead players' lists them")
  }
}

extension Option {
  fileprivate static let playersFormat = Option(
    "format", nil, .choice(of: Players.Format.self, placeholder: "NAME"), in: .output,
    help: "Output format: text, json, or yaml for a policy file", default: "text")
}
