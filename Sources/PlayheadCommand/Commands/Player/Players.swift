import PlayheadKit

/// `playhead players`: lists the built-in players, or the values of one with their sources.
enum Players {
  static let command = Command(
    name: "players",
    abstract: "List the built-in players, or the source of each value of one",
    operands: [
      Command.Operand(
        placeholder: "PLAYER", help: "The name of a built-in player",
        kind: .suggestions(PlayerArgument.builtInNames, orFile: false), isOptional: true)
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
    let presets = try arguments.operands.first.map { name throws(Failure) in [try preset(name)] }
    let style = arguments.textStyle(context)
    let bytes: [UInt8]
    switch (arguments.choice(.playersFormat) ?? Format.text, presets?.first) {
    case (.json, _): bytes = PlayerListJSON.bytes(presets ?? PlayerPreset.all)
    case (.text, let preset?): bytes = Array(PlayerListText.text(preset, style: style).utf8)
    case (.yaml, let preset?): bytes = Array(PolicyFileText.text(of: preset).utf8)
    case (.yaml, nil):
      throw Failure(
        .usage, "--format yaml needs a player", hint: "write playhead players mpv --format yaml")
    case (.text, nil):
      bytes = Array(PlayerListText.text(PlayerPreset.all, style: style).utf8)
    }
    try context.deliver(bytes, to: arguments.value(.output))
    return .ok
  }

  private static func preset(_ name: String) throws(Failure) -> PlayerPreset {
    if let preset = PlayerPreset.named(name) { return preset }
    throw Failure(
      .usage, "unknown player", at: name, why: "no built-in player has this name",
      hint: name.nearest(in: PlayerArgument.builtInNames).map { "did you mean \($0)?" }
        ?? "'playhead players' lists them")
  }
}

extension Option {
  fileprivate static let playersFormat = Option(
    "format", nil, .choice(of: Players.Format.self, placeholder: "NAME"), in: .output,
    help: "Output format: text, json, or yaml for a policy file", default: "text")
}
