package import PlayheadFiles
package import PlayheadLadder
import PlayheadModel

/// The JSON list of built-in players, schema `playhead.players/1`.
package enum PlayerListJSON {
  /// The list of `presets`, which play files, and of `ladderPlayers` in UTF-8, with a newline at
  /// its end.
  package static func bytes(
    _ presets: [PlayerPreset], _ ladderPlayers: [LadderPlayer]
  ) -> [UInt8] {
    var printer = JSONPrinter(openLevels: 4)
    printer.print(
      .members([
        "schema": .string("playhead.players/1"),
        "players": .array(presets.map(player)),
        "ladderPlayers": .array(ladderPlayers.map(player)),
      ]))
    return printer.bytes + [UInt8(ascii: "\n")]
  }

  private static func player(_ player: LadderPlayer) -> JSONValue {
    .members([
      "name": .string(player.name),
      "abstract": .string(player.summary),
      "values": .array(
        player.listedValues.map { value in
          let source = player.source(of: value.key)
          return .members([
            "key": .string(value.key), "value": .string(value.text),
            "evidence": .string(source.evidence.rawValue), "source": .string(source.text),
          ])
        }),
    ])
  }

  private static func agreement(_ agreement: PlayerPreset.Agreement) -> JSONValue {
    .members([
      "player": .string(agreement.player),
      "sessions": .integer(Int64(agreement.sessions)),
      "stallCount": .integer(Int64(agreement.stallCounts)),
      "startup": .integer(Int64(agreement.startups)),
      "stallSeconds": .integer(Int64(agreement.stalledTimes)),
    ])
  }

  private static func player(_ preset: PlayerPreset) -> JSONValue {
    .members([
      "name": .string(preset.name),
      "abstract": .string(preset.abstract),
      "values": .array(
        preset.values.map { value in
          .members([
            "key": .string(value.field.key),
            "value": .string(value.text),
            "evidence": .string(value.evidence.rawValue),
            "source": .string(value.source),
          ])
        }),
      "omissions": .array(preset.omissions.map { .string($0) }),
      "agreement": preset.agreement.map(agreement) ?? .null,
    ])
  }
}
