/// The identity of a media file's content.
public struct RecordedMedia: Hashable, Sendable {
  /// The media's name in the suite.
  public var name: String
  /// Its size in bytes.
  public var bytes: Int64
  /// The SHA-256 digest of its bytes, in 64 hexadecimal digits.
  public var digest: String

  /// Media of the given properties.
  public init(name: String, bytes: Int64, digest: String) {
    self.name = name
    self.bytes = bytes
    self.digest = digest
  }

  /// Whether both have the same content, under any name.
  func hasContent(of other: RecordedMedia) -> Bool {
    bytes == other.bytes && digest == other.digest
  }
}
