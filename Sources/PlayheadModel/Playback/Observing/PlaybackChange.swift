/// A change of a player, with the player's state after it.
public struct PlaybackChange: Hashable, Sendable {
  /// The change.
  public package(set) var transition: PlaybackTransition
  /// The player after the input that caused the change, with all changes of that input.
  public package(set) var player: PlaybackModel

  /// The change `transition` of `player`.
  public init(_ transition: PlaybackTransition, of player: PlaybackModel) {
    self.transition = transition
    self.player = player
  }

  /// The wall time of the change, in nanoseconds from the first play command.
  public var wallTime: WallTime { player.wallTime }
}

/// An input to a player.
struct PlayerInput: Hashable, Sendable {
  /// The changes that it caused.
  var transitions: Transitions
  /// The player after it.
  var player: PlaybackModel
}
