extension YAMLReader {
  /// The key of a file's kind and version.
  private static let versionKey = "playhead"

  /// Reads a document of our own, which states its kind and version: `playhead: network/1`.
  ///
  /// Reads nothing further from another kind or version, as its keys have other meanings.
  ///
  /// - Parameters:
  ///   - version: the kind and the version, as in `network/1`.
  ///   - type: the keys of such a document without `playhead`.
  /// - Returns: the reader of its keys.
  package func document<Key: RawRepresentable & CaseIterable>(
    _ version: String, of type: Key.Type
  ) -> YAMLMappingReader<Key>? where Key.RawValue == String {
    entries(of: version).map { YAMLMappingReader(self, $0, others: [Self.versionKey]) }
  }

  /// The values of such a document by key; keys not among `keys` are noted.
  func document(_ version: String, keys: [String]) -> [String: YAMLReader]? {
    entries(of: version).map { readers(of: $0, keys: [Self.versionKey] + keys) }
  }

  /// The entries of a document of `version`; `nil` if it is of another.
  private func entries(of version: String) -> [YAMLNode.Entry]? {
    guard let entries = entries() else { return nil }
    if let entry = entries.first(where: { $0.key == Self.versionKey }) {
      guard value(of: entry).isVersion(version) else { return nil }
    } else if let entry = entries.first(where: { $0.key == "schema" }),
      value(of: entry).isReport(insteadOf: version)
    {
      return nil
    } else {
      problems.add(
        YAMLProblem(
          node.mark, "\(Self.versionKey) is missing",
          hint: "write “\(Self.versionKey): \(version)”"))
    }
    return entries
  }

  /// Whether the value of `schema` is that of a report, which is refused once rather than key by
  /// key.
  private func isReport(insteadOf version: String) -> Bool {
    guard case .scalar(let text, _) = node.content, text.hasPrefix("playhead.") else {
      return false
    }
    refuse("“\(text.excerpt)” is a report of playhead, not a \(version.prefix { $0 != "/" })")
    return true
  }

  private func isVersion(_ version: String) -> Bool {
    guard let text = text(version) else { return false }
    if text != version {
      let kind = version.prefix { $0 != "/" }
      let isOtherVersion = text.hasPrefix("\(kind)/")
      refuse(
        isOtherVersion
          ? "“\(text.excerpt)” is not a supported version"
          : "“\(text.excerpt)” is not the expected kind of file",
        hint: "write \(version)\(isOtherVersion ? ", or use a newer Playhead" : "")")
    }
    return text == version
  }
}
