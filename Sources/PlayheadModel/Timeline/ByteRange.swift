/// A range of bytes of a resource, from `lowerBound` up to but not including `upperBound`.
public struct ByteRange: Hashable, Sendable, BitwiseCopyable, Codable {
  /// The offset of the first byte.
  public var lowerBound: Int64
  /// The offset after the last byte; never less than `lowerBound`.
  public var upperBound: Int64

  /// The bytes from `lowerBound` to `upperBound`.
  ///
  /// - Precondition: `lowerBound` is at most `upperBound`.
  @inlinable
  public init(_ lowerBound: Int64, _ upperBound: Int64) {
    precondition(lowerBound <= upperBound, "a byte range ends before it starts")
    self.lowerBound = lowerBound
    self.upperBound = upperBound
  }

  /// Whether it shares a byte with `other`.
  package func overlaps(_ other: ByteRange) -> Bool {
    max(lowerBound, other.lowerBound) < min(upperBound, other.upperBound)
  }

  /// How many bytes.
  @inlinable public var count: Int64 { upperBound - lowerBound }
}
