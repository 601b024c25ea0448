/// How an MP4 file in fragments (`moof`) lets players find them.
public struct Fragmentation: Hashable, Sendable, Codable {
  /// The offset up to which a `sidx` before the media lists the fragments, in bytes; `nil` if there is
  /// none.
  public var listedEnd: Int64?

  /// Fragments that are listed up to `listedEnd`.
  public init(listedEnd: Int64?) {
    self.listedEnd = listedEnd
  }
}
