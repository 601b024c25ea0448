/// A change of a player; at one instant, jumps and flags precede the state changes they cause.
public enum PlaybackTransition: UInt32, Hashable, Sendable, CaseIterable {
  /// Playback reached the end and restarts; `AVPlayerItem` posts `didPlayToEndTime` too.
  case looped
  /// An unfinished seek was replaced by a newer one: `finished` is false.
  case seekInterrupted
  /// A seek or a loop moved the playhead.
  case timeJumped
  /// The rate changed, during playback or while waiting.
  case rateChanged
  /// `status` became `readyToPlay`: the first frame can be shown.
  case readyToPlay
  /// `status` became `failed`, permanently.
  case failed
  /// `isPlaybackBufferEmpty` became true: all media loaded ahead of the playhead is consumed.
  case bufferEmptied
  /// `isPlaybackBufferEmpty` became false.
  case bufferNoLongerEmpty
  /// `isPlaybackBufferFull` became true: a high watermark is reached and loading stops.
  case bufferFilled
  /// `isPlaybackBufferFull` became false: a low watermark is reached and loading resumes.
  case bufferNoLongerFull
  /// `isPlaybackLikelyToKeepUp` became true.
  case likelyToKeepUp
  /// `isPlaybackLikelyToKeepUp` became false.
  case unlikelyToKeepUp
  /// A stall is over without playback having resumed: the user moved the playhead, or had paused
  /// and the buffer would have let playback resume.
  case stallEnded
  /// A wait that is no stall is over without playback having begun: the user had paused, and the
  /// buffer would have let the player start or resume.
  case waitEnded
  /// Media at the place that a seek went to is loaded: `finished` is true.
  case seekFinished
  /// The player is paused.
  case paused
  /// The player waits, or its reason for waiting changed.
  case waiting
  /// The first frame is shown and plays.
  case started
  /// Playback resumes after a stall, which is over.
  case resumed
  /// Playback resumes after a pause or a seek.
  case continued
  /// A stall begins: playback that had started ran empty before the end, or a loop finds too little
  /// loaded.
  case stalled
  /// The end has been played; `AVPlayerItem` posts `didPlayToEndTime`.
  case playedToEnd
}
