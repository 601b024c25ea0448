/// A sample whose timestamp is far from those before and behind it, which follow each other.
///
/// Players take such a timestamp in many ways; it is taken here to follow the sample before it.
package struct WrongTimestamp: Hashable, Sendable, Codable {
  /// The track's number.
  package let track: Int
  /// The offset of the sample, in bytes.
  package let offset: Int64
  /// The timestamp in the file, by the container's clock.
  package let stated: MediaTime
  /// What it is taken for.
  package let taken: MediaTime

  /// The timestamp `stated` of a sample at `offset`, taken for `taken`.
  package init(track: Int, offset: Int64, stated: MediaTime, taken: MediaTime) {
    self.track = track
    self.offset = offset
    self.stated = stated
    self.taken = taken
  }
}
