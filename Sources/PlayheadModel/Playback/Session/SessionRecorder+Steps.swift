extension SessionRecorder {
  /// Records the time before an input to a player, and the changes that it caused.
  ///
  /// Each step has to begin in the player state in which the step before ended. Only steps in which
  /// media came and nothing changed may be left out.
  public mutating func record(_ step: PlaybackStep) {
    let (before, after) = (step.before, step.player)
    elapse(before, to: after.wallTime)
    if before.opening == .unknown, after.opening != .unknown {
      recordOpening([])
      record(.opened, after)
    }
    if let request = step.rateRequest { record(request, after, from: step.playhead) }
    if step.isSeek {
      let target = after.currentTime
      recordSeek(from: step.playhead, to: target, decodesFrom: target, after)
    }
    for transition in step.transitions { record(transition, after) }
  }

  /// Records the time until `wallTime` of a player to which something other than the user happens
  /// then.
  package mutating func recordTime(of player: PlayerGlance, until wallTime: WallTime) {
    elapse(player, to: wallTime)
  }

  /// Records what that changed of `player`, which knew before what it plays or did not.
  package mutating func record(
    _ transitions: Transitions, of player: PlaybackModel, wasOpened: Bool
  ) {
    if !wasOpened, player.isOpened {
      recordOpening([])
      record(.opened, player)
    }
    for transition in transitions { record(transition, player) }
  }

  /// The player has jumped over media from `start` on that it cannot have.
  package mutating func recordSkip(from start: MediaTime, of player: PlaybackModel) {
    record(.gapJumped(to: player.currentTime), player, from: start)
  }

  /// Adds a row to the timeline, as of `player` and the traffic up to now.
  public mutating func recordTick(of player: PlaybackModel, _ traffic: TrafficTotals = .init()) {
    record(player, traffic)
  }

  /// The record up to now: as of `player`, whose latest input was recorded last, and the traffic up
  /// to now.
  public func record(
    of player: PlaybackModel, _ traffic: TrafficTotals = .init()
  ) -> PlaybackRecord {
    record(of: player, traffic, unperformedActions: [])
  }

  /// The session, which ends now; by default for the reason that the state of `player` suggests.
  public func session(
    of player: PlaybackModel, _ traffic: TrafficTotals = .init(),
    endReason: Session.EndReason? = nil
  ) -> Session {
    let suggested: Session.EndReason =
      switch player.timeControlStatus {
      case .ended: .ended
      case .paused: .paused
      case .playing, .waiting: .limit
      }
    return Session(record(of: player, traffic), endReason: endReason ?? suggested)
  }
}

extension PlaybackStep {
  /// Where the playhead was as the input came.
  ///
  /// Where it jumped from is on the line of a player that plays, up to what is loaded there: media
  /// that changed nothing as it came may have been loaded since the step before.
  fileprivate var playhead: MediaTime {
    guard transitions.contains(.timeJumped) else { return player.currentTime }
    let last = before.playhead(at: wallTime, loadedUpTo: before.duration)
    let range = player.loadedTimeRanges.ranges.last { $0.start <= last }
    return before.playhead(
      at: wallTime, loadedUpTo: max(before.loadedEnd, range?.end ?? .zero))
  }

  /// The rate that the user asked for, if it changed.
  fileprivate var rateRequest: Event.Kind? {
    guard player.rate != before.rate else { return nil }
    guard player.rate == .zero else {
      return before.rate == .zero && player.rate == .normal ? .play : .rate(player.rate)
    }
    let stopsByItself = [.stalled, .playedToEnd, .failed].contains { transitions.contains($0) }
    return stopsByItself ? nil : .pause
  }

  /// Whether the user moved the playhead.
  fileprivate var isSeek: Bool {
    guard transitions.contains(.timeJumped) else { return false }
    guard transitions.contains(.looped) else { return true }
    return !before.isSeeking && (player.isSeeking || transitions.contains(.seekFinished))
  }
}
