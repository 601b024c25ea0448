public import PlayheadModel

/// What a player does about segments that it cannot play.
public struct SegmentFailureRules: Hashable, Sendable {
  /// About a segment that its server refuses: HTTP status 404.
  public var missing = SegmentFailureRule()
  /// About one whose server has an error; `nil` for the same.
  public var serverError: SegmentFailureRule?
  /// About one whose server does not answer; `nil` for the same as of an error.
  public var timeout: SegmentFailureRule?
  /// About one whose connection breaks; `nil` for the same as of a missing one.
  public var brokenConnection: SegmentFailureRule?
  /// The wall time until the player gives up on a request that is not answered, besides the
  /// latency.
  public var patience = WallTime.seconds(10)
  /// About a segment of which the bytes show nothing.
  public var unreadable = SegmentFailureRule()
  /// What it does about a segment that ends early, which no player takes for a failed request.
  ///
  /// Unless the time of the segment elapses, what is in it counts as loaded.
  public var truncatedOutcome = SegmentFailureRule.Outcome.elapses
  /// The wall time before it does that.
  public var truncatedDelay = WallTime.zero
  /// About a segment that the playlist marks as a gap: `EXT-X-GAP`.
  public var gap = SegmentFailureRule()
  /// About what else it fetches, by content; what is not in it fails as the segment that needs it.
  public var documents: [Download.Content: DocumentFailureRules] = [:]

  /// The rules of a player that lets the time of such segments elapse.
  public init() {}

  /// The rule for a segment that fails by `kind`.
  public subscript(kind: SegmentFailure.Kind) -> SegmentFailureRule {
    switch kind {
    case .missing: missing
    case .serverError: serverError ?? missing
    case .timeout: timeout ?? serverError ?? missing
    case .brokenConnection: brokenConnection ?? missing
    case .unreadable: unreadable
    case .truncated: SegmentFailureRule(truncatedOutcome) { $0.lastDelay = truncatedDelay }
    case .gap: gap
    }
  }

  /// The rule for `content` that fails by `kind`, before the lane has had any such `isFirst`.
  func rule(
    for content: Download.Content, _ kind: SegmentFailure.Kind, isFirst: Bool
  ) -> SegmentFailureRule {
    guard let rules = documents[content] else { return self[kind] }
    guard isFirst, var first = rules.first else { return rules[kind] }
    // What came is what comes again.
    if kind == .unreadable { (first.attempts, first.lastAttempts) = (1, 1) }
    return first
  }

  /// How long the player waits for an answer for `content`, besides the latency.
  func patience(for content: Download.Content) -> WallTime {
    documents[content]?.patience ?? patience
  }
}

/// What a player does about a playlist, an index, a key or a manifest that it cannot have.
public struct DocumentFailureRules: Hashable, Sendable {
  /// About one that its server refuses.
  public var missing: SegmentFailureRule
  /// About one whose server has an error; `nil` for the same.
  public var serverError: SegmentFailureRule?
  /// About one whose server does not answer; `nil` for the same as of an error.
  public var timeout: SegmentFailureRule?
  /// About one whose connection breaks; `nil` for the same as of a missing one.
  public var brokenConnection: SegmentFailureRule?
  /// About one that cannot be read; `nil` for the same as of a missing one.
  public var unreadable: SegmentFailureRule?
  /// About the first one of a lane, whatever it lacks; `nil` for the same as of any.
  public var first: SegmentFailureRule?
  /// The wall time until it gives up on a request that is not answered; `nil` for that of segments.
  public var patience: WallTime?

  /// The rules of a player that does the same about all that it cannot have.
  public init(_ missing: SegmentFailureRule) { self.missing = missing }

  /// The rules that `change` makes of that.
  init(_ missing: SegmentFailureRule, _ change: (inout Self) -> Void) {
    self.missing = missing
    change(&self)
  }

  /// The rule for a failure of `kind`.
  public subscript(kind: SegmentFailure.Kind) -> SegmentFailureRule {
    switch kind {
    case .missing: missing
    case .serverError: serverError ?? missing
    case .timeout: timeout ?? serverError ?? missing
    case .brokenConnection: brokenConnection ?? missing
    case .unreadable, .truncated, .gap: unreadable ?? missing
    }
  }
}

