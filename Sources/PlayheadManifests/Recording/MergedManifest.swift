import PlayheadModel

/// All segments that a dynamic MPD ever listed, and when it listed which.
///
/// Segments are the same if they lie at the same place. Segments that are new follow the last one.
struct MergedManifest {
  /// The first version, with the segments of all.
  private(set) var manifest: Manifest
  /// What was listed of each lane and level.
  private(set) var levels: [[Level]]
  /// How many versions have other levels, and are left out.
  private(set) var otherCount = 0
  private var lastSent: Int64

  /// What was listed of a level.
  struct Level {
    /// What was listed from when on, in nanoseconds since 1970.
    var listings: [(time: Int64, segments: Range<Int>)] = []
    /// When the MPD was asked for that does not list a segment yet, the last time; `nil` of those
    /// that the first one listed.
    var missedSince: [Int64?] = []
    fileprivate var places: [ManifestReference: Int] = [:]
  }

  /// The first version, asked for at `sent` and in at `time`.
  init(_ manifest: Manifest, sent: Int64, at time: Int64) {
    self.manifest = manifest
    levels = manifest.lanes.map { lane in
      lane.levels.map { level in
        var listed = Level()
        listed.listings = [(time, 0..<level.segments.count)]
        listed.missedSince = level.segments.map { _ in nil }
        for (place, segment) in level.segments.enumerated() {
          listed.places[segment.reference] = place
        }
        return listed
      }
    }
    lastSent = sent
  }

  /// Notes that the MPD, asked for at `sent`, had not changed.
  mutating func addUnchanged(sent: Int64) { lastSent = sent }

  /// Adds a version.
  mutating func add(_ version: Manifest, sent: Int64, at time: Int64) {
    defer { lastSent = sent }
    guard version.lanes.count == manifest.lanes.count,
      zip(version.lanes, manifest.lanes).allSatisfy({ new, known in
        new.levels.map(\.name) == known.levels.map(\.name)
      })
    else {
      otherCount += 1
      return
    }
    for (lane, own) in version.lanes.enumerated() {
      for (level, own) in own.levels.enumerated() {
        add(own.segments, lane: lane, level: level, at: time)
      }
    }
  }

  private mutating func add(
    _ segments: [ManifestSegment], lane: Int, level: Int, at time: Int64
  ) {
    var listed = levels[lane][level]
    var (first, end): (Int?, Int) = (nil, 0)
    for segment in segments {
      var place = listed.places[segment.reference]
      if place == nil {
        let all = manifest.lanes[lane].levels[level].segments
        guard all.count < ManifestLimits.segments else { break }
        var segment = segment
        let start = all.last?.declared.end ?? .zero
        let length = min(segment.declared.duration, MediaTime.bound - start)
        segment.declared = TimeRange(start: start, end: start + length)
        listed.places[segment.reference] = all.count
        listed.missedSince.append(lastSent)
        place = all.count
        manifest.lanes[lane].levels[level].segments.append(segment)
      }
      guard let place else { continue }
      first = first ?? place
      end = place + 1
    }
    let range = min(first ?? 0, end)..<end
    if listed.listings.last?.segments != range { listed.listings.append((time, range)) }
    levels[lane][level] = listed
  }
}
