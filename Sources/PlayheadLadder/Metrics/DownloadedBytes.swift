import PlayheadModel

/// What became of the bytes that a session of a ladder downloaded.
///
/// Each byte is in one of the four parts.
public struct DownloadedBytes: Hashable, Sendable {
  /// Of segments of which something was played, and of manifests, playlists, indexes and
  /// initialization sections.
  public private(set) var played: Int64 = 0
  /// Of segments of which nothing was played as others took their place.
  public private(set) var replaced: Int64 = 0
  /// Of requests that were abandoned or dropped, and of segments that could not be played.
  public private(set) var dropped: Int64 = 0
  /// Of segments of which nothing was played when the session ended, and of requests in flight
  /// then.
  public private(set) var leftOver: Int64 = 0

  /// All of them.
  public var total: Int64 { played + replaced + dropped + leftOver }
  /// Those that did no viewer any good: ``replaced`` and ``dropped``.
  public var wasted: Int64 { replaced + dropped }

  /// What became of the bytes of `session`.
  init(_ session: LadderSession) {
    let fates = session.segmentFates
    var unmatched = Dictionary(grouping: session.segments.indices) { place in
      session.segments[place].reference
    }
    let failed = Set(
      session.failures.map {
        SegmentReference(lane: $0.lane, level: $0.level, segment: $0.segment)
      })
    for request in session.requests {
      let (subject, bytes) = (request.subject, request.request)
      dropped += bytes.bytesWasted
      var rest = bytes.bytesReceived
      let segment = subject.segment.map {
        SegmentReference(lane: subject.lane, level: subject.level, segment: $0)
      }
      if let segment {
        // A part of a request that was dropped, or is in flight, may have been played.
        let since = bytes.end ?? bytes.sent
        let places = unmatched[segment] ?? []
        if let number = places.firstIndex(where: {
          session.segments[$0].wallTime >= since && session.segments[$0].bytes <= rest
            && session.segments[$0].damage == nil
        }) {
          let place = places[number]
          unmatched[segment]?.remove(at: number)
          rest -= session.segments[place].bytes
          add(session.segments[place].bytes, fates[place])
        }
      } else if bytes.endReason == .complete {
        played += rest
        rest = 0
      }
      // What is complete and has not failed was yet to be taken in.
      let isWaiting = bytes.endReason == .complete && !(segment.map(failed.contains) ?? false)
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
  /// What became of each of ``segments``.
  var segmentFates: [SegmentFate] {
    var fates = [SegmentFate](repeating: .replaced, count: segments.count)
    let replaces = segments.contains(where: \.isReplacement)
    for lane in Set(segments.map(\.lane)) {
      let shown = parts(lane: lane)
      for part in shown.parts { fates[part.segment] = .leftOver }
      func note(_ range: TimeRange, _ shown: ShownParts) {
        for part in shown.parts[shown.places(from: range.start, through: range.end)]
        where part.range.start < range.end && range.start < part.range.end {
          fates[part.segment] = .played
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
