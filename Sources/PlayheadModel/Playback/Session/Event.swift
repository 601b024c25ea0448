/// Something that happened in a session.
public struct Event: Hashable, Sendable {
  /// When it happened, in wall time counted from the first play command.
  public package(set) var wallTime: WallTime
  /// Where the playhead was, in media time counted from the origin; where it had been, for a seek.
  public package(set) var mediaTime: MediaTime
  /// What happened.
  public package(set) var kind: Kind

  package init(wallTime: WallTime, mediaTime: MediaTime, kind: Kind) {
    self.wallTime = wallTime
    self.mediaTime = mediaTime
    self.kind = kind
  }

  /// What can happen.
  public enum Kind: Hashable, Sendable {
    /// The user asked to play.
    case play
    /// The user asked to pause.
    case pause
    /// The user asked for a rate.
    case rate(PlaybackRate)
    /// The user asked to play at once whatever is loaded; `AVPlayer.playImmediately(atRate:)`.
    case playImmediately(PlaybackRate)
    /// The user asked to seek to the media time `to`; frames from `decodesFrom` on are decoded, but
    /// shown only from `to` on.
    case seekStarted(to: MediaTime, decodesFrom: MediaTime)
    /// A seek ended: its target is loaded, or, if it is not finished, a newer seek cancelled it.
    case seekFinished(isFinished: Bool)
    /// The player jumped to the media time `to` over media that it cannot have.
    case gapJumped(to: MediaTime)
    /// The path's flags changed to these.
    case pathChanged(PathFlags)
    /// The request of this number was sent, for the bytes from `offset` on.
    case requestSent(number: Int, offset: Int64)
    /// The request of this number was dropped, which wastes `wastedBytes`.
    case requestDropped(number: Int, wastedBytes: Int64)
    /// The headers are read: the player knows what it plays.
    case opened
    /// All bytes needed from the playhead to the end have arrived.
    case loadingFinished
    /// Media before the media time `before` is no longer kept.
    case backBufferDropped(before: MediaTime)
    /// `isPlaybackBufferEmpty` changed.
    case isPlaybackBufferEmpty(Bool)
    /// `isPlaybackBufferFull` changed.
    case isPlaybackBufferFull(Bool)
    /// `isPlaybackLikelyToKeepUp` changed.
    case isPlaybackLikelyToKeepUp(Bool)
    /// The player waits.
    case waiting(TimeControlStatus.WaitingReason)
    /// The player is paused.
    case paused
    /// The first frame plays.
    case playbackStarted
    /// A stall begins.
    case playbackStalled(number: Int)
    /// Playback resumes after a stall; `duration` is the wall time that the stall took.
    case playbackResumed(number: Int, duration: WallTime)
    /// A stall that took `duration`, in wall time, is over without playback having resumed: the
    /// user sought, or had paused and the buffer would have let playback resume.
    case stallEnded(number: Int, duration: WallTime)
    /// The startup, which took `duration` of wall time, is over without playback having started:
    /// the user had paused, and the buffer would have let it start.
    case startupEnded(duration: WallTime)
    /// A wait after a seek or a pause, which took `duration` of wall time, is over without playback
    /// having resumed: the user had paused, and the buffer would have let it resume.
    case waitEnded(duration: WallTime)
    /// Playback resumes after a pause or a seek.
    case playbackContinued
    /// The end has been played; `AVPlayerItem` posts `didPlayToEndTime`.
    case didPlayToEndTime
    /// Playback restarts at the start; the first repeat has the number 1.
    case playbackLooped(number: Int)
  }
}
