import PlayheadKit
import PlayheadLadder

extension LadderOracle {
  /// What is loaded of a lane ahead of the playhead.
  func laneLevel(_ number: Int) -> Int64 {
    lanes[number].end(from: playhead, tolerance: loading.gapTolerance.nanoseconds) - playhead
  }

  /// What is loaded of all lanes ahead of the playhead.
  var buffer: Int64 {
    let end = lanes.indices.map { playhead + laneLevel($0) }.min() ?? playhead
    return min(end, duration) - playhead
  }

  /// How long video apart may have run dry while audio plays.
  var grace: Int64? {
    let grace = scenario.player.policy.parameters.tracks.videoGrace.nanoseconds
    return lanes.count > 1 && grace > 0 ? grace : nil
  }

  /// What of video apart can be shown from the playhead on, without what its decoder holds.
  var shownVideo: Int64 {
    let level = laneLevel(0)
    return playhead + level >= duration ? level : max(0, level - loading.heldVideo.nanoseconds)
  }

  /// Whether playback stops with `level` loaded of all lanes.
  private mutating func isStalling(_ level: Int64) -> Bool {
    guard let grace, playhead < duration else { return level == 0 }
    if shownVideo > 0 {
      drySince = nil
    } else if drySince == nil {
      drySince = now
    }
    return laneLevel(1) == 0 || drySince.map { now >= $0 + grace } ?? false
  }

  /// When playback may next stop, if nothing is loaded until then.
  var playingTimes: [Int64] {
    guard isPlaying else { return [] }
    guard let grace else { return [now + buffer] }
    // Where video has a hole, it is there again as that is past.
    let starts = lanes[0].loaded.map { now + $0.start - playhead }
    return [now + shownVideo, now + laneLevel(0), now + laneLevel(1)] + starts
      + [now + duration - playhead, drySince.map { $0 + grace } ?? now]
  }

  /// The player starts, stalls, resumes and ends.
  mutating func watch() {
    guard isOpened, endReason == nil else { return }
    let level = buffer
    let isLoadedToEnd = playhead + level == duration
    if isPlaying {
      guard isStalling(level) else { return }
      isPlaying = false
      if playhead == duration {
        endReason = givenUp == .stopsWithError ? .error : .ended
      } else {
        stalls.append((now, playhead, nil))
        waitsForVideo = drySince != nil
      }
      return
    }
    let policy = scenario.player.policy
    let threshold = hasStarted ? policy.resumeThreshold : policy.startupThreshold
    guard level >= threshold.nanoseconds || isLoadedToEnd, level > 0 else { return }
    guard hasStarted || lanes.allSatisfy(\.showsSomething) else { return }
    guard grace == nil || !waitsForVideo || shownVideo > 0 else { return }
    isPlaying = true
    drySince = grace != nil && shownVideo == 0 ? now : nil
    clock = surplus
    if !hasStarted { startup = now }
    hasStarted = true
    if let last = stalls.indices.last, stalls[last].length == nil {
      stalls[last].length = now - stalls[last].start
    }
  }
}
