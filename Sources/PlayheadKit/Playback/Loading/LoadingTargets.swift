/// The amounts at which a player may change; it may as soon as one is reached.
struct LoadingTargets: Hashable, Sendable {
  /// The playhead from which amounts count.
  var playhead: MediaTime
  /// The loaded end around the playhead, as known to the player.
  var loadedEnd: MediaTime
  /// The media time up to which loading matters; `nil` if none does.
  var end: MediaTime?
  /// The amounts at which the buffer may become full.
  var full = BufferAmounts()
}

extension PlaybackModel {
  /// The amounts that matter at `wallTime` or later, if the player continues as it is.
  ///
  /// The playhead is assumed to stop at `wallTime`. If it moves, the result is too early rather
  /// than too late, and the next question corrects it.
  func targets(at wallTime: MediaTime) -> LoadingTargets {
    let playhead = mediaTime(at: wallTime)
    var targets = LoadingTargets(playhead: playhead, loadedEnd: loadedEnd)
    let situation = situation()
    if !isLoadedToEnd {
      var end = duration
      if flags.isEmpty { end = min(end, playhead + .resolution) }
      if !flags.isLikelyToKeepUp, throughput == nil {
        end = min(
          end, max(loadedEnd + .resolution, playhead + policy.threshold(in: situation)))
      }
      // A later loaded range joins this one as soon as they touch.
      if let next = buffer.nextStart { end = min(end, next) }
      targets.end = end
    }
    if !flags.isFull {
      targets.full = policy.fullness(on: path).amountsToFill(from: situation)
    }
    return targets
  }
}
