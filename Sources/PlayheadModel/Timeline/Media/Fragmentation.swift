/// How an MP4 file in fragments (`moof`) lets players find them.
package struct Fragmentation: Hashable, Sendable, Codable {
  /// The offset up to which a `sidx` before the media lists the fragments, in bytes; `nil` if there
  /// is none.
  package var listedEnd: Int64?
  /// The presentation times that it gives them; `nil` without one.
  package var listedTimes: TimeRange?

  /// Fragments that are listed up to `listedEnd`, with `listedTimes`.
  package init(listedEnd: Int64?, listedTimes: TimeRange? = nil) {
    self.listedEnd = listedEnd
    self.listedTimes = listedTimes
  }
}
