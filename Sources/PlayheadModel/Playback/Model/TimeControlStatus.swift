/// Whether a player plays, and if not, why: `AVPlayer.TimeControlStatus` with its reason, plus a
/// state for the end.
public enum TimeControlStatus: Hashable, Sendable {
  /// The user has not requested playback, or has paused it.
  case paused
  /// The user has requested playback and the player waits.
  case waiting(WaitingReason)
  /// Media time advances.
  case playing
  /// Playback has reached the end.
  case ended

  /// The reason for waiting, after `AVPlayer.WaitingReason`.
  public enum WaitingReason: String, CaseIterable, Hashable, Sendable {
    /// Nothing is loaded yet to evaluate.
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

  /// The reason for waiting; `nil` unless waiting.
  public var waitingReason: WaitingReason? {
    if case .waiting(let reason) = self { reason } else { nil }
  }
}

/// Whether a player can play; `AVPlayerItem.Status`.
public enum PlayerStatus: String, Hashable, Sendable {
  /// Not yet known.
  case unknown
  /// The first frame can be shown.
  case readyToPlay
  /// The player can no longer play.
  case failed
}
