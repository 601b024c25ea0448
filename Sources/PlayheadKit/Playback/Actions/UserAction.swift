/// Something that the user does at a wall time.
public struct UserAction: Hashable, Sendable {
  /// When, in wall time counted from the first play command.
  public var wallTime: MediaTime
  /// What.
  public var kind: Kind

  /// An action at `wallTime`.
  public init(at wallTime: MediaTime, _ kind: Kind) {
    self.wallTime = wallTime
    self.kind = kind
  }

  /// What a user can do; after `AVPlayer`'s methods.
  public enum Kind: Hashable, Sendable {
    /// Asks to play at the normal rate.
    case play
    /// Asks to stop where the playhead is: a rate of zero.
    case pause
    /// Asks to play at a rate; zero is a pause.
    case setRate(PlaybackRate)
    /// Asks to play what there is at once, however little it is.
    case playImmediately(PlaybackRate)
    /// Moves the playhead to a media time, counted from the origin.
    case seek(to: MediaTime, SeekPrecision)
  }
}

/// Where a seek may end up.
public enum SeekPrecision: String, Hashable, Sendable, CaseIterable {
  /// At the very time asked for: what comes before it in its group of pictures is decoded, but
  /// not shown.
  case exact
  /// At the sync sample nearest to the time asked for, the earlier of two that are as near.
  case keyframe
}
