import PlayheadModel

/// A fact of a case's definition that differs from the recorded one.
package struct DefinitionChange: Hashable, Sendable {
  /// What changed, such as `network` or `player.startupBufferSeconds`.
  package var key: String
  /// What it was.
  package var recorded: String
  /// What it is.
  package var found: String

  /// A change of `key`.
  package init(_ key: String, recorded: String, found: String) {
    self.key = key
    self.recorded = recorded
    self.found = found
  }

  /// The change in words: `network: was 1 Mbit/s, is 900 kbit/s`.
  package var text: String { "\(key): was \(recorded), is \(found)" }
}

extension CaseDefinition {
  /// The differences from `recorded`, in a fixed order; facts that only one of the two has are left
  /// out, as another version of Playhead may record more.
  ///
  /// A field of the player that there was not yet had its default.
  package func changes(since recorded: CaseDefinition) -> [DefinitionChange] {
    var changes: [DefinitionChange] = []
    let isOfPlayer = recorded.parts.contains { $0.key.hasPrefix("player.") }
    for part in parts where part.key != Self.networkText {
      let former = isOfPlayer ? Self.laterDefaults[part.key] : nil
      guard let old = recorded.text(of: part.key) ?? former, old != part.text else { continue }
      if part.key == Self.networkDigest {
        changes.append(networkChange(since: recorded, old, part.text))
      } else {
        changes.append(DefinitionChange(part.key, recorded: old, found: part.text))
      }
    }
    return changes
  }

  /// The change of a network whose digest was `old` and is `new`; the words for it may be the same.
  private func networkChange(
    since recorded: CaseDefinition, _ old: String, _ new: String
  ) -> DefinitionChange {
    let (was, found) = (recorded.text(of: Self.networkText), text(of: Self.networkText))
    if let was, let found, was != found {
      return DefinitionChange("network", recorded: was, found: found)
    }
    return DefinitionChange(
      "network", recorded: "\(was ?? recorded.network), SHA-256 \(old.prefix(12))…",
      found: "\(found ?? network), SHA-256 \(new.prefix(12))…")
  }
}

extension RecordedMedia {
  /// The change from `recorded`, if the bytes are others.
  func change(since recorded: RecordedMedia) -> DefinitionChange? {
    guard !hasContent(of: recorded) else { return nil }
    func words(_ media: RecordedMedia) -> String {
      "\(media.name), \(counted(media.bytes, "byte")), SHA-256 \(media.digest.prefix(12))…"
    }
    return DefinitionChange("media", recorded: words(recorded), found: words(self))
  }
}
