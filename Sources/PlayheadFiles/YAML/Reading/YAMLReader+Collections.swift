extension YAMLReader {
  /// A list whose items `read` reads; `nil` if any of them cannot be read.
  ///
  /// - Parameters:
  ///   - allowsNone: whether the list may be empty.
  ///   - read: reads an item; returns `nil` after noting a mistake.
  /// - Returns: the items in their order.
  package func list<Item>(allowsNone: Bool = true, _ read: (YAMLReader) -> Item?) -> [Item]? {
    guard case .sequence(let nodes) = node.content else {
      if case .scalar(let text, _) = node.content, !text.isEmpty, text.utf8.count <= 40 {
        refuse(expecting: "a list", hint: "write [\(text)]")
      } else {
        refuse(expecting: "a list")
      }
      return nil
    }
    guard allowsNone || !nodes.isEmpty else {
      refuse("the list is empty")
      return nil
    }
    var items: [Item] = []
    items.reserveCapacity(nodes.count)
    for node in nodes {
      if let item = read(YAMLReader(node: node, key: key, problems: problems)) {
        items.append(item)
      }
    }
    return items.count == nodes.count ? items : nil
  }

  /// A mapping with the keys of `Key`; unknown ones are noted at once.
  package func mapping<Key: RawRepresentable & CaseIterable>(
    of type: Key.Type
  ) -> YAMLMappingReader<Key>? where Key.RawValue == String {
    guard let entries = entries() else { return nil }
    return YAMLMappingReader(self, entries)
  }

  /// The values of a mapping by key; keys not among `keys` are noted.
  func mapping(keys: [String]) -> [String: YAMLReader]? {
    entries().map { readers(of: $0, keys: keys) }
  }

  /// A mapping with arbitrary keys, in the order of the file.
  package func entries() -> [YAMLNode.Entry]? {
    guard case .mapping(let entries) = node.content else {
      refuse(expecting: "a mapping", hint: "write keys and values, as in “key: value”")
      return nil
    }
    return entries
  }

  /// The reader of the value of `entry`, which is one of this value's.
  package func value(of entry: YAMLNode.Entry) -> YAMLReader {
    YAMLReader(node: entry.value, key: entry.key.excerpt, problems: problems)
  }
}
