import PlayheadFiles

/// Parses a suite file into cases, before products are expanded.
struct SuiteReading {
  /// A case as written, completed by the defaults.
  struct Template {
    var name: String
    var mark: YAMLMark
    var settings: CaseSettings
  }

  let folder: Folder
  private(set) var name: String?
  private(set) var templates: [Template] = []
  private(set) var outsidePaths: [String] = []

  init(folder: Folder) {
    self.folder = folder
  }

  private enum Key: String, CaseIterable {
    case name, defaults, cases
  }

  /// Parses all of `document`; errors are noted there.
  mutating func read(_ document: YAMLReader) {
    guard let keys = document.document("suite/1", of: Key.self) else { return }
    name = keys.optional(.name)?.label("a name")
    var defaults = CaseSettings()
    if let reader = keys.optional(.defaults),
      let entries = reader.mapping(of: CaseSettings.Key.self)
    {
      entries.optional(.name)?.refuse("defaults cannot have a name; each case has its own")
      defaults = read(entries)
    }
    var marks: [String: YAMLMark] = [:]
    _ = keys.required(.cases, hint: "write cases: followed by a list")?
      .list(allowsNone: false) { reader -> Bool? in
        guard let entries = reader.mapping(of: CaseSettings.Key.self) else { return nil }
        let name = entries.required(.name, hint: "write name: startup on 3g")
        let settings = read(entries).completed(by: defaults)
        noteMissing(settings, entries)
        refuseLateActions(settings, entries, in: reader)
        guard let name, let text = name.label("a name") else { return nil }
        if let other = marks.updateValue(name.node.mark, forKey: text) {
          name.refuse("duplicate name “\(text.excerpt)”, first on line \(other.line)")
        }
        templates.append(Template(name: text, mark: name.node.mark, settings: settings))
        return true
      }
  }

  private mutating func read(_ keys: YAMLMappingReader<CaseSettings.Key>) -> CaseSettings {
    var reader = CaseReader(folder: folder)
    reader.read(keys)
    for path in reader.outsidePaths where !outsidePaths.contains(path) {
      outsidePaths.append(path)
    }
    return reader.settings
  }

  /// Refuses actions that the case's limit would keep from happening.
  private func refuseLateActions(
    _ settings: CaseSettings, _ keys: YAMLMappingReader<CaseSettings.Key>, in reader: YAMLReader
  ) {
    guard let limit = settings.limit,
      let late = settings.actions?.first(where: { $0.wallTime > limit })
    else { return }
    (keys.optional(.actions) ?? keys.optional(.limit) ?? reader).refuse(
      "an action is at \(late.wallTime.secondsText) s, and the session ends at "
        + "\(limit.secondsText) s", hint: "write a longer limit")
  }

  /// Notes required keys that are missing from both the case and the defaults.
  private func noteMissing(
    _ settings: CaseSettings, _ keys: YAMLMappingReader<CaseSettings.Key>
  ) {
    let examples: KeyValuePairs<CaseSettings.Key, String> = [
      .media: "movie.mp4", .network: "3g", .expect: "[no stall]",
    ]
    for (key, example) in examples where !settings.given.contains(key) {
      _ = keys.required(key, hint: "write \(key.rawValue): \(example), here or in defaults")
    }
  }
}
