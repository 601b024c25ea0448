/// What of segments at URLs is fetched.
package enum SegmentReading: String, CaseIterable, Hashable, Sendable {
  /// Their headers, unless there are many of them, or these do not tell when samples are shown, as
  /// in WebM.
  case auto
  /// Their headers, which say when their samples are shown, or all of them where headers do not.
  case read
  /// Only their sizes; their times are those that the manifest declares.
  case size
  /// Nothing: their sizes follow from the bit rates that the manifest declares, and their times are
  /// those that it declares.
  case declared
}
