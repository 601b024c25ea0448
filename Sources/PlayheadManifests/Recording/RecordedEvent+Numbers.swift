import PlayheadLadder
import PlayheadModel

/// When what there was of segments that an MPD numbers, each of which is due at a time.
extension RecordedEvent {
  /// The publication of the levels of each lane, the first segment of which begins at `origin` by
  /// the recorder's clock.
  func publication(of lanes: [[ManifestLevel]], numberedFrom origin: Int64) -> EventRecording {
    let begin = time.lowerBound - origin
    let first = max(begin, (versionTime ?? time.lowerBound) - origin)
    let offset = merged?.manifest.updates?.wholeOffset ?? .zero
    let levels = lanes.map { lane in
      lane.map { level(of: $0, offset: offset, origin: origin, from: first) }
    }
    return EventRecording(
      lanes: levels, begin: WallTime(nanoseconds: begin),
      end: WallTime(nanoseconds: time.upperBound - origin))
  }

  private func level(
    of level: ManifestLevel, offset: MediaTime, origin: Int64, from first: Int64
  ) -> EventRecording.Level {
    var listings: [EventRecording.Listing] = []
    for (number, segment) in level.segments.enumerated() {
      let due = max(first, (segment.declared.end - offset).nanoseconds)
      let start = level.segments.partitionPoint {
        $0.declared.end > segment.declared.end - MPDPeriod.longestWindow
      }
      let listed = EventRecording.Listing(
        since: WallTime(nanoseconds: due), segments: min(start, number)..<number + 1)
      if listings.last?.since == listed.since { listings.removeLast() }
      listings.append(listed)
    }
    return EventRecording.Level(
      listings: listings,
      segments: level.segments.map { segment in
        availability(
          of: segment, due: (segment.declared.end - offset).nanoseconds, origin: origin)
      })
  }

  private func availability(
    of segment: ManifestSegment, due: Int64, origin: Int64
  ) -> EventRecording.Segment {
    guard !segment.isGap, let resource = resources[segment.reference.location],
      let missed = resource.missed
    else { return EventRecording.Segment(availability: WallTime(nanoseconds: due)) }
    guard let found = resource.found else { return EventRecording.Segment(availability: nil) }
    var there = max(due, found - origin)
    if let written = resource.written {
      there = max(due, missed - origin, min(there, written.upperBound - origin))
    }
    return EventRecording.Segment(
      availability: WallTime(nanoseconds: there),
      lateness: WallTime(nanoseconds: max(0, min(missed - origin, there) - due)))
  }
}
