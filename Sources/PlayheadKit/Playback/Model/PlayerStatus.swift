/// Whether a player can play at all; `AVPlayerItem.Status`.
public enum PlayerStatus: String, Hashable, Sendable {
  /// Nothing can be said yet.
  case unknown
  /// The first frame can be shown.
  case readyToPlay
  /// It never will play (again).
  case failed
}
