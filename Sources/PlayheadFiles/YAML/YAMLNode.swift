/// A value in a YAML document and its position.
///
/// Scalars are plain text: `no`, `1:30`, `1e3` and `null` have no meaning until a grammar reads
/// them.
package struct YAMLNode: Hashable, Sendable {
  /// The kind of a value.
  package enum Content: Hashable, Sendable {
    /// Text, quoted unless it is a plain scalar: in quotes, or a block after `|` or `>`.
    case scalar(String, isQuoted: Bool)
    /// Values in their order.
    case sequence([YAMLNode])
    /// Values by their keys, in the order of the file, without duplicate keys.
    case mapping([Entry])
  }

  /// A key and its value.
  package struct Entry: Hashable, Sendable {
    /// The key, quoted or not.
    package let key: String
    /// The position of the key.
    package let keyMark: YAMLMark
    /// The value.
    package let value: YAMLNode

    /// An entry with a key at `keyMark`.
    package init(key: String, keyMark: YAMLMark, value: YAMLNode) {
      self.key = key
      self.keyMark = keyMark
      self.value = value
    }
  }

  /// Its kind and content.
  package let content: Content
  /// Its start: the quote, the bracket or the first key; of a missing value, the place where it
  /// should follow.
  package let mark: YAMLMark

  /// A value at `mark`.
  package init(_ content: Content, mark: YAMLMark) {
    self.content = content
    self.mark = mark
  }
}
