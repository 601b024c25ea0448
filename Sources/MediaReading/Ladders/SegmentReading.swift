package import PlayheadKit
import PlayheadManifests

extension SegmentReading {
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
