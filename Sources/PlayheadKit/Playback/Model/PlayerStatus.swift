/// Whether a player can play; `AVPlayerItem.Status`.
public enum PlayerStatus: String, Hashable, Sendable {
  /// Not yet known.
  case unknown
  /// The first frame can be shown.
  case readyToPlay
  /// The player can no longer play.
  case failed
}
