/// Reports when playback traverses given media times.
///
/// It follows `AVPlayer.addBoundaryTimeObserver(forTimes:queue:using:)` as Apple documents it: only
/// normal playback traverses a time, a jump over it does not. Where Apple is silent, a time is
/// traversed when the playhead arrives at it. The time at which playback begins, or a jump ends, is
/// therefore not traversed, and the time of a stall is traversed once. The end of the media can be
/// traversed.
public struct BoundaryTimeObserver: Hashable, Sendable {
  /// The media times, in nanoseconds from the origin, sorted and unique.
  public let times: [MediaTime]

  /// An observer of `times`, which may be empty and in any order.
  ///
  /// Times outside the media are never traversed.
  public init(times: some Sequence<MediaTime>) {
    self.times = Set(times).sorted()
  }

  /// The times traversed between two states of a player, in order.
  ///
  /// - Parameters:
  ///   - old: the player before an input.
  ///   - new: the player after it.
  ///   - transitions: the result of the input. Inputs with an empty result may lie in between,
  ///     unless they set a rate or moved the playhead.
  ///
  /// - Returns: the times, each with the wall time of its traversal.
  /// - Precondition: `new` is a later state of `old`.
  public func times(
    from old: PlaybackModel, to new: PlaybackModel, _ transitions: Transitions
  ) -> Times {
    let traversal = Traversal(from: old, to: new, transitions)
    return Times(
      traversal: traversal, times: times,
      position: times.partitionPoint { $0 > traversal.start })
  }

  /// When the next time is traversed if `player` continues to play; `nil` if none is without
  /// another input.
  ///
  /// The player's own ``PlaybackModel/nextDeadline`` may be earlier. Each input may change the
  /// result.
  public func nextDeadline(of player: PlaybackModel) -> WallTime? {
    let next = times.partitionPoint { $0 > player.currentTime }
    guard next < times.count, times[next] <= player.duration else { return nil }
    return player.wallTime(reaching: times[next])
  }

  /// A lazy sequence of the traversed times, in order.
  public struct Times: Sequence, IteratorProtocol, Sendable {
    fileprivate let traversal: Traversal
    fileprivate let times: [MediaTime]
    fileprivate var position: Int

    /// The next time; `nil` after the last.
    public mutating func next() -> ObservedTime? {
      guard position < times.count, traversal.contains(times[position]) else { return nil }
      defer { position += 1 }
      return traversal.time(reaching: times[position])
    }
  }
}
