package import PlayheadFiles
import PlayheadModel

/// The text reports on built-in players: all of them, or one with the source of each value.
package enum PlayerListText {
  /// A line for each of `presets`, with a newline at its end.
  package static func text(_ presets: [PlayerPreset], style: TextStyle) -> String {
    let table = TextTable(
      heading: ["name", "documented", "assumed", "player"],
      rows: presets.map { preset in
        [
          preset.name, String(preset.count(of: .documented) + preset.count(of: .measured)),
          String(preset.count(of: .assumed)), preset.abstract,
        ]
      }, words: [0, 3])
    let isTable = table.width <= style.width
    let lines =
      isTable
      ? table.lines(style)
      : presets.flatMap { preset in
        WrappedRow(name: preset.name, nameWidth: 15, style: style).lines(preset.abstract)
      }
    let numbers =
      "The numbers count values from a player's source or documentation, and those that nobody "
      + "publishes. "
    let remark = WrappedRow(name: "", nameWidth: 0, style: style).lines(
      (isTable ? numbers : "") + "'playhead players NAME' lists each value with its source.")
    return (lines + [""] + remark).joined(separator: "\n") + "\n"
  }

  /// Each value of `preset` with its proof and its source, with a newline at its end.
  package static func text(_ preset: PlayerPreset, style: TextStyle) -> String {
    let separator = style.usesUnicode ? " · " : ", "
    let width = 2 + (preset.values.map { $0.field.key.count }.max() ?? 0)
    let head = WrappedRow(name: "player", nameWidth: width, style: style)
      .lines([preset.name, preset.abstract], separator: separator, names: 1)
    let values = preset.values.flatMap { value in
      WrappedRow(name: value.field.key, nameWidth: width, style: style.plain)
        .lines([value.text, value.evidence.rawValue, value.source], separator: separator)
    }
    let agreement = (preset.agreement?.phrases).map {
      WrappedRow(name: "agreement", nameWidth: width, style: style).lines($0, separator: separator)
    }
    let omissions = preset.omissions.flatMap {
      WrappedRow(name: "omitted", nameWidth: width, style: style).lines($0)
    }
    return [head, values, agreement ?? [], omissions].filter { !$0.isEmpty }
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }
}

extension PlayerPreset.Agreement {
  fileprivate var phrases: [String] {
    [
      "\(sessions) sessions of \(player) on throttled links",
      "stall count as predicted in \(stallCounts)", "startup in \(startups)",
      "stalled time in \(stalledTimes)",
    ]
  }
}

extension PlayerPreset {
  fileprivate func count(of evidence: Evidence) -> Int { values.count { $0.evidence == evidence } }
}
