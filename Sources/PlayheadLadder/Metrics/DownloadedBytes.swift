import PlayheadModel

/// What became of the bytes that a session of a ladder downloaded.
///
/// Each byte is in one of the four parts.
package struct DownloadedBytes: Hashable, Sendable {
  /// Of segments of which something was played, and of manifests, playlists, indexes and
  /// initialization sections.
  package private(set) var played: Int64 = 0
  /// Of segments of which nothing was played as others took their place.
  package private(set) var replaced: Int64 = 0
  /// Of requests that were abandoned or dropped, and of segments that could not be played.
  package private(set) var dropped: Int64 = 0
  /// Of segments of which nothing was played when the session ended, and of requests in flight
  /// then.
  package private(set) var leftOver: Int64 = 0

  /// All of them.
  package var total: Int64 { played + replaced + dropped + leftOver }
  /// Those that did no viewer any good: ``replaced`` and ``dropped``.
  package var wasted: Int64 { replaced + dropped }

  /// What became of the bytes of `session`, of whose first lane `parts` were shown.
  init(_ session: LadderSession, _ parts: ShownParts) {
    let fates = session.segmentFates(parts)
    let segments = session.segments
    var unmatched = UnmatchedSegments(segments)
    let failed = Set(
      session.failures.map {
        SegmentReference(lane: $0.lane, level: $0.level, segment: $0.segment)
      })
    for place in session.requests.indices {
      // What is asked for takes longer to copy than all else.
      let bytes = session.requests[place].request
      dropped += bytes.bytesWasted
      var rest = bytes.bytesReceived
      let segment = session.requests[place].segment
      if let segment {
        // A part of a request that was dropped, or is in flight, may have been played.
        let since = bytes.end ?? bytes.sent
        let loaded = unmatched.take(segment) {
          segments[$0].wallTime >= since && segments[$0].bytes <= rest
            && segments[$0].damage == nil
        }
        if let loaded {
          rest -= segments[loaded].bytes
          add(segments[loaded].bytes, fates[loaded])
        }
      } else if bytes.endReason == .complete {
        played += rest
        rest = 0
      }
      // What is complete and has not failed was yet to be taken in.
      let hasFailed = !failed.isEmpty && (segment.map(failed.contains) ?? false)
      let isWaiting = bytes.endReason == .complete && !hasFailed
      if isWaiting || bytes.endReason == .open || bytes.endReason == .blocked {
        leftOver += rest
      } else {
        dropped += rest
      }
    }
  }

  private mutating func add(_ bytes: Int64, _ fate: SegmentFate) {
    switch fate {
    case .played: played += bytes
    case .replaced: replaced += bytes
    case .leftOver: leftOver += bytes
    }
  }
}

/// What became of a segment that was loaded.
enum SegmentFate {
  /// Something of it was played.
  case played
  /// Nothing was played, as others took its place.
  case replaced
  /// Nothing was played yet.
  case leftOver
}

extension LadderSession {
  /// What became of each of ``segments``, of which `parts` were shown of the first lane.
  func segmentFates(_ parts: ShownParts) -> [SegmentFate] {
    var fates = [SegmentFate](repeating: .replaced, count: segments.count)
    let replaces = segments.contains { $0.isReplacement }
    let lanes = segments.reduce(0) { max($0, $1.lane + 1) }
    for lane in 0..<lanes {
      let shown = lane == 0 ? parts : self.parts(lane: lane)
      for part in shown.parts { fates[part.segment] = .leftOver }
      func note(_ range: TimeRange, _ shown: ShownParts) {
        for place in shown.places(from: range.start, through: range.end) {
          let part = shown.parts[place]
          if part.range.start < range.end, range.start < part.range.end {
            fates[part.segment] = .played
          }
        }
      }
      if replaces {
        forEachPlayed(lane: lane) { note($0.range, $1) }
      } else {
        for played in played { note(played.range, shown) }
      }
    }
    return fates
  }
}

/// The segments of a session that are not yet known to have come of a request.
private struct UnmatchedSegments {
  /// The numbers that there are of lanes, levels and segments; the latter from ``first`` on.
  private var (lanes, levels, count, first) = (0, 0, 0, 0)
  /// The place of the first one left of each segment of each level; −1 without any.
  private var starts: [Int32] = []
  /// The place of the next one of the same segment; −1 after the last one.
  private var nexts: [Int32]

  /// All of `segments`.
  init(_ segments: [LoadedSegment]) {
    nexts = [Int32](repeating: -1, count: segments.count)
    guard var (least, most) = segments.first.map({ ($0.segment, $0.segment) }) else { return }
    for segment in segments {
      lanes = max(lanes, segment.lane + 1)
      levels = max(levels, segment.level + 1)
      least = min(least, segment.segment)
      most = max(most, segment.segment)
    }
    (first, count) = (least, most - least + 1)
    starts = [Int32](repeating: -1, count: lanes * levels * count)
    for place in segments.indices.reversed() {
      guard let key = key(segments[place].reference) else { continue }
      nexts[place] = starts[key]
      starts[key] = Int32(place)
    }
  }

  /// Takes off the first place that `fits` of those of `segment`.
  mutating func take(_ segment: SegmentReference, where fits: (Int) -> Bool) -> Int? {
    guard let key = key(segment) else { return nil }
    var (place, before) = (Int(starts[key]), -1)
    while place >= 0, !fits(place) { (place, before) = (Int(nexts[place]), place) }
    guard place >= 0 else { return nil }
    if before < 0 { starts[key] = nexts[place] } else { nexts[before] = nexts[place] }
    return place
  }

  private func key(_ segment: SegmentReference) -> Int? {
    let place = segment.segment - first
    guard segment.lane < lanes, segment.level < levels, place >= 0, place < count
    else { return nil }
    return (segment.lane * levels + segment.level) * count + place
  }
}
