/// Tells of a player's time at an interval of media time, and whenever it jumps, starts or stops.
///
/// The meaning is that of `AVPlayer.addPeriodicTimeObserver(forInterval:queue:using:)` as Apple
/// documents it: the interval counts along the item's timeline, so at twice the rate it passes in
/// half the wall time, and time that stands still tells nothing. What Apple leaves open is decided
/// so: the times told are the multiples of the interval, counted from the origin of the media; none
/// is ever left out, however short the interval; and one time is told once at one instant, whatever
/// the reasons.
///
/// The observer knows no clock. Whoever drives the player hands it each change, and asks it when it
/// next has something to tell:
///
/// ```swift
/// let before = player
/// let transitions = player.timeAdvanced(to: now)
/// for time in observer.times(from: before, to: player, transitions) { … }
/// let deadline = observer.nextDeadline(of: player)
/// ```
public struct PeriodicTimeObserver: Hashable, Sendable {
  /// The media time from one report to the next while playing, in nanoseconds.
  public let interval: MediaTime
  private var last: ObservedTime?

  /// An observer that tells of each multiple of `interval`.
  ///
  /// - Precondition: `interval` is positive and within ``MediaTime/bound``.
  public init(interval: MediaTime) {
    precondition(interval > .zero && interval <= .bound, "an interval that never passes")
    self.interval = interval
  }

  /// The times to tell of that came between two states of a player, in order.
  ///
  /// - Parameters:
  ///   - old: the player before an input.
  ///   - new: the player after it.
  ///   - transitions: what the input returned. Inputs that returned nothing may lie between, too,
  ///     unless they set a rate or moved the playhead.
  ///
  /// - Returns: the times, each with the wall time at which it came.
  /// - Precondition: `new` is `old` later on.
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

  /// When a time is told next if `player` plays on until then; `nil` if none is unless something
  /// else happens.
  ///
  /// The player's own ``PlaybackModel/nextDeadline`` may come before. Each input may change this.
  public func nextDeadline(of player: PlaybackModel) -> MediaTime? {
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

  /// Media times to tell of, in order, made one by one.
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
