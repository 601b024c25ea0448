package import PlayheadFiles
package import PlayheadLadder
import PlayheadModel

/// The text reports on built-in players: all of them, or one with the source of each value.
package enum PlayerListText {
  /// A line for each of `presets` and of `ladderPlayers`, with a newline at its end.
  package static func text(
    _ presets: [PlayerPreset], _ ladderPlayers: [LadderPlayer], style: TextStyle
  ) -> String {
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
    let ladderTable = TextTable(
      heading: ["of HLS and DASH", "rule", "player"],
      rows: ladderPlayers.map { [$0.name, $0.rule, $0.summary] }, words: [0, 1, 2])
    let ladderLines =
      ladderTable.width <= style.width
      ? ladderTable.lines(style)
      : ladderPlayers.flatMap { player in
        WrappedRow(name: player.name, nameWidth: 18, style: style).lines(player.summary)
      }
    let numbers =
      "The numbers count values from a player's source or documentation, and those that nobody "
      + "publishes. "
    let remark = WrappedRow(name: "", nameWidth: 0, style: style).lines(
      (isTable ? numbers : "") + "'playhead players NAME' lists each value with its source.")
    return (lines + [""] + ladderLines + [""] + remark).joined(separator: "\n") + "\n"
  }

  /// The rule of `player` and when it starts, resumes and loads, each with its proof and its
  /// source, with a newline at its end.
  package static func text(_ player: LadderPlayer, style: TextStyle) -> String {
    let values = player.listedValues
    let width = 2 + (values.map(\.key.count).max() ?? 0)
    let head = WrappedRow(name: "player", nameWidth: width, style: style)
      .lines([player.name, player.summary], separator: style.usesUnicode ? " · " : ", ", names: 1)
    let separator = style.usesUnicode ? " · " : ", "
    let rows = values.flatMap { value in
      let source = player.source(of: value.key)
      return WrappedRow(name: value.key, nameWidth: width, style: style.plain)
        .lines([value.text, source.evidence.rawValue, source.text], separator: separator)
    }
    let omissions = player.omissions.flatMap {
      WrappedRow(name: "note", nameWidth: width, style: style).lines($0)
    }
    return (head + [""] + rows + (omissions.isEmpty ? [] : [""]) + omissions)
      .joined(separator: "\n") + "\n"
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

extension LadderPlayer {
  /// Its rule, when it starts and resumes, and when it loads, by key.
  var listedValues: [(key: String, text: String)] {
    [
      ("rule", rule),
      (
        "startupBufferSeconds",
        policy.listedStartupThreshold?.secondsText ?? "as soon as anything is loaded"
      ),
      (
        "resumeBufferSeconds",
        policy.listedResumeThreshold?.secondsText ?? "as soon as anything is loaded"
      ),
    ] + loading.values
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
