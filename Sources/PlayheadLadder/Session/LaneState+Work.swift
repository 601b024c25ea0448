import PlayheadModel

/// What a lane does, and what a jump ends.
extension LaneState {
  /// What a lane does and has in hand, all of which a jump ends.
  struct Work: Sendable {
    var phase = Phase.idle
    var job = Job()
    /// A decision whose segment is found once the playlist of its level is loaded, of a live event.
    var pending: Pending?
    /// Whether the playlist of the level of that is loaded while the segment that is left for it
    /// is.
    var isOpeningBeside = false
    /// The delay that was decided on with the next segment, which waits for room in the buffer;
    /// `nil` unless one does.
    var chosenDelay: WallTime?
    /// Whether it was loaded far enough and has not drained yet to where it loads again.
    var isDraining = false
    /// The run of listed parts that it loads.
    var run = PartRun()
    /// How often the segment that it loads could not be played, and what it needs not be had.
    var attempts: [Attempted: Int] = [:]
    /// The segments that are loaded ahead, in order, for a rule that discards some.
    var ahead: [QueuedSegment] = []
  }

  /// What a lane does.
  enum Phase: Sendable {
    /// Nothing, until something happens.
    case idle
    /// It does its job.
    case fetching
    /// It waits until a time at which it looks again.
    case waiting(until: WallTime)
    /// It waits, as its rule has chosen, before it begins its job.
    case delaying(until: WallTime)
    /// It waits before it passes over a segment, or gives up on it.
    indirect case failing(Failed, until: WallTime)
    /// Everything to the end is loaded, or nothing more is.
    case finished

    /// Whether it waits before a segment that has failed is passed over, or given up on.
    var isFailing: Bool { if case .failing = self { true } else { false } }
  }

  /// What a lane fetches for a segment that is chosen.
  struct Job: Sendable {
    /// What is still to be asked for, the first one last.
    var queue: [Errand] = []
    /// The segment whose bytes are in while it waits for those of its initialization section, or
    /// for video.
    var waitingSegment: Int?
    /// How often the rule has looked at the segment in flight, and what it saw last.
    var look = Look()
    /// Whether the segment is not there, of a live event.
    var isRefused = false

    /// The segment that is still to be asked for; `nil` if none is.
    var segment: Int? { queue.first { $0.content == .segment }?.number }
  }

  /// The latest look of a rule at a running download.
  struct Look: Sendable {
    var count = 0
    var time: WallTime = .zero
    var bytes: Int64 = 0
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

  // MARK: Phases

  /// Whether it does nothing until something happens.
  @inline(__always)
  var isIdle: Bool { if case .idle = work.phase { true } else { false } }

  /// Whether it fetches what a segment takes.
  @inline(__always)
  var isFetching: Bool { if case .fetching = work.phase { true } else { false } }

  /// Whether it waits to look again, mostly for its buffer to drain.
  @inline(__always)
  var isWaiting: Bool { if case .waiting = work.phase { true } else { false } }

  /// Whether it loads nothing more.
  @inline(__always)
  var isFinished: Bool { if case .finished = work.phase { true } else { false } }

  /// When it next acts on its own; `nil` if never.
  @inline(__always)
  var deadline: WallTime? {
    switch work.phase {
    case .waiting(let time), .delaying(let time), .failing(_, let time): time
    case .idle, .fetching, .finished: nil
    }
  }

  // MARK: Jumps

  /// Loads from `position` on next, which may be anywhere.
  mutating func jump(to position: MediaTime) {
    self.position = position
    course.replacedEnd = .zero
    course.hasJumped = true
  }

  /// Drops what it does, as something else is wanted after a jump.
  mutating func drop() {
    work = Work()
    segmentsSinceJump = 0
    probe.stop()
  }

  /// Loads again from `position` on, though what follows is or was loaded.
  mutating func goBack(to position: MediaTime) {
    course.replacedEnd = max(course.replacedEnd, self.position)
    self.position = position
  }
}
