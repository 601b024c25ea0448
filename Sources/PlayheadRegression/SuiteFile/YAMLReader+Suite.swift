import PlayheadFiles

extension YAMLReader {
  /// The items of a list, or a single value as a list of one.
  func oneOrMore<Item>(
    allowsNone: Bool = false, _ read: (YAMLReader) -> Item?
  ) -> [Item]? {
    guard case .sequence = node.content else { return read(self).map { [$0] } }
    return list(allowsNone: allowsNone, read)
  }

  /// The number of values: 1 unless it is a list.
  var count: Int {
    if case .sequence(let nodes) = node.content { nodes.count } else { 1 }
  }

  /// A text for reports: not empty, at most `limit` characters, and without characters that control
  /// a terminal or break a line.
  func label(_ expectation: String, atMost limit: Int = 200) -> String? {
    guard let text = text(expectation) else { return nil }
    if text.isEmpty {
      refuse("expected \(expectation), found nothing")
    } else if text.unicodeScalars.count > limit {
      refuse(
        "\(expectation) has at most \(limit) characters, found \(text.unicodeScalars.count)")
    } else if text.withoutControls != text {
      refuse("\(expectation) cannot contain control characters: “\(text.printable.excerpt)”")
    } else {
      return text
    }
    return nil
  }

  /// Notes each of `names`, the names of a list's items, that repeats an earlier one.
  func refuseRepeated(_ names: [String]?) {
    guard let names, case .sequence(let nodes) = node.content, names.count == nodes.count else {
      return
    }
    var seen: Set<String> = []
    for (name, node) in zip(names, nodes) where !seen.insert(name).inserted {
      YAMLReader(node: node, key: key, problems: problems)
        .refuse("duplicate “\(name.excerpt)” in the list")
    }
  }
}
