public import PlayheadModel

/// A session of a ladder that has ended.
public struct LadderSession: Hashable, Sendable {
  /// What happened to playback, as of any session.
  public package(set) var session: Session
  /// Every request, in the order in which they were sent.
  public let requests: [LadderRequest]
  /// Every decision, in order.
  public let decisions: [LadderDecision]
  /// Every segment that was loaded, in the order in which they were complete; also those of which a
  /// part was used before they were dropped or the session ended.
  public let segments: [LoadedSegment]
  /// Every time that a segment could not be played, in order.
  public let failures: [SegmentFailure]
  /// What each stall waited for, in the order of the stalls.
  public let awaited: [SegmentReference?]
  /// What was played, in the order in which it was.
  public let played: [PlayedMedia]
  /// What happened at the edge; `nil` on demand.
  public internal(set) var live: LiveRecord?
}

/// Media that was played from its start to its end, with or without interruptions.
public struct PlayedMedia: Hashable, Sendable {
  /// The media time.
  public internal(set) var range: TimeRange
  /// From when it began to be played to when its end had been.
  public internal(set) var wallTimes: Range<WallTime>
}

/// A decision of a rule in a session.
public struct LadderDecision: Hashable, Sendable {
  /// When it was made.
  public let wallTime: WallTime
  /// Where the playhead was.
  public let playhead: MediaTime
  /// The number of the lane.
  public let lane: Int
  /// The number of the segment in its level.
  public let segment: Int
  /// The level of the segment loaded before; `nil` for the first one.
  public let previousLevel: Int?
  /// The media of the lane that was loaded ahead of the playhead.
  public let bufferLevel: MediaTime
  /// What was chosen, and why.
  public let decision: Decision
  /// Whether it abandoned a running download.
  public let isAbandonment: Bool

  /// Whether it changes the level.
  public var isSwitch: Bool { previousLevel.map { $0 != decision.level } ?? false }
}

/// A segment that was loaded in a session.
public struct LoadedSegment: Hashable, Sendable {
  /// The number of the lane.
  public let lane: Int
  /// The number of the level.
  public let level: Int
  /// The number of the segment in its level.
  public let segment: Int
  /// When the first of it could be played: when it was complete, unless the player takes samples as
  /// they come.
  public let begun: WallTime
  /// When it was complete.
  public let wallTime: WallTime
  /// Where the playhead was when the first of it could be played.
  public let playhead: MediaTime
  /// The media time that it shows.
  public let shown: TimeRange
  /// Its bytes; zero for one that is missing.
  public let bytes: Int64
  /// Whether media was loaded already where it begins, which it replaces, or which was discarded
  /// for it.
  public let isReplacement: Bool
  /// Why it shows nothing; `nil` if it does.
  public let damage: String?
}

/// A segment of a level.
public struct SegmentReference: Hashable, Sendable {
  /// The number of the lane.
  public let lane: Int
  /// The number of its level.
  public let level: Int
  /// The number of the segment in its level.
  public let segment: Int
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
