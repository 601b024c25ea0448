import PlayheadFiles
package import PlayheadModel

/// The JSON list of the networks that are built in, schema `playhead.networks/1`.
package enum PresetJSON {
  /// The list of `presets` in UTF-8, with a newline at its end.
  package static func bytes(_ presets: [NetworkPreset]) -> [UInt8] {
    var printer = JSONPrinter(openLevels: 2)
    printer.print(
      .members([
        "schema": .string("playhead.networks/1"),
        "networks": .array(presets.map(preset)),
      ]))
    return printer.bytes + [UInt8(ascii: "\n")]
  }

  static func preset(_ preset: NetworkPreset) -> JSONValue {
    .members([
      "name": .string(preset.name),
      "otherNames": .array(preset.otherNames.map { .string($0) }),
      "source": .string(preset.source.rawValue),
      "downBitsPerSecond": .rate(preset.down),
      "upBitsPerSecond": .rate(preset.up),
      "latencySeconds": .seconds(preset.latency),
      "loss": .ratio(preset.loss),
    ])
  }
}
