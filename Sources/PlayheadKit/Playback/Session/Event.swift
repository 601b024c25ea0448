/// Something that happened in a session.
public struct Event: Hashable, Sendable {
  /// When it happened, in wall time counted from the first play command.
  public var wallTime: MediaTime
  /// Where the playhead was, in media time counted from the origin; where it had been, for a seek.
  public var mediaTime: MediaTime
  /// What happened.
  public var kind: Kind

  /// What can happen.
  public enum Kind: Hashable, Sendable {
    /// The user asked to play.
    case play
    /// The user asked to stop.
    case pause
    /// The user asked for a rate.
    case rate(PlaybackRate)
    /// The user asked to play at once what there is; `AVPlayer.playImmediately(atRate:)`.
    case playImmediately(PlaybackRate)
    /// The user asked for another place, `to` in media time; decoding begins at `decodesFrom`, from
    /// where on frames are decoded but not shown until `to`.
    case seekStarted(to: MediaTime, decodesFrom: MediaTime)
    /// A seek is over: its first frame is there, or, if it is not finished, a newer one came.
    case seekFinished(isFinished: Bool)
    /// The path's flags are these from now on.
    case pathChanged(PathFlags)
    /// A request was sent for the file's bytes from `offset` on.
    case requestSent(offset: Int64)
    /// An open request was dropped, which wastes `wastedBytes`.
    case requestDropped(wastedBytes: Int64)
    /// What opening the file takes is in: the player knows what it plays.
    case opened
    /// All bytes that are needed from the playhead on are in.
    case loadingFinished
    /// What lies before `before`, a media time, is no longer kept.
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
    case playbackResumed(number: Int, duration: MediaTime)
    /// A stall that took `duration`, in wall time, is over without playback having resumed: the user
    /// moved the playhead, or had paused and the buffer would have let playback resume.
    case stallEnded(number: Int, duration: MediaTime)
    /// Playback resumes after a pause or a seek.
    case playbackContinued
    /// The end has been played; `AVPlayerItem` posts `didPlayToEndTime`.
    case didPlayToEndTime
    /// Playback begins again at the start, for the time numbered `number`, from 1.
    case playbackLooped(number: Int)
  }
}
