/// Whether a player plays, and if not, why; `AVPlayer.TimeControlStatus` with its reason, and the
/// end as a state of its own.
public enum TimeControlStatus: Hashable, Sendable {
  /// The user has not asked to play, or has asked to stop.
  case paused
  /// The user has asked to play and the player waits.
  case waiting(WaitingReason)
  /// Media time moves on.
  case playing
  /// The end has been played.
  case ended

  /// Why a player waits, after `AVPlayer.WaitingReason`.
  public enum WaitingReason: String, Hashable, Sendable {
    /// Nothing is loaded yet to judge by.
    case evaluatingBufferingRate
    /// Too little is loaded to play without a stall.
    case toMinimizeStalls
  }

  /// The state's name, without a reason.
  public var name: String {
    switch self {
    case .paused: "paused"
    case .waiting: "waiting"
    case .playing: "playing"
    case .ended: "ended"
    }
  }

  /// Why it waits; `nil` unless it does.
  public var waitingReason: WaitingReason? {
    if case .waiting(let reason) = self { reason } else { nil }
  }
}
