/// Something that happened in a session.
public struct Event: Hashable, Sendable {
  /// When it happened.
  public var wallTime: MediaTime
  /// Where the playhead was.
  public var mediaTime: MediaTime
  /// What happened.
  public var kind: Kind

  /// What can happen.
  public enum Kind: Hashable, Sendable {
    /// The user asked to play.
    case play
    /// The path's flags are these from now on.
    case pathChanged(PathFlags)
    /// A request was sent for the bytes from `offset` on.
    case requestSent(offset: Int64)
    /// An open request was dropped, which wastes `wastedBytes`.
    case requestDropped(wastedBytes: Int64)
    /// What opening the file takes is in: the player knows what it plays.
    case opened
    /// All bytes the presentation needs are in.
    case loadingFinished
    /// `isPlaybackBufferEmpty` changed.
    case isPlaybackBufferEmpty(Bool)
    /// `isPlaybackBufferFull` changed.
    case isPlaybackBufferFull(Bool)
    /// `isPlaybackLikelyToKeepUp` changed.
    case isPlaybackLikelyToKeepUp(Bool)
    /// The player waits.
    case waiting(TimeControlStatus.WaitingReason)
    /// The first frame plays.
    case playbackStarted
    /// A stall begins.
    case playbackStalled(number: Int)
    /// A stall is over.
    case playbackResumed(number: Int, duration: MediaTime)
    /// The end has been played.
    case didPlayToEndTime
  }
}
