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

  /// The player starts, stalls, resumes and ends.
  mutating func watch() {
    guard isOpened else { return }
    let level = buffer
    let isLoadedToEnd = playhead + level == duration
    if isPlaying {
      guard level == 0 else { return }
      isPlaying = false
      if playhead == duration {
        endReason = .ended
      } else {
        stalls.append((now, playhead, nil))
      }
      return
    }
    let policy = scenario.player.policy
    let threshold = hasStarted ? policy.resumeThreshold : policy.startupThreshold
    guard level >= threshold.nanoseconds || isLoadedToEnd, level > 0 else { return }
    isPlaying = true
    clock = surplus
    if !hasStarted { startup = now }
    hasStarted = true
    if let last = stalls.indices.last, stalls[last].length == nil {
      stalls[last].length = now - stalls[last].start
    }
  }
}
