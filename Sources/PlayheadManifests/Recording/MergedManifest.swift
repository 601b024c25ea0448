import PlayheadLadder
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
  private var lastLook: RecordedLook

  /// What was listed of a level.
  struct Level {
    /// What was listed from when on.
    var listings: [RecordedListing] = []
    /// When the MPD was asked for that does not list a segment yet, the last time; `nil` of those
    /// that the first one listed.
    var missedSince: [RecordedLook?] = []
    fileprivate var places: [ManifestReference: Int] = [:]
  }

  /// The first version, asked for at `look` and in at `time`.
  init(_ manifest: Manifest, _ look: RecordedLook, at time: Int64) {
    self.manifest = manifest
    levels = manifest.lanes.map { lane in
      lane.levels.map { level in
        var listed = Level()
        listed.listings = [RecordedListing(time: time, segments: 0..<level.segments.count)]
        listed.missedSince = level.segments.map { _ in nil }
        for (place, segment) in level.segments.enumerated() {
          listed.places[segment.reference] = place
        }
        return listed
      }
    }
    lastLook = look
  }

  /// Notes that the MPD had not changed as somebody looked.
  mutating func addUnchanged(_ look: RecordedLook) { lastLook = look }

  /// Adds a version.
  mutating func add(_ version: Manifest, _ look: RecordedLook, at time: Int64) {
    defer { lastLook = look }
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
        add(own, lane: lane, level: level, at: time)
      }
    }
  }

  private mutating func add(
    _ own: ManifestLevel, lane: Int, level: Int, at time: Int64
  ) {
    var listed = levels[lane][level]
    var (first, end): (Int?, Int) = (nil, 0)
    for (number, segment) in own.segments.enumerated() {
      var place = listed.places[segment.reference]
      if place == nil {
        let all = manifest.lanes[lane].levels[level].segments
        guard all.count < ManifestLimits.segments else { break }
        var segment = manifest.lanes[lane].levels[level].taking(segment, of: own)
        let start = all.last?.declared.end ?? .zero
        let length = min(segment.declared.duration, MediaTime.bound - start)
        segment.declared = TimeRange(start: start, end: start + length)
        listed.places[segment.reference] = all.count
        listed.missedSince.append(lastLook)
        place = all.count
        manifest.lanes[lane].levels[level].append(
          segment, of: own.periods.first { $0.segments.contains(number) })
      }
      guard let place else { continue }
      first = first ?? place
      end = place + 1
    }
    let range = min(first ?? 0, end)..<end
    if listed.listings.last?.segments != range {
      listed.listings.append(RecordedListing(time: time, segments: range))
    }
    levels[lane][level] = listed
  }
}

extension ManifestLevel {
  /// `segment` of another version of the level, with the section and the key that it takes among
  /// those of this one.
  fileprivate mutating func taking(
    _ segment: ManifestSegment, of other: ManifestLevel
  ) -> ManifestSegment {
    let initialization = segment.initialization.map {
      initializations.place(adding: other.initializations[$0])
    }
    let key = segment.key.map { keys.place(adding: other.keys[$0]) }
    var taken = ManifestSegment(
      reference: segment.reference, initialization: initialization,
      initializationTag: initialization ?? 0, declared: segment.declared, isGap: segment.isGap,
      isDiscontinuity: segment.isDiscontinuity, timing: segment.timing,
      declaredBitRate: segment.declaredBitRate)
    taken.uncutLength = segment.uncutLength
    (taken.encryption, taken.key, taken.cipher) = (segment.encryption, key, segment.cipher)
    return taken
  }

  /// Appends `segment` of `period`, which is the last one known or a new one.
  fileprivate mutating func append(_ segment: ManifestSegment, of period: LevelPeriod?) {
    segments.append(segment)
    guard let period else { return }
    var first = segments.count - 1
    if let last = periods.last, last.name == period.name, !segment.isDiscontinuity {
      first = last.segments.lowerBound
      periods.removeLast()
    }
    periods.append(
      LevelPeriod(
        segments: first..<segments.count, name: period.name, bitRate: period.bitRate,
        resolution: period.resolution, frameRateThousandths: period.frameRateThousandths,
        codecs: period.codecs, isStandIn: period.isStandIn))
  }
}
