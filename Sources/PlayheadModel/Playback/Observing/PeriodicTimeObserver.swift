/// Reports a player's time at an interval of media time, and at every jump, start and stop.
///
/// It follows `AVPlayer.addPeriodicTimeObserver(forInterval:queue:using:)` as Apple documents it:
/// the interval counts along the item's timeline, so at twice the rate it passes in half the wall
/// time, and stopped time reports nothing. Where Apple is silent, the reported times are the
/// multiples of the interval, counted from the origin of the media. None is skipped, however short
/// the interval, and a time is reported once per instant, even for several reasons.
///
/// The observer has no clock. The driver of the player passes it each change, and asks it for the
/// next deadline:
///
/// ```swift
/// let before = player
/// let transitions = player.timeAdvanced(to: now)
/// for time in observer.times(from: before, to: player, transitions) { … }
/// let deadline = observer.nextDeadline(of: player)
/// ```
public struct PeriodicTimeObserver: Hashable, Sendable {
  /// The media time between reports while playing, in nanoseconds.
  public let interval: MediaTime
  private var last: ObservedTime?

  /// An observer of each multiple of `interval`.
  ///
  /// - Precondition: `interval` is positive and within ``Time/bound``.
  public init(interval: MediaTime) {
    precondition(interval > .zero && interval <= .bound, "an interval that never passes")
    self.interval = interval
  }

  /// The times to report between two states of a player, in order.
  ///
  /// - Parameters:
  ///   - old: the player before an input.
  ///   - new: the player after it.
  ///   - transitions: the result of the input. Inputs with an empty result may lie in between,
  ///     unless they set a rate or moved the playhead.
  ///
  /// - Returns: the times, each with its wall time.
  /// - Precondition: `new` is a later state of `old`.
  public mutating func times(
    from old: PlaybackModel, to new: PlaybackModel, _ transitions: Transitions
  ) -> Times {
    let traversal = Traversal(from: old, to: new, transitions)
    let first = traversal.start.nanoseconds / interval.nanoseconds + 1
    let following = max(first, traversal.end.nanoseconds / interval.nanoseconds + 1)
    if first < following { last = traversal.time(reaching: interval * (following - 1)) }
    var final: ObservedTime?
    if Self.isChange(from: old, to: new, transitions) {
      let time = ObservedTime(wallTime: new.wallTime, mediaTime: new.currentTime)
      if time != last { final = time }
      last = time
    }
    return Times(
      traversal: traversal, interval: interval, multiples: first..<following, final: final)
  }

  /// When the next time is reported if `player` continues to play; `nil` if none is without another
  /// input.
  ///
  /// The player's own ``PlaybackModel/nextDeadline`` may be earlier. Each input may change the
  /// result.
  public func nextDeadline(of player: PlaybackModel) -> WallTime? {
    let next = interval * (player.currentTime.nanoseconds / interval.nanoseconds + 1)
    return next <= player.duration ? player.wallTime(reaching: next) : nil
  }

  /// Whether time jumped, or playback started or stopped.
  private static func isChange(
    from old: PlaybackModel, to new: PlaybackModel, _ transitions: Transitions
  ) -> Bool {
    for transition in transitions {
      switch transition {
      case .looped, .timeJumped, .started, .resumed, .continued, .stalled, .playedToEnd: return true
      default: continue
      }
    }
    return old.timeControlStatus == .playing && new.timeControlStatus != .playing
  }

  /// A lazy sequence of the times to report, in order.
  public struct Times: Sequence, IteratorProtocol, Sendable {
    fileprivate let traversal: Traversal
    fileprivate let interval: MediaTime
    fileprivate var multiples: Range<Int64>
    fileprivate var final: ObservedTime?

    /// The next time; `nil` after the last.
    public mutating func next() -> ObservedTime? {
      guard let multiple = multiples.first else { return final.take() }
      multiples = multiple + 1..<multiples.upperBound
      return traversal.time(reaching: interval * multiple)
    }
  }
}
