/// Tells when playback traverses certain media times.
///
/// The meaning is that of `AVPlayer.addBoundaryTimeObserver(forTimes:queue:using:)` as Apple
/// documents it: only normal playback traverses a time, a jump over it does not. What Apple leaves
/// open is decided so: a time is traversed as the playhead comes to it, so the one at which
/// playback begins, or a jump ends, is not, and one at which it stalls is, once. The end of the
/// media can be traversed.
public struct BoundaryTimeObserver: Hashable, Sendable {
  /// The media times, in nanoseconds from the origin, in order and each once.
  public let times: [MediaTime]

  /// An observer that tells of each of `times`, which may be in any order, or none.
  ///
  /// Times outside the media are never traversed.
  public init(times: some Sequence<MediaTime>) {
    self.times = Set(times).sorted()
  }

  /// The times that were traversed between two states of a player, in order.
  ///
  /// - Parameters:
  ///   - old: the player before an input.
  ///   - new: the player after it.
  ///   - transitions: what the input returned. Inputs that returned nothing may lie between, too,
  ///     unless they set a rate or moved the playhead.
  ///
  /// - Returns: the times, each with the wall time at which it was traversed.
  /// - Precondition: `new` is `old` later on.
  public func times(
    from old: PlaybackModel, to new: PlaybackModel, _ transitions: Transitions
  ) -> Times {
    let traversal = Traversal(from: old, to: new, transitions)
    return Times(
      traversal: traversal, times: times,
      position: times.partitionPoint { $0 > traversal.start })
  }

  /// When a time is traversed next if `player` plays on until then; `nil` if none is unless
  /// something else happens.
  ///
  /// The player's own ``PlaybackModel/nextDeadline`` may come before. Each input may change this.
  public func nextDeadline(of player: PlaybackModel) -> MediaTime? {
    let next = times.partitionPoint { $0 > player.currentTime }
    guard next < times.count, times[next] <= player.duration else { return nil }
    return player.wallTime(reaching: times[next])
  }

  /// Media times that were traversed, in order, made one by one.
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
