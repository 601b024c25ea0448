import PlayheadKit

/// An observer of a player's time, as a driver of the player sees it.
protocol TimeObserver {
  mutating func observe(
    from old: PlaybackModel, to new: PlaybackModel, _ transitions: Transitions
  ) -> [ObservedTime]
  func nextDeadline(of player: PlaybackModel) -> WallTime?
}

extension PeriodicTimeObserver: TimeObserver {
  mutating func observe(
    from old: PlaybackModel, to new: PlaybackModel, _ transitions: Transitions
  ) -> [ObservedTime] { Array(times(from: old, to: new, transitions)) }
}

extension BoundaryTimeObserver: TimeObserver {
  func observe(
    from old: PlaybackModel, to new: PlaybackModel, _ transitions: Transitions
  ) -> [ObservedTime] { Array(times(from: old, to: new, transitions)) }
}

/// A player of which an observer is told each input.
struct WatchedPlayer {
  var player: PlaybackModel
  var observer: any TimeObserver

  /// What the observer tells of one input: the wall time, and the media time behind an `@`.
  @discardableResult
  mutating func input(_ input: (inout PlaybackModel) -> Transitions) -> [String] {
    let before = player
    let transitions = input(&player)
    return observer.observe(from: before, to: player, transitions).map {
      "\($0.wallTime.secondsText) @\($0.mediaTime.secondsText)"
    }
  }
}
