package import PlayheadLadder
package import PlayheadModel

extension HoldBackCurve {
  /// What a stall waits for.
  package struct Obstacle: Hashable, Sendable {
    /// The segment.
    package var segment: SegmentReference
    /// What of it was missing.
    package var missing: Missing

    /// What of a segment can be missing as playback runs empty.
    package enum Missing: Hashable, Sendable {
      /// It could not be had yet, and came so much later than it was due.
      case publication(late: WallTime)
      /// It could be had, and the player had not asked for it.
      case request
      /// It was asked for, and not in yet.
      case transfer
    }
  }
}

extension HoldBackCurve.Obstacle {
  /// What the first stall of `played` waits for; `nil` if it has none that a segment ended.
  init?(_ played: LadderSession, of ladder: Ladder) {
    guard let live = played.live, let stall = played.session.stalls.first,
      let awaited = played.awaited.first.flatMap(\.self)
    else { return nil }
    segment = awaited
    let publication = LivePublication(of: ladder, in: live.event)
    let availability = publication.availability(
      of: awaited.segment, lane: awaited.lane, level: awaited.level)
    let isAsked = played.requests.contains { request in
      request.request.sent < stall.start && request.subject.content == .segment
        && request.subject.fault == nil && request.subject.lane == awaited.lane
        && request.subject.level == awaited.level && request.subject.segment == awaited.segment
    }
    if availability > stall.start {
      let recorded = ladder.recording?.lanes[awaited.lane][awaited.level].segments[awaited.segment]
      missing = .publication(
        late: recorded?.lateness ?? live.event.lateness[awaited.segment] ?? .zero)
    } else {
      missing = isAsked ? .transfer : .request
    }
  }
}
