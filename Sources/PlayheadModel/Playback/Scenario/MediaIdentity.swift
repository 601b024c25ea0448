/// Which media a session plays, for somebody who does not have it at hand.
package struct MediaIdentity: Hashable, Sendable {
  /// The path or the URL as it was given.
  package var path: String
  /// The size in bytes.
  package var bytes: Int64
  /// ``MediaIndex/digest``; `nil` if nobody asked for it.
  package var indexDigest: String?
  /// The numbers of the tracks that are played, in order.
  package var tracks: [Int]

  /// Media at `path`.
  package init(path: String, bytes: Int64, indexDigest: String?, tracks: [Int]) {
    self.path = path
    self.bytes = bytes
    self.indexDigest = indexDigest
    self.tracks = tracks
  }
}
