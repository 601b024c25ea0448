import PlayheadFiles
import PlayheadLadder
import PlayheadModel

/// Cases as a suite file, which reads as the same cases.
package enum SuiteWriting {
  /// A case and the file of its network, by its path from the suite's folder.
  package struct Entry {
    package var suiteCase: SuiteCase
    package var networkPath: String

    package init(_ suiteCase: SuiteCase, networkPath: String) {
      self.suiteCase = suiteCase
      self.networkPath = networkPath
    }
  }

  /// The file of `entries`, which lies in `folder`.
  package static func text(
    _ entries: [Entry], named name: String, comment: [String], in folder: String
  ) -> String {
    var lines = comment.map { "# " + $0.filter { !$0.isNewline } }
    lines += ["playhead: suite/1", "name: \(name.yamlScalar)", "cases:"]
    for entry in entries {
      for (number, part) in parts(of: entry, in: folder).enumerated() {
        lines.append((number == 0 ? "  - " : "    ") + "\(part.key): \(part.text)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func parts(
    of entry: Entry, in folder: String
  ) -> [(key: String, text: String)] {
    let own = entry.suiteCase
    var parts: [(key: String, text: String)] = [
      ("name", own.name.yamlScalar),
      ("media", RelativePath.text(of: own.media.location, from: folder).yamlScalar),
      ("network", "{name: \(own.network.name.yamlScalar), network: ./\(entry.networkPath)}"),
    ]
    parts.append(player(own.player, in: folder))
    if let rule = own.rule { parts.append(("abr", rule.text.yamlScalar)) }
    if own.transport != .fluid { parts.append(("tcp", own.transport.name.yamlScalar)) }
    if !own.actions.isEmpty { parts.append(("actions", list(own.actions.map(\.recorded)))) }
    if own.loops > 1 { parts.append(("loop", String(own.loops))) }
    if let tracks = own.media.tracks {
      parts.append(("tracks", "[\(tracks.map(String.init).joined(separator: ", "))]"))
    }
    if !own.faults.isEmpty { parts.append(("faults", list(own.faults.map(\.text)))) }
    if own.live != nil { parts.append((CaseDefinition.liveKey, "true")) }
    if let reading = reading(own.media.reading, in: folder) { parts.append(("reading", reading)) }
    if let limit = own.limit { parts.append(("limit", "\(limit.secondsText)s")) }
    parts.append(("expect", list(own.expectations.map(\.text))))
    if own.allowsDamage { parts.append(("allowDamage", "true")) }
    return parts
  }

  /// How a ladder is read; `nil` if nothing is asked for.
  private static func reading(
    _ setting: LadderReadingSetting, in folder: String
  ) -> String? {
    let parts = setting.parts.map { part -> String in
      var text = part.text
      if case .file(let path) = setting.key, part.key == .key {
        text = RelativePath.text(of: path, from: folder)
      }
      return "\(part.key.rawValue): \(text == "true" ? text : text.yamlScalar)"
    }
    return parts.isEmpty ? nil : "{\(parts.joined(separator: ", "))}"
  }

  private static func list(_ texts: [String]) -> String {
    "[\(texts.map(\.yamlScalar).joined(separator: ", "))]"
  }

  private static func player(
    _ player: CheckedPlayer, in folder: String
  ) -> (key: String, text: String) {
    switch player {
    case .ladder(let player): return ("player", player.name.yamlScalar)
    case .file(_, let path):
      return ("player", RelativePath.text(of: path, from: folder).yamlScalar)
    case .usual: return ("player", "basic")
    case .policy(let policy):
      if policy == .basic { return ("player", "basic") }
      if let preset = PlayerPreset.named(policy.name), preset.parameters == policy.parameters {
        return ("player", preset.name.yamlScalar)
      }
      return ("policy", mapping(of: policy))
    }
  }

  /// The values of `policy` that are not those of the basic player.
  private static func mapping(of policy: BufferingPolicy) -> String {
    let basic = BufferingPolicy.basic.parameters
    var flat: [String] = ["name: \(policy.name.yamlScalar)"]
    var groups: [(key: String, parts: [String])] = []
    for field in PolicyField.allCases {
      guard let text = policy.parameters.text(of: field), text != basic.text(of: field) else {
        continue
      }
      let names = field.key.split(separator: ".").map(String.init)
      // Flags in quotes would be text.
      let part = "\(names[names.count - 1]): \(text)"
      guard names.count > 1 else {
        flat.append(part)
        continue
      }
      let key = names.dropLast().joined(separator: ".")
      if let place = groups.firstIndex(where: { $0.key == key }) {
        groups[place].parts.append(part)
      } else {
        groups.append((key, [part]))
      }
    }
    let nested = groups.map { key, parts -> String in
      let names = key.split(separator: ".").map(String.init)
      // A mapping of values takes the place of the word that has them.
      if names.count > 1 { flat.removeAll { $0.hasPrefix("\(names[0]): ") } }
      return names.reversed().reduce(parts.joined(separator: ", ")) { "\($1): {\($0)}" }
    }
    return "{\((flat + nested).joined(separator: ", "))}"
  }
}
