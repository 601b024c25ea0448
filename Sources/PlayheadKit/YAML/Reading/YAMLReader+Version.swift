extension YAMLReader {
  /// The key by which a file says what it is.
  private static let versionKey = "playhead"

  /// A document of our own, which says what it is and in which version: `playhead: network/1`.
  ///
  /// If it says something else, nothing more is read, as its keys mean something else.
  ///
  /// - Parameters:
  ///   - version: the kind and the version, as in `network/1`.
  ///   - type: the keys of such a document without `playhead`.
  /// - Returns: the reader of its keys.
  public func document<Key: RawRepresentable & CaseIterable>(
    _ version: String, of type: Key.Type
  ) -> YAMLMappingReader<Key>? where Key.RawValue == String {
    guard let entries = entries() else { return nil }
    if let entry = entries.first(where: { $0.key == Self.versionKey }) {
      guard value(of: entry).isVersion(version) else { return nil }
    } else {
      problems.add(
        YAMLProblem(
          node.mark, "\(Self.versionKey) is missing",
          hint: "write “\(Self.versionKey): \(version)”"))
    }
    return YAMLMappingReader(self, entries, others: [Self.versionKey])
  }

  private func isVersion(_ version: String) -> Bool {
    guard let text = text(version) else { return false }
    if text != version {
      let kind = version.prefix { $0 != "/" }
      let isOtherVersion = text.hasPrefix("\(kind)/")
      refuse(
        isOtherVersion
          ? "“\(text.excerpt)” is not a version that is read here"
          : "“\(text.excerpt)” is not the kind of file that is expected",
        hint: "write \(version)\(isOtherVersion ? ", or use a newer Playhead" : "")")
    }
    return text == version
  }
}
