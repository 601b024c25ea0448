public import PlayheadLadder

extension SessionCauses {
  /// The causes of the waits of `session`, which is that of `scenario`, whose rule is a value.
  ///
  /// They are found as those of a file are, in this order by what changes cost:
  ///
  /// 1. the manifest: bit rates declared as they are;
  /// 2. the player's requests and buffer, which cost viewers nothing;
  /// 3. encoding again: each segment at its level's mean rate;
  /// 4. the network's protocols: slow start, latency;
  /// 5. lower levels: as few segments as are enough, at the highest level that is, so that what is left has
  ///    no choice of levels to blame;
  /// 6. the network's rate for a while: a dip filled to the mean;
  /// 7. the player's thresholds, where the link carries the lowest level;
  /// 8. the network's rate throughout.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - scenario: what it depends on.
  ///   - budget: how much may be simulated. Where it is used up, the result says so.
  ///   - isCancelled: called before each step; once it is true, what is known so far is the result.
  public init(
    of session: LadderSession, in scenario: LadderScenario, budget: CauseBudget = CauseBudget(),
    isCancelled: @escaping () -> Bool = { false }
  ) {
    self.init(of: session.session, in: scenario, budget: budget, isCancelled: isCancelled) {
      LadderCauseSearch(scenario: scenario, counterfactuals: $0, session: session)
    }
  }
}
