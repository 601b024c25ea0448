import PlayheadManifests

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

  /// With more segments at URLs than this, ``auto`` sizes them.
  package static let maximumCount = 1000

  /// Whether headers of `count` segments are read.
  func reads(_ count: Int) -> Bool {
    switch self {
    case .auto: count <= Self.maximumCount
    case .read: true
    case .size, .declared: false
    }
  }
}

extension Manifest {
  /// The number of segments at URLs, those of all levels.
  var distantSegmentCount: Int {
    lanes.flatMap(\.levels).reduce(0) { count, level in
      count
        + level.segments.count { segment in
          if case .url = segment.reference.location { !segment.isGap } else { false }
        }
    }
  }
}
