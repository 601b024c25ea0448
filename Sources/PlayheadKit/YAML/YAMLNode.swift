/// A value in a YAML document, and where it stands.
///
/// Scalars are the text that they are: `no`, `1:30` and `1e3` mean nothing until a grammar reads
/// them, and there is no null but the text `null`.
public struct YAMLNode: Hashable, Sendable {
  /// What a value is.
  public enum Content: Hashable, Sendable {
    /// A text. Quoted is all that is not plain: between quotes, or a block after `|` or `>`.
    case scalar(String, isQuoted: Bool)
    /// Values in their order.
    case sequence([YAMLNode])
    /// Values by their keys, in the order in which they are written; no key is there twice.
    case mapping([Entry])
  }

  /// A key and its value.
  public struct Entry: Hashable, Sendable {
    /// The key, quoted or not.
    public let key: String
    /// Where the key stands.
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

  /// What it is.
  public let content: Content
  /// Where it begins: at its quote, its bracket or its first key; a value that is not there,
  /// behind what it should follow.
  public let mark: YAMLMark

  /// A value at `mark`.
  public init(_ content: Content, mark: YAMLMark) {
    self.content = content
    self.mark = mark
  }
}
