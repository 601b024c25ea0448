import PlayheadModel

/// Manifests of a live event that are loaded again and cannot be had.
extension LadderSimulation {
  /// A manifest that is loaded again fails: the player asks for it once more, turns to another
  /// level, or gives up.
  mutating func failReload(
    _ errand: Errand, _ answer: RequestFault.Answer, at wallTime: WallTime
  ) {
    let (number, level) = (errand.lane, errand.level)
    // A level that was left meanwhile is not followed any more.
    guard errand.content == .manifest || live?.reloads[number].level == level else { return }
    let rules = player.loading.failures
    let attempts = lanes[number].noteFailure(of: errand.content, at: level)
    let response: SegmentFailure.Response
    var exclusion: WallTime?
    if let rule = live?.rules.reload.failure {
      let attempt = (attempts - 1) % rule.attempts + 1
      if attempt < rule.attempts {
        response = .retry(delay: rule.retryDelay.delay(after: attempt))
      } else {
        response =
          switch rule.next {
          case .again(let delay): .retry(delay: delay)
          case .afterPeriod: .retry(delay: reloadPeriod(of: errand))
          case .never: .outcome(.stopsLoading, delay: .zero)
          }
      }
    } else {
      let rule = rules.rule(for: errand.content, answer.kind, isFirst: false)
      let other =
        errand.content == .playlist
        ? nextLevel(after: level, of: number, by: rule, at: wallTime) : nil
      if attempts < (other == nil ? rule.lastAttempts : rule.attempts) {
        response = .retry(delay: rule.retryDelay.delay(after: attempts))
      } else if let other {
        exclusion = rule.fallback?.exclusion
        response = .fallback(level: other)
      } else {
        response = self.response(toLost: errand, by: rule)
      }
    }
    let place = min(
      lanes[number].segment(of: level) ?? .max,
      lanes[number].lane.levels[level].segments.count - 1)
    note(
      answer.kind, answer.reason, of: place, errand.content, level: level, lane: number,
      attempt: attempts, response, at: wallTime)
    switch response {
    case .retry(let delay):
      live?.reloads[number].due = wallTime + max(delay, .milliseconds(1))
    case .fallback:
      lanes[number].exclude(level, until: exclusion.map { wallTime + $0 } ?? .bound)
      // The playlist of another level is loaded with the next segment.
      live?.reloads[number].level = nil
      live?.reloads[number].due = nil
      if lanes[number].isWaiting { lanes[number].work.phase = .idle }
    case .outcome(.stopsWithError, _):
      for lane in lanes.indices { lanes[lane].work.phase = .finished }
      (hasStopped, hasError) = (true, true)
    case .copy, .outcome: live?.reloads[number].due = nil
    }
  }

  /// What a player does in the end that has no rule for manifests that are loaded again: one that
  /// passes over what it cannot have asks again as for one that did not change.
  private func response(
    toLost errand: Errand, by rule: SegmentFailureRule
  ) -> SegmentFailure.Response {
    switch rule.outcome {
    case .elapses, .leavesHole, .failsNext:
      .retry(delay: WallTime(nanoseconds: reloadPeriod(of: errand).nanoseconds / 2))
    case .stopsLoading, .stopsWithError, .fails: .outcome(.stopsWithError, delay: .zero)
    }
  }

  /// The time between two loads of a manifest.
  private func reloadPeriod(of errand: Errand) -> WallTime {
    if case .timeline(let period) = live?.event.addressing { return period }
    let target = lanes[errand.lane].lane.levels[errand.level].liveTargetDuration
    return WallTime(nanoseconds: target.nanoseconds)
  }
}
