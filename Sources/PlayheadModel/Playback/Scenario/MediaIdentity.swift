/// Which media a session plays, for somebody who does not have it at hand.
public struct MediaIdentity: Hashable, Sendable {
  /// The path or the URL as it was given.
  public var path: String
  /// The size in bytes.
  public var bytes: Int64
  /// ``MediaIndex/digest``; `nil` if nobody asked for it.
  public var indexDigest: String?
  /// The numbers of the tracks that are played, in order.
  public var tracks: [Int]

  /// Media at `path`.
  public init(path: String, bytes: Int64, indexDigest: String?, tracks: [Int]) {
    self.path = path
    self.bytes = bytes
    self.indexDigest = indexDigest
    self.tracks = tracks
  }
}
