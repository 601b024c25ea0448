import PlayheadModel

/// A built-in player as a policy file, which reads as the same policy.
package enum PolicyFileText {
  /// The file of `preset`, each value with its evidence and source behind it.
  package static func text(of preset: PlayerPreset) -> String {
    var lines = ["# \(preset.abstract)", "playhead: player/1", "name: \(preset.name)"]
    var written: Set<PolicyGroup> = []
    for field in PolicyField.allCases {
      guard let value = preset.values.first(where: { $0.field == field }) else { continue }
      guard let group = field.row.group else {
        let nested = PolicyGroup.allCases.filter { $0.parent == field }
        let isMapping = nested.contains { group in
          preset.values.contains { $0.field.row.group == group }
        }
        if isMapping {
          lines.append("\(field.ownKey): # \(note(value))")
        } else {
          lines.append(line(value, indent: ""))
        }
        continue
      }
      let indent = group.parent == nil ? "  " : "    "
      if written.insert(group).inserted {
        lines.append("\(indent.dropLast(2))\(group.rawValue):")
      }
      lines.append(line(value, indent: indent))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ value: PlayerPreset.Value, indent: String) -> String {
    "\(indent)\(value.field.ownKey): \(value.text) # \(note(value))"
  }

  private static func note(_ value: PlayerPreset.Value) -> String {
    "\(value.evidence.rawValue): \(value.source)"
  }
}
