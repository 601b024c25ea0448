import PlayheadModel

/// When a player starts that takes its time to.
extension LadderSimulation {
  /// Whether there is anything to start with: nothing starts with segments that show nothing.
  var hasMediaToStart: Bool { glance.hasStarted || lanes.allSatisfy { $0.media.hasAny } }

  /// Whether a player that has not started may do so: enough is loaded, for as long as starting
  /// takes.
  mutating func mayStart(with contents: BufferContents, at wallTime: WallTime) -> Bool {
    let loading = player.loading
    guard hasMediaToStart else { return false }
    guard loading.startupSegments > 1 || startupCost > .zero, !glance.hasStarted
    else { return true }
    if startDeadline == nil {
      let length = contents.loaded.map { $0.end - glance.currentTime } ?? .zero
      let rest = ladder.duration - glance.currentTime
      let isEnough = lanes.allSatisfy {
        $0.segmentsSinceJump >= loading.startupSegments || $0.position >= ladder.duration
      }
      let runs = partRuns
      let threshold = max(player.policy.startupThreshold, runs?.startup ?? .zero)
      guard isEnough, length >= min(threshold, rest), runs == nil || live?.hasLoadedRun == true
      else { return false }
      startDeadline = wallTime + (liveStartupCost ?? startupCost)
    }
    return startDeadline.map { wallTime >= $0 } ?? true
  }

  /// How long starting takes at the edge, which varies as it does on demand; `nil` for as there.
  private var liveStartupCost: WallTime? {
    guard let cost = partRuns?.startupCost ?? live?.rules.startupCost else { return nil }
    return max(.zero, cost + startupCost - player.loading.startupCost)
  }

  /// Has playback that is yet to start begin with segment `place`, which shows `shown`, if that is
  /// the first of its lane and later than what it begins with.
  mutating func skipToFirstMedia(_ place: Int, showing shown: TimeRange) {
    guard place == 0, !glance.hasStarted, !isLive, shown.duration > .zero,
      // `BROWSER_GAP_TOLERANCE` of Shaka Player's `lib/media/gap_jumping_controller.js`.
      shown.start - glance.currentTime > .milliseconds(1)
    else { return }
    self.place(at: shown.start)
  }

  /// Lets a player start that has taken its time to.
  mutating func startIfDue(at wallTime: WallTime) {
    guard !hasToldStart, let due = startDeadline, due <= wallTime else { return }
    hasToldStart = true
    noticeLoaded(at: wallTime)
  }
}
