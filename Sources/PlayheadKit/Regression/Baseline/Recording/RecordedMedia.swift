/// Which content a media file had.
public struct RecordedMedia: Hashable, Sendable {
  /// What the suite calls it.
  public var name: String
  /// Its size in bytes.
  public var bytes: Int64
  /// The SHA-256 digest of its bytes, in 64 hexadecimal digits.
  public var digest: String

  /// Media of the properties given.
  public init(name: String, bytes: Int64, digest: String) {
    self.name = name
    self.bytes = bytes
    self.digest = digest
  }

  /// Whether both are the same bytes, whatever they are called.
  func hasContent(of other: RecordedMedia) -> Bool {
    bytes == other.bytes && digest == other.digest
  }
}