/// What a player does about a segment that it cannot play: it retries, turns to other levels, and
/// in the end passes over the segment or gives up.
public struct SegmentFailureRule: Hashable, Sendable {
  /// The number of attempts at a level before it turns to another.
  public var attempts = 1
  /// The number of attempts before it does what it does in the end, where no other level is left;
  /// at least one.
  public var lastAttempts = 1
  /// Whether these, and the delay, count all failures since video was last loaded, at any level and
  /// in any lane, rather than those at the level.
  public var countsAllFailures = false
  /// The wall time before the next attempt at the same level.
  public var retryDelay = RetryDelay.none
  /// How it turns to other levels; `nil` if it does not.
  public var fallback: LevelFallback?
  /// How it turns to the copies of levels that other servers have; `nil` if it does not.
  public var copies: CopyUse?
  /// The wall time before it does what it does in the end.
  public var lastDelay: WallTime = .zero
  /// What it does in the end.
  public var outcome = Outcome.elapses
  /// What it does in the end about the very first segment; `nil` for the same.
  public var outcomeAtStart: Outcome?

  /// What a player does about a segment in the end.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
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
  public init(_ outcome: Outcome = .elapses) { self.outcome = outcome }

  /// The rule that `change` makes of that.
  init(_ outcome: Outcome, _ change: (inout Self) -> Void) {
    self.outcome = outcome
    change(&self)
  }
}

/// The wall time from a failure to the next attempt.
public enum RetryDelay: Hashable, Sendable {
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
public struct LevelFallback: Hashable, Sendable {
  /// How long a level is left out, if another one is left; `nil` for good.
  public var exclusion: WallTime?
  /// Which of the levels that are not left out it turns to.
  public var order: Order
  /// The wall time until it does.
  public var delay: WallTime

  /// An order of levels.
  public enum Order: String, CaseIterable, Hashable, Sendable {
    /// The next below; with none below, the highest.
    case downwards
    /// What its rule chooses; if that is left out, the next below, or with none below the next
    /// above.
    case byRule
  }

  /// A fallback in `order` that leaves levels out for `exclusion`.
  public init(
    _ order: Order, excludingFor exclusion: WallTime? = nil, after delay: WallTime = .zero
  ) {
    self.order = order
    self.exclusion = exclusion
    self.delay = delay
  }
}

/// How a player turns to the copies of levels that other servers have.
public struct CopyUse: Hashable, Sendable {
  /// What it turns to first.
  public var order: Order
  /// What comes from the copy then.
  public var reach: Reach

  /// An order of copies and levels.
  public enum Order: String, CaseIterable, Hashable, Sendable {
    /// A copy of the level, and with none left another level.
    case copiesFirst
    /// Another level, and with none left a copy.
    case levelsFirst
  }

  /// What a player has from a copy once it turns to it.
  public enum Reach: String, CaseIterable, Hashable, Sendable {
    /// The attempt: attempts take the level and its copies in turn, and the next segment begins
    /// with the level itself.
    case attempt
    /// All that follows of the level.
    case level
    /// All that follows of all levels, which no failure leaves out any more.
    case ladder
  }

  /// Copies in `order`, for `reach`.
  public init(_ order: Order, for reach: Reach) {
    self.order = order
    self.reach = reach
  }
}

/// How a player jumps over a hole in what is loaded to the media behind it (*gap jumping*).
public struct GapJump: Hashable, Sendable {
  /// When it jumps.
  public var moment: Moment
  /// How far behind the start of that media it jumps.
  public var landing: MediaTime

  /// When a player jumps.
  public enum Moment: Hashable, Sendable {
    /// So much media before the hole, without a stall.
    case before(MediaTime)
    /// So long after playback has stalled at it.
    case stalled(WallTime)
  }

  /// A jump at `moment` to `landing` behind the start of the media.
  public init(_ moment: Moment, landing: MediaTime = .zero) {
    self.moment = moment
    self.landing = landing
  }
}
