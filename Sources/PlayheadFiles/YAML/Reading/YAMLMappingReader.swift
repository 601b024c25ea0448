/// Reads a mapping with known keys and notes unknown ones.
package struct YAMLMappingReader<Key: RawRepresentable & CaseIterable>
where Key.RawValue == String {
  /// The mapping as a value.
  package let value: YAMLReader

  private let readers: [String: YAMLReader]

  /// Reads `entries`; keys in `others` are allowed but not read.
  package init(_ value: YAMLReader, _ entries: [YAMLNode.Entry], others: [String] = []) {
    self.value = value
    readers = value.readers(of: entries, keys: others + Key.allCases.map(\.rawValue))
  }

  /// The value of `key`; `nil` if missing.
  package func optional(_ key: Key) -> YAMLReader? {
    readers[key.rawValue]
  }

  /// The value of `key`; if it is missing, that is noted at the start of the mapping.
  package func required(_ key: Key, hint: String? = nil) -> YAMLReader? {
    if let reader = readers[key.rawValue] { return reader }
    value.problems.add(YAMLProblem(value.node.mark, "\(key.rawValue) is missing", hint: hint))
    return nil
  }
}

extension YAMLReader {
  /// The readers of the values of `entries` by key; keys not among `keys` are noted.
  func readers(of entries: [YAMLNode.Entry], keys: [String]) -> [String: YAMLReader] {
    var readers: [String: YAMLReader] = [:]
    for entry in entries {
      if keys.contains(entry.key) {
        readers[entry.key] = value(of: entry)
      } else {
        problems.add(unknown(entry, known: keys))
      }
    }
    return readers
  }

  /// The problem that the key of `entry` is none of those that are `known`.
  package func unknown(_ entry: YAMLNode.Entry, known: [String]) -> YAMLProblem {
    YAMLProblem(
      entry.keyMark, "unknown key “\(entry.key.excerpt)”",
      hint: meaning(entry.key, of: known) ?? "the keys are \(known.wordList(or: false))")
  }
}
