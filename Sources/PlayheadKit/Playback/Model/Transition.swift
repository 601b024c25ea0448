/// One thing that changed in a player, in the order in which changes of one instant are told:
/// jumps and flags first, then what they make of the state.
public enum Transition: UInt32, Hashable, Sendable, CaseIterable {
  /// The end was played and playback begins again at the start; `AVPlayerItem` posts
  /// `didPlayToEndTime` too.
  case looped
  /// A seek that was not finished is given up for a newer one: `finished` is false.
  case seekInterrupted
  /// The playhead was moved by a seek or a loop.
  case timeJumped
  /// The player plays, or would play, at another rate than before.
  case rateChanged
  /// `status` became `readyToPlay`: the first frame could be shown.
  case readyToPlay
  /// `status` became `failed`, for good.
  case failed
  /// `isPlaybackBufferEmpty` became true: everything loaded ahead of the playhead is consumed.
  case bufferEmptied
  /// `isPlaybackBufferEmpty` became false.
  case bufferNoLongerEmpty
  /// `isPlaybackBufferFull` became true: a high watermark is reached and loading stops.
  case bufferFilled
  /// `isPlaybackBufferFull` became false: a low watermark is reached and loading goes on.
  case bufferNoLongerFull
  /// `isPlaybackLikelyToKeepUp` became true.
  case likelyToKeepUp
  /// `isPlaybackLikelyToKeepUp` became false.
  case unlikelyToKeepUp
  /// A stall is over without playback having resumed: the user moved the playhead, or had paused
  /// and the buffer would have let playback resume.
  case stallEnded
  /// Media at the place that a seek went to is loaded: `finished` is true.
  case seekFinished
  /// The player is paused.
  case paused
  /// The player waits, or waits for another reason.
  case waiting
  /// The first frame plays.
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
