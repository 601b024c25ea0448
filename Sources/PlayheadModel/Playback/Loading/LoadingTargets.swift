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
  /// The media times that tracks are to reach; `nil` if the policy has no rules for tracks.
  var tracks: TrackTargets?
}

/// Media times at which a player may change as soon as a track reaches one.
struct TrackTargets: Hashable, Sendable {
  /// How far tracks are to be decoded.
  var decoded = TrackTimes()
  /// How far tracks are to be read.
  var read = TrackTimes()
  /// How far the demuxer is to take tracks with a high input queue left.
  var highInput = TrackTimes()

  /// Whether there is none.
  var isEmpty: Bool { self == TrackTargets() }
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
      if !flags.isLikelyToKeepUp, policy.parameters.keepUp.estimation?.either ?? true {
        let threshold = policy.threshold(in: situation())
        let level = playhead + threshold
        // Beyond the level, what tracks lack is a target of its own.
        if trackPlan == nil || level > loadedEnd {
          end = min(end, max(loadedEnd + .resolution, level))
        }
      }
      // A later loaded range joins this one as soon as they touch.
      if let next = buffer.nextStart { end = min(end, next) }
      targets.end = end
    }
    if trackPlan != nil { targets.tracks = trackTargets(at: playhead) }
    return targets
  }

  /// Whether of all targets only the amounts at which the buffer may become full depend on the
  /// playhead.
  var isSteady: Bool { flags.isLikelyToKeepUp && !flags.isEmpty && areTracksReady }

  /// The amounts at which the buffer may become full.
  var amountsToFill: BufferAmounts {
    flags.isFull
      ? BufferAmounts() : policy.fullness(on: path).amountsToFill(from: situation())
  }
}
