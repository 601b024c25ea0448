/// Interventions in a session.
extension Simulation {
  /// Performs a user action now, or at a later wall time, up to which the session runs first.
  ///
  /// The session is the same as if the action were in the scenario, behind those of its instant:
  /// what arrives at that nanosecond, and a change of the path, come before it, and a row of the
  /// timeline comes after it. A session that has ended goes on. The limit stays that of the
  /// scenario; if it comes first, the session ends there or where it has played to its end, and the
  /// action is among those not performed.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - wallTime: the wall time; `nil` or a time that has passed for now.
  public mutating func perform(_ action: UserAction.Kind, at wallTime: WallTime? = nil) {
    let time = max(wallTime ?? model.wallTime, model.wallTime)
    reopen()
    // The next action is the last, so those behind this one are before it.
    let place = actions.firstIndex { $0.wallTime <= time } ?? actions.endIndex
    actions.insert(UserAction(at: time, action), at: place)
    endIfOver()
    while actions.count > place, step() {}
  }

  /// Plays on over another link from now on.
  ///
  /// The other link's profile is at the same wall time: the session is the same as over a link that
  /// follows one profile up to this instant and the other from it on. What has arrived stays,
  /// requests in flight go on at the other link's rate, and requests sent from now on have its
  /// latency; one that was already sent in this instant keeps its own. A session that has ended
  /// goes on, unless it has played to its end. The events of ``record`` tell what a dropped request
  /// wastes over both links, also if it was dropped before.
  ///
  /// A session for which nothing is left to come over the other link ends at this instant, never
  /// before it. With TCP slow start, media may count as loaded up to a nanosecond earlier or later
  /// in the mean buffer level than over one link.
  public mutating func switchLink(to other: NetworkLink) {
    reopen()
    let now = model.wallTime
    loader.switchLink(to: other.used(by: model.policy), at: now)
    // A change of the path is due at once.
    nextPathChange = link.path(at: now) == model.path ? link.nextPathChange(after: now) : now
    endIfOver()
  }

  /// Lets the session go on in the instant in which it is; a row of the timeline that is already
  /// written for it is written again, at its end.
  private mutating func reopen() {
    hasInterventions = true
    endReason = nil
    metBound = nil
    guard recorder.removeTick(at: model.wallTime), let tickInterval else { return }
    if ticks > 0, tickInterval * (ticks - 1) == model.wallTime { ticks -= 1 }
  }
}
