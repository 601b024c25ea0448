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
  /// The amounts at which each of several lanes may become full.
  var lanes: [BufferAmounts] = []
}

extension PlaybackModel {
  /// The amounts that matter at `wallTime` or later, if the player continues as it is.
  ///
  /// The playhead is assumed to stop at `wallTime`. If it moves, the result is too early rather
  /// than too late, and the next question corrects it.
  ///
  /// `full` are ``amountsToFill``, which do not depend on `wallTime`.
  func targets(at wallTime: WallTime, full: BufferAmounts) -> LoadingTargets {
    let playhead = mediaTime(at: wallTime)
    var targets = LoadingTargets(playhead: playhead, loadedEnd: loadedEnd, full: full)
    if !isLoadedToEnd {
      var end = duration
      if flags.isEmpty { end = min(end, playhead + .resolution) }
      if !flags.isLikelyToKeepUp, throughput == nil {
        let threshold = policy.threshold(in: situation())
        end = min(end, max(loadedEnd + .resolution, playhead + threshold))
      }
      // A later loaded range joins this one as soon as they touch.
      if let next = buffer.nextStart { end = min(end, next) }
      targets.end = end
    }
    return targets
  }

  /// The amounts at which the buffer may become full.
  var amountsToFill: BufferAmounts {
    flags.isFull
      ? BufferAmounts() : policy.fullness(on: path).amountsToFill(from: situation())
  }
}
