package import PlayheadModel

/// A table of the built-in networks.
///
/// Where there is no room for a column of sources, each source's rows follow a line that names it.
package struct PresetTable: Sendable {
  private let presets: [NetworkPreset]
  private let style: TextStyle

  /// A table of `presets`, which come source by source, in 40 columns or more.
  package init(_ presets: [NetworkPreset], style: TextStyle) {
    self.presets = presets
    self.style = style
  }

  /// The table, with a newline at its end.
  package var text: String {
    // Long units first, then short ones, then the sources between the rows.
    let wide = [table(\.text, withSources: true), table(\.shortText, withSources: true)]
      .first { $0.width <= style.width }
    return ((wide?.lines(style) ?? bySource) + [""] + remarks).joined(separator: "\n") + "\n"
  }

  private func table(_ text: (BitRate) -> String, withSources: Bool) -> TextTable {
    TextTable(
      heading: ["name", "down", "up", "latency", "loss"] + (withSources ? ["source"] : []),
      rows: presets.map { preset in
        [
          preset.name, text(preset.down), text(preset.up),
          style.durations.shortText(preset.latency), preset.loss.percentText,
        ] + (withSources ? [preset.source.rawValue] : [])
      },
      words: [0, 5], gap: withSources ? 2 : 1)
  }

  private var bySource: [String] {
    let rows = table(\.shortText, withSources: false).lines(style)
    var lines = [rows[0]]
    var source: NetworkPreset.Source?
    for (preset, row) in zip(presets, rows.dropFirst()) {
      if preset.source != source {
        lines.append(style.set("\(preset.source.rawValue):", in: .bold))
        source = preset.source
      }
      lines.append(row)
    }
    return lines
  }

  private var remarks: [String] {
    WrappedRow(name: "", nameWidth: 0, style: style).lines(
      "Figures as published by each source. Latency is from a request to its first byte; loss costs "
        + "what the Mathis formula says. Aliases: \(aliases.joined(separator: ", ")).")
  }

  /// The other names, each with what it stands for.
  private var aliases: [String] {
    presets.flatMap { preset in preset.otherNames.map { "\($0) = \(preset.name)" } }
  }
}

extension BitRate {
  /// The rate for people as it can be typed: `1.6M`, `750k`.
  var shortText: String {
    String(text.dropLast("bit/s".count)).filter { $0 != " " }
  }
}
