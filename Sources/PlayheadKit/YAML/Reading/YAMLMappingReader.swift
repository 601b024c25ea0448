/// Reads a mapping whose keys are known, and notes the unknown ones.
public struct YAMLMappingReader<Key: RawRepresentable & CaseIterable>
where Key.RawValue == String {
  /// The mapping as a value.
  public let value: YAMLReader

  private let readers: [String: YAMLReader]

  /// Reads `entries`, whose keys may be `others` too; those are not read here.
  init(_ value: YAMLReader, _ entries: [YAMLNode.Entry], others: [String] = []) {
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

  /// The value of `key`; `nil` if it is not there.
  public func optional(_ key: Key) -> YAMLReader? {
    readers[key.rawValue]
  }

  /// The value of `key`; if it is not there, that is noted where the mapping begins.
  public func required(_ key: Key, hint: String? = nil) -> YAMLReader? {
    if let reader = readers[key.rawValue] { return reader }
    value.problems.add(YAMLProblem(value.node.mark, "\(key.rawValue) is missing", hint: hint))
    return nil
  }

  private static func unknown(
    _ entry: YAMLNode.Entry, known: [String], _ value: YAMLReader
  ) -> YAMLProblem {
    YAMLProblem(
      entry.keyMark, "there is no key “\(entry.key.excerpt)” here",
      hint: value.meaning(entry.key, of: known) ?? "the keys are \(known.wordList(or: false))")
  }
}
