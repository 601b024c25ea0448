public import PlayheadModel

/// A session of a ladder that has ended.
public struct LadderSession: Hashable, Sendable {
  /// What happened to playback, as of any session.
  public package(set) var session: Session
  /// Every request, in the order in which they were sent.
  package let requests: [LadderRequest]
  /// Every decision, in order.
  package let decisions: [LadderDecision]
  /// Every segment that was loaded, in the order in which they were complete; also those of which a
  /// part was used before they were dropped or the session ended.
  package let segments: [LoadedSegment]
  /// Every time that a segment could not be played, in order.
  package let failures: [SegmentFailure]
  /// What each stall waited for, in the order of the stalls.
  package let awaited: [SegmentReference?]
  /// What was played, in the order in which it was.
  package let played: [PlayedMedia]
  /// What happened at the edge; `nil` on demand.
  package internal(set) var live: LiveRecord?
}

/// Media that was played from its start to its end, with or without interruptions.
package struct PlayedMedia: Hashable, Sendable {
  /// The media time.
  package internal(set) var range: TimeRange
  /// From when it began to be played to when its end had been.
  package internal(set) var wallTimes: Range<WallTime>
}

/// A decision of a rule in a session.
package struct LadderDecision: Hashable, Sendable {
  /// When it was made.
  package let wallTime: WallTime
  /// Where the playhead was.
  package let playhead: MediaTime
  /// The number of the lane.
  package let lane: Int
  /// The number of the segment in its level.
  package let segment: Int
  /// The level of the segment loaded before; `nil` for the first one.
  package let previousLevel: Int?
  /// The media of the lane that was loaded ahead of the playhead.
  package let bufferLevel: MediaTime
  /// What was chosen, and why.
  package let decision: Decision
  /// Whether it abandoned a running download.
  package let isAbandonment: Bool

  /// Whether it changes the level.
  package var isSwitch: Bool { previousLevel.map { $0 != decision.level } ?? false }
}

/// A segment that was loaded in a session.
package struct LoadedSegment: Hashable, Sendable {
  /// The number of the lane.
  package let lane: Int
  /// The number of the level.
  package let level: Int
  /// The number of the segment in its level.
  package let segment: Int
  /// When the first of it could be played: when it was complete, unless the player takes samples as
  /// they come.
  package let begun: WallTime
  /// When it was complete.
  package let wallTime: WallTime
  /// Where the playhead was when the first of it could be played.
  package let playhead: MediaTime
  /// The media time that it shows.
  package let shown: TimeRange
  /// Its bytes; zero for one that is missing.
  package let bytes: Int64
  /// Whether media was loaded already where it begins, which it replaces, or which was discarded
  /// for it.
  package let isReplacement: Bool
  /// Why it shows nothing; `nil` if it does.
  package let damage: String?
}

/// A segment of a level.
package struct SegmentReference: Hashable, Sendable {
  /// The number of the lane.
  package let lane: Int
  /// The number of its level.
  package let level: Int
  /// The number of the segment in its level.
  package let segment: Int

  /// The segment of these numbers.
  package init(lane: Int, level: Int, segment: Int) {
    self.lane = lane
    self.level = level
    self.segment = segment
  }
}

extension LoadedSegment {
  /// Which segment it is.
  var reference: SegmentReference { SegmentReference(lane: lane, level: level, segment: segment) }
}

extension [LoadedSegment] {
  /// What each of `stalls` waited for: the segment that ended it or, of an open one, what it needed
  /// as it began; `nil` where the player jumped on.
  func ending(
    _ stalls: [Stall], whichNeeded needs: [SegmentReference?]
  ) -> [SegmentReference?] {
    zip(stalls, needs).map { stall, needed in
      guard !stall.isOpen else { return needed }
      let end = stall.start + stall.elapsed
      // What was held back for it ends with it.
      let ending =
        last { $0.wallTime == end && $0.lane == needed?.lane }
        ?? last { $0.wallTime == end }
        ?? first { $0.begun <= end && $0.wallTime > end }
        ?? last { $0.wallTime <= end && $0.wallTime >= stall.start }
      return ending?.reference
    }
  }
}
