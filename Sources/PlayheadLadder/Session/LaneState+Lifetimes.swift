import PlayheadModel

/// What of a lane outlasts a jump, by how long it lasts.
extension LaneState {
  /// How a lane comes to its next segment, besides where that is.
  struct Course: Sendable {
    /// The number of the segment after the one loaded last, which mostly comes next.
    var nextPlace = 0
    /// Whether there may be media ahead of where it loads.
    var hasJumped = false
    /// The declared time up to which what is or was loaded is being loaded again, since the latest
    /// jump; zero if nothing is.
    var replacedEnd: MediaTime = .zero
    /// When it last went back to the playhead, to load anew what follows.
    var wentBack: WallTime?
  }

  /// What is loaded.
  struct Media: Sendable {
    /// The media time that is.
    var loaded = TimeRangeSet()
    /// Where the segment ends that was taken in last.
    var latestEnd: MediaTime = .zero
    /// Which segment that is.
    var latest: (level: Int, place: Int)?
    /// Whether a segment was taken in that shows something.
    var hasAny = false
    /// What is used of the segment in flight, by players that take samples as they come.
    var begun = Begun()
    /// What is in of a segment that comes in chunks.
    var chunks = LoadedChunks()
    /// The initialization sections that are kept.
    var initializations: Set<Initialization> = []
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

  /// An initialization section of a level.
  struct Initialization: Hashable, Sendable {
    var level: Int
    var number: Int
    /// Which tag names it, for players to which that makes it another.
    var tag = 0
  }

  /// The playlists and indexes of levels, besides those of which all are in.
  struct Documents: Sendable {
    /// Of levels of which some are in, but not all: how many.
    var counts: [Int: Int] = [:]
    /// Whether any was there.
    var hasOpened = false
    /// When the first was asked for.
    var opening: WallTime?
    /// Whether a playlist was fetched for the level of the next segment, ahead of it.
    var isOpenedAhead = false
  }

  /// The keys of segments.
  struct Keys: Sendable {
    /// Those that are in.
    var kept: Set<LadderResource> = []
    /// The one that is fetched beside the lane, and that its segment waits for; `nil` for none.
    var awaited: LadderResource?
  }

  /// What failures leave behind.
  struct Failures: Sendable {
    /// The levels that are left out, and until when.
    var exclusions: [Int: WallTime] = [:]
    /// The levels of which no segment is known, as their index cannot be had.
    var closedLevels: Set<Int> = []
    /// Whether the player takes what comes next for the rest of a segment that ends early.
    var awaitsRest = false
    /// The number of the latest request that was sent before one of the lane failed; what is in of
    /// those up to it is for nothing.
    var obsoleteRequest = 0
  }

  /// From where levels are loaded that other servers have, too.
  struct Copies: Sendable {
    /// Which copy of each level is in use; nothing of levels that are so themselves.
    var inUse: [Int: Int] = [:]
    /// Which copy all levels are loaded from once the segment that it fetches is in or fails, as
    /// another lane has turned to it; `nil` if none has.
    var next: Int?
    /// Whether only an attempt is made at them.
    var isForAttempt = false
  }

  /// What keeps a lane busy, and its timers.
  struct Timing: Sendable {
    /// Until when the player is busy with what was loaded for the lane.
    var busyUntil: WallTime = .zero
    /// When it could load on after its last segment.
    var lastCompletion: WallTime = .zero
    /// What is left of the nanosecond at which it waits no more.
    var waitCredit: SendingCredit?
    /// How it waits for the first video; `nil` if it does not.
    var videoWait: VideoWait?
  }

  /// Looking into the first segment, by players that do so.
  struct Probe: Sendable {
    var stage = Stage.none
    /// When so much of the first segment was in that what is left of it counts as its download;
    /// `nil` for any other segment.
    var countedFrom: WallTime?

    /// How far that is.
    enum Stage: Hashable, Sendable {
      /// Not yet, or not at all.
      case none
      /// It is being fetched for that, and dropped.
      case running
      /// It is being fetched for that, and for playing.
      case goingOn
      /// It was done.
      case done
    }

    /// Whether the segment is being looked into.
    var isRunning: Bool { stage == .running || stage == .goingOn }

    /// Does without what was fetched for that alone.
    mutating func stop() {
      if stage == .running { stage = .done }
    }
  }
}
