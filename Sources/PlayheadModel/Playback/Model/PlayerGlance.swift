/// What a driver of a player, and whoever records it, look at between two inputs.
///
/// A whole player takes longer to copy than most inputs take.
package struct PlayerGlance: Sendable {
  /// The wall time of the latest input.
  package let wallTime: WallTime
  /// The playhead, in media time.
  package let currentTime: MediaTime
  /// The end of the loaded range at the playhead, or the playhead if none contains it.
  package let loadedEnd: MediaTime
  /// The length of the media.
  let duration: MediaTime
  /// When the player next changes on its own, unless media loads before; `nil` also of a short glance.
  package let nextDeadline: WallTime?
  /// Whether it plays, waits, is paused or has ended.
  package let timeControlStatus: TimeControlStatus
  /// Its phase.
  let phase: PlaybackModel.Phase
  /// The rate that the user requested.
  package let rate: PlaybackRate
  /// The flags of the network path.
  package let path: PathFlags
  /// Whether it knows what it plays.
  package let isOpened: Bool
  /// Whether the first frame has been played.
  package let hasStarted: Bool
  /// Whether all media loaded ahead of the playhead is consumed.
  let isBufferEmpty: Bool
  /// Whether everything from the playhead to the end is loaded.
  let isLoadedToEnd: Bool
  let isPictureFrozen: Bool
  let isSoundMissing: Bool
  /// Whether it has rules for tracks.
  let watchesTracks: Bool
  private let line: PlaybackState.Line?

  /// The glance at `player`.
  init(_ player: PlaybackModel) {
    var player = player
    self = player.glance
  }

  fileprivate init(looking player: inout PlaybackModel, isShort: Bool) {
    wallTime = player.wallTime
    currentTime = player.currentTime
    loadedEnd = player.loadedEnd
    duration = player.duration
    nextDeadline = isShort ? nil : player.nextDeadline
    timeControlStatus = player.timeControlStatus
    phase = player.phase
    rate = player.rate
    path = player.path
    isOpened = player.isOpened
    hasStarted = player.hasStarted
    isBufferEmpty = player.isPlaybackBufferEmpty
    isLoadedToEnd = player.isLoadedToEnd
    isPictureFrozen = player.isPictureFrozen
    isSoundMissing = player.isSoundMissing
    watchesTracks = player.trackPlan != nil
    line = player.state.line
  }

  /// The media loaded ahead of the playhead.
  package var bufferLevel: MediaTime { loadedEnd - currentTime }

  /// The playhead at `wallTime` if it moves without interruption.
  func mediaTime(at wallTime: WallTime) -> MediaTime {
    line?.mediaTime(at: wallTime) ?? currentTime
  }

  /// The playhead at `wallTime` with nothing more loaded.
  package func playhead(at wallTime: WallTime) -> MediaTime {
    playhead(at: wallTime, loadedUpTo: loadedEnd)
  }

  /// The playhead at `wallTime` if it is loaded up to `loadedEnd`, a media time.
  func playhead(at wallTime: WallTime, loadedUpTo loadedEnd: MediaTime) -> MediaTime {
    max(currentTime, min(mediaTime(at: wallTime), watchesTracks ? duration : loadedEnd))
  }

  /// The wall time at which the playhead reaches `mediaTime` without interruption, or that of the
  /// latest input if it is already there; `nil` unless playing.
  package func wallTime(reaching mediaTime: MediaTime) -> WallTime? {
    guard let line else { return nil }
    guard mediaTime > currentTime else { return wallTime }
    return max(wallTime, line.wallTime(reaching: mediaTime))
  }

  /// Adds the integral of the playhead's line over wall time until `wallTime`.
  func addPlayed(until wallTime: WallTime, to integral: inout PlayedIntegral) {
    guard let line else { return }
    let passed = Int128((wallTime - self.wallTime).nanoseconds)
    let start = max(.zero, self.wallTime - line.wallTime).nanoseconds
    let end = max(.zero, wallTime - line.wallTime).nanoseconds
    // Twice the mean way of the playhead since the line's beginning, in thousandths.
    let rate = Int64(line.rate.thousandths)
    let way: (quotient: Int128, remainder: Int128)
    let (few, isMore) = rate.multipliedReportingOverflow(by: start + end)
    if isMore {
      way = (Int128(rate) * Int128(start + end)).quotientAndRemainder(dividingBy: 2000)
    } else {
      // 128-bit division is slow and seldom needed.
      way = (Int128(few / 2000), Int128(few % 2000))
    }
    integral.add(
      Int128(line.mediaTime.nanoseconds) * passed + way.quotient * Int128(end - start),
      parts: way.remainder * Int128(end - start))
  }
}

extension PlaybackModel {
  /// What a driver looks at.
  package var glance: PlayerGlance {
    // Only what may change is not copied for that.
    mutating get { PlayerGlance(looking: &self, isShort: false) }
  }

  /// The same without a deadline, which takes as long to find as all else.
  var shortGlance: PlayerGlance {
    mutating get { PlayerGlance(looking: &self, isShort: true) }
  }
}
