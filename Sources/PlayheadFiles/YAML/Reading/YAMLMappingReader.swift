/// Reads a mapping with known keys and notes unknown ones.
public struct YAMLMappingReader<Key: RawRepresentable & CaseIterable>
where Key.RawValue == String {
  /// The mapping as a value.
  public let value: YAMLReader

  private let readers: [String: YAMLReader]

  /// Reads `entries`; keys in `others` are allowed but not read.
  package init(_ value: YAMLReader, _ entries: [YAMLNode.Entry], others: [String] = []) {
    let known = others + Key.allCases.map(\.rawValue)
    var readers: [String: YAMLReader] = [:]
    for entry in entries {
      if known.contains(entry.key) {
        readers[entry.key] = value.value(of: entry)
      } else {
        value.problems.add(Self.unknown(entry, known: known, value))
      }
    }
    self.value = value
    self.readers = readers
  }

  /// The value of `key`; `nil` if missing.
  public func optional(_ key: Key) -> YAMLReader? {
    readers[key.rawValue]
  }

  /// The value of `key`; if it is missing, that is noted at the start of the mapping.
  public func required(_ key: Key, hint: String? = nil) -> YAMLReader? {
    if let reader = readers[key.rawValue] { return reader }
    value.problems.add(YAMLProblem(value.node.mark, "\(key.rawValue) is missing", hint: hint))
    return nil
  }

  private static func unknown(
    _ entry: YAMLNode.Entry, known: [String], _ value: YAMLReader
  ) -> YAMLProblem {
    YAMLProblem(
      entry.keyMark, "unknown key “\(entry.key.excerpt)”",
      hint: value.meaning(entry.key, of: known) ?? "the keys are \(known.wordList(or: false))")
  }
}
