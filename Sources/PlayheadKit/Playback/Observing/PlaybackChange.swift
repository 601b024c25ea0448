/// Something that changed in a player, with the player as it was then.
public struct PlaybackChange: Hashable, Sendable {
  /// What changed.
  public var transition: Transition
  /// The player after the input that this came of, with all the changes it made.
  public var player: PlaybackModel

  /// The change `transition` of `player`.
  public init(_ transition: Transition, of player: PlaybackModel) {
    self.transition = transition
    self.player = player
  }

  /// The wall time of the change, in nanoseconds from the first play command.
  public var wallTime: MediaTime { player.wallTime }
}

/// An input to a player that changed something.
struct EffectiveInput: Hashable, Sendable {
  var transitions: Transitions
  /// The player after it.
  var player: PlaybackModel
}
