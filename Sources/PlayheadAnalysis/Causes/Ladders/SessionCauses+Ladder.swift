package import PlayheadLadder

extension SessionCauses {
  /// The causes of the waits of `session`, which is that of `scenario`, whose rule is a value.
  ///
  /// They are found as those of a file are, in this order by what changes cost:
  ///
  /// 1. the manifest: bit rates declared as they are;
  /// 2. the player's requests and buffer, which cost viewers nothing;
  /// 3. encoding again: each segment at its level's mean rate;
  /// 4. the network's protocols: slow start, latency;
  /// 5. lower levels: as few segments as are enough, at the highest level that is, so that what is
  ///    left has no choice of levels to blame;
  /// 6. the network's rate for a while: a dip filled to the mean;
  /// 7. the player's thresholds, where the link carries the lowest level;
  /// 8. the network's rate throughout.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - scenario: what it depends on.
  ///   - budget: how much may be simulated. Where it is used up, the result says so.
  ///   - isCancelled: called before each step; once it is true, what is known so far is the result.
  package init(
    of session: LadderSession, in scenario: LadderScenario, budget: CauseBudget = CauseBudget(),
    isCancelled: @escaping () -> Bool = { false }
  ) {
    self.init(of: session.session, in: scenario, budget: budget, isCancelled: isCancelled) {
      LadderCauseSearch(scenario: scenario, counterfactuals: $0, session: session)
    }
    if !isCancelled() { linkShortage = LinkShortage(session.session, of: scenario) }
  }

  /// The causes of the waits of `session`, whose rule may be one that fails; `nil` if it does when
  /// the session is played again, or if it then decides otherwise.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - scenario: what it depends on.
  ///   - isCancelled: called before each step; once it is true, what is known so far is the result.
  package init?(
    replaying session: LadderSession, in scenario: LadderScenario,
    isCancelled: @escaping () -> Bool = { false }
  ) {
    guard let rule = scenario.rule as? any FallibleRule else {
      self.init(of: session, in: scenario, isCancelled: isCancelled)
      return
    }
    var again = scenario
    again.options.tickInterval = nil
    again.options.recordsEvents = false
    let replayed = try? Scenario.ladder(again).play { _ throws(Cancelled) in
      if isCancelled() { throw Cancelled() }
    }
    let isSame =
      replayed?.ladder?.decisions.elementsEqual(session.decisions) { one, other in
        one.wallTime == other.wallTime && one.lane == other.lane && one.segment == other.segment
          && one.decision.isSameChoice(as: other.decision)
      } ?? true
    guard isSame else { return nil }
    self.init(of: session, in: scenario, budget: .ofPrograms, isCancelled: isCancelled)
    if rule.problem != nil, !isCancelled() { return nil }
  }

  /// Nobody waits for the causes any more.
  private struct Cancelled: Error {}
}
