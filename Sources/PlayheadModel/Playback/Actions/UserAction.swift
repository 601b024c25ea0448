/// A user action at a wall time.
public struct UserAction: Hashable, Sendable {
  /// The wall time, counted from the first play command.
  public var wallTime: WallTime
  /// The action.
  public var kind: Kind

  /// An action at `wallTime`.
  public init(at wallTime: WallTime, _ kind: Kind) {
    self.wallTime = wallTime
    self.kind = kind
  }

  /// The kinds of user action, after `AVPlayer`'s methods.
  public enum Kind: Hashable, Sendable {
    /// Plays at the normal rate.
    case play
    /// Pauses: sets the rate to zero.
    case pause
    /// Plays at a rate; zero pauses.
    case setRate(PlaybackRate)
    /// Plays at once, however little media is loaded.
    case playImmediately(PlaybackRate)
    /// Moves the playhead to a media time, counted from the origin.
    case seek(to: MediaTime, SeekPrecision)
  }
}

/// The precision of a seek.
public enum SeekPrecision: String, Hashable, Sendable, CaseIterable {
  /// Exactly at the requested time: earlier frames of its group of pictures are decoded, but not
  /// shown.
  case exact
  /// At the sync sample nearest to the requested time; the earlier of two equally near.
  case keyframe
}
