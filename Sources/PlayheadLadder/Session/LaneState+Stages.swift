import PlayheadModel

/// What a lane can be at.
extension LaneState {
  /// What a lane does.
  enum Activity: Hashable, Sendable {
    /// Nothing, until something happens.
    case idle
    /// It fetches what a segment takes.
    case fetching
    /// It waits until a time at which it looks again.
    case waiting(until: WallTime)
    /// It waits, as its rule has chosen, before it fetches what is in its queue.
    case delaying(until: WallTime)
    /// Everything to the end is loaded.
    case finished
  }

  /// Looking into the first segment.
  enum Probe: Hashable, Sendable {
    /// Not yet, or not at all.
    case none
    /// It is being fetched for that, and dropped.
    case running
    /// It is being fetched for that, and for playing.
    case goingOn
    /// It was done.
    case done
  }

  /// A decision that waits for a playlist.
  struct Pending: Sendable {
    var decision: Decision
    var bufferLevel: MediaTime
    var isAbandonment: Bool
  }

  /// A segment that cannot be played, and what the player does about it in the end.
  struct Failed: Sendable {
    var place: Int
    var kind: SegmentFailure.Kind
    var content = Download.Content.segment
    var reason: String
    var outcome: SegmentFailureRule.Outcome

    /// Whether nothing of the segment came.
    var hasNothing: Bool { kind.isOfRequest || content != .segment }
  }

  /// What of a level fails.
  struct Attempted: Hashable, Sendable {
    var level: Int
    var content: Download.Content
  }

  /// An initialization section of a level.
  struct Initialization: Hashable, Sendable {
    var level: Int
    var number: Int
    /// Which tag names it, for players to which that makes it another.
    var tag = 0
  }

  /// The latest look of a rule at a running download.
  struct Look: Sendable {
    var count = 0
    var time: WallTime = .zero
    var bytes: Int64 = 0
  }

  /// What is used of a segment before all of it is in.
  struct Begun: Sendable {
    /// How many of its parts.
    var parts = 0
    /// Its place, when its first one was there, and where the playhead was.
    var first: (place: Int, wallTime: WallTime, playhead: MediaTime)?
    /// Where it begins, and what was loaded before.
    var start = MediaTime.zero
    var loadedBefore = TimeRangeSet()
  }
}
