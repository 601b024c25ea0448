package import PlayheadModel

/// What a player does about a segment that it cannot play: it retries, turns to other levels, and
/// in the end passes over the segment or gives up.
package struct SegmentFailureRule: Hashable, Sendable {
  /// The number of attempts at a level before it turns to another.
  package var attempts = 1
  /// The number of attempts before it does what it does in the end, where no other level is left;
  /// at least one.
  package var lastAttempts = 1
  /// Whether these, and the delay, count all failures since video was last loaded, at any level and
  /// in any lane, rather than those at the level.
  package var countsAllFailures = false
  /// The wall time before the next attempt at the same level.
  package var retryDelay = RetryDelay.none
  /// How it turns to other levels; `nil` if it does not.
  package var fallback: LevelFallback?
  /// How it turns to the copies of levels that other servers have; `nil` if it does not.
  package var copies: CopyUse?
  /// The wall time before it does what it does in the end.
  package var lastDelay: WallTime = .zero
  /// What it does in the end.
  package var outcome = Outcome.elapses
  /// What it does in the end about the very first segment; `nil` for the same.
  package var outcomeAtStart: Outcome?

  /// What a player does about a segment in the end.
  package enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// The segment counts as loaded, and its time elapses with nothing shown.
    case elapses
    /// It loads the segment after it, and leaves a hole.
    case leavesHole
    /// It loads the segment after it, whose bytes its parser takes for the rest of it: as they are
    /// in, playback ends with an error.
    case failsNext
    /// It loads nothing more, and plays what is loaded.
    case stopsLoading
    /// The same with an error.
    case stopsWithError
    /// Playback ends at once with an error.
    case fails
  }

  /// The rule of a player that makes one attempt, and lets the time of the segment elapse.
  package init(_ outcome: Outcome = .elapses) { self.outcome = outcome }

  /// The rule that `change` makes of that.
  init(_ outcome: Outcome, _ change: (inout Self) -> Void) {
    self.outcome = outcome
    change(&self)
  }
}

/// The wall time from a failure to the next attempt.
package enum RetryDelay: Hashable, Sendable {
  /// None.
  case none
  /// Always the same.
  case constant(WallTime)
  /// Twice as much after each failure, from `first` on up to `longest`.
  case doubling(first: WallTime, longest: WallTime)
  /// None after the first failure, and `step` more after each, up to `longest`.
  case growing(step: WallTime, longest: WallTime)

  /// The delay after so many failures, at least one.
  func delay(after failures: Int) -> WallTime {
    switch self {
    case .none: return .zero
    case .constant(let time): return time
    case .doubling(let first, let longest):
      // No delay doubles more often than a number of 64 bits can.
      let (factor, count) = (Int64(1) << Int64(min(62, failures - 1)), first.nanoseconds)
      let (time, isTooLong) = count.multipliedReportingOverflow(by: factor)
      return isTooLong ? longest : min(WallTime(nanoseconds: time), longest)
    case .growing(let step, let longest):
      let (time, isTooLong) = step.nanoseconds.multipliedReportingOverflow(by: Int64(failures - 1))
      return isTooLong ? longest : min(WallTime(nanoseconds: time), longest)
    }
  }
}

/// How a player turns to other levels.
package struct LevelFallback: Hashable, Sendable {
  /// How long a level is left out, if another one is left; `nil` for good.
  package var exclusion: WallTime?
  /// Which of the levels that are not left out it turns to.
  package var order: Order
  /// The wall time until it does.
  package var delay: WallTime

  /// An order of levels.
  package enum Order: String, CaseIterable, Hashable, Sendable {
    /// The next below; with none below, the highest.
    case downwards
    /// What its rule chooses; if that is left out, the next below, or with none below the next
    /// above.
    case byRule
  }

  /// A fallback in `order` that leaves levels out for `exclusion`.
  package init(
    _ order: Order, excludingFor exclusion: WallTime? = nil, after delay: WallTime = .zero
  ) {
    self.order = order
    self.exclusion = exclusion
    self.delay = delay
  }
}

/// How a player turns to the copies of levels that other servers have.
package struct CopyUse: Hashable, Sendable {
  /// What it turns to first.
  package var order: Order
  /// What comes from the copy then.
  package var reach: Reach

  /// An order of copies and levels.
  package enum Order: String, CaseIterable, Hashable, Sendable {
    /// A copy of the level, and with none left another level.
    case copiesFirst
    /// Another level, and with none left a copy.
    case levelsFirst
  }

  /// What a player has from a copy once it turns to it.
  package enum Reach: String, CaseIterable, Hashable, Sendable {
    /// The attempt: attempts take the level and its copies in turn, and the next segment begins
    /// with the level itself.
    case attempt
    /// All that follows of the level.
    case level
    /// All that follows of all levels, which no failure leaves out any more.
    case ladder
  }

  /// Copies in `order`, for `reach`.
  package init(_ order: Order, for reach: Reach) {
    self.order = order
    self.reach = reach
  }
}

/// How a player jumps over a hole in what is loaded to the media behind it (*gap jumping*).
package struct GapJump: Hashable, Sendable {
  /// When it jumps.
  package var moment: Moment
  /// How far behind the start of that media it jumps.
  package var landing: MediaTime

  /// When a player jumps.
  package enum Moment: Hashable, Sendable {
    /// So much media before the hole, without a stall.
    case before(MediaTime)
    /// So long after playback has stalled at it.
    case stalled(WallTime)
  }

  /// A jump at `moment` to `landing` behind the start of the media.
  package init(_ moment: Moment, landing: MediaTime = .zero) {
    self.moment = moment
    self.landing = landing
  }
}
