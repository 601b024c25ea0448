/// A value in a YAML document and its position.
///
/// Scalars are plain text: `no`, `1:30`, `1e3` and `null` have no meaning until a grammar reads them.
public struct YAMLNode: Hashable, Sendable {
  /// The kind of a value.
  public enum Content: Hashable, Sendable {
    /// Text, quoted unless it is a plain scalar: in quotes, or a block after `|` or `>`.
    case scalar(String, isQuoted: Bool)
    /// Values in their order.
    case sequence([YAMLNode])
    /// Values by their keys, in the order of the file, without duplicate keys.
    case mapping([Entry])
  }

  /// A key and its value.
  public struct Entry: Hashable, Sendable {
    /// The key, quoted or not.
    public let key: String
    /// The position of the key.
    public let keyMark: YAMLMark
    /// The value.
    public let value: YAMLNode

    /// An entry with a key at `keyMark`.
    public init(key: String, keyMark: YAMLMark, value: YAMLNode) {
      self.key = key
      self.keyMark = keyMark
      self.value = value
    }
  }

  /// Its kind and content.
  public let content: Content
  /// Its start: the quote, the bracket or the first key; of a missing value, the place where it should
  /// follow.
  public let mark: YAMLMark

  /// A value at `mark`.
  public init(_ content: Content, mark: YAMLMark) {
    self.content = content
    self.mark = mark
  }
}
