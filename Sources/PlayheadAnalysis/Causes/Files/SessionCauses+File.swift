package import PlayheadModel

extension SessionCauses {
  /// The causes of the waits of `session`, which is that of `scenario`.
  ///
  /// The session is played again with one thing put right, and then with two. A cause is the first
  /// of these changes that removes the wait, in an order by what they cost:
  ///
  /// 1. packing the same media in another way, which costs nothing: the index, the interleaving;
  /// 2. the player's requests and watermarks, which cost viewers nothing;
  /// 3. encoding again: each track at its mean rate, video first;
  /// 4. the network's protocols: slow start, latency;
  /// 5. the network's rate for a while: a dip filled to the mean;
  /// 6. the player's thresholds, which trade one wait for another, where the link is as fast as the
  ///    media;
  /// 7. the network's rate throughout.
  ///
  /// A stall is removed if playback goes through its place, from the stall before it to the one
  /// after it in the same run of playback, without a stall; if it has not only moved: stalls take
  /// less time by at least half of its length; and if nothing else pays for it: startup and stalls
  /// together take less time, by at least half of its length where a threshold trades one for the
  /// other.
  ///
  /// - Parameters:
  ///   - session: the session. It costs nothing but a look at it if it has no stall, starts at once
  ///     and has no long seek.
  ///   - scenario: what it depends on.
  ///   - budget: how much may be simulated. Where it is used up, the result says so.
  ///   - isCancelled: called before each step; once it is true, what is known so far is the result.
  package init(
    of session: Session, in scenario: FileScenario, budget: CauseBudget = CauseBudget(),
    isCancelled: @escaping () -> Bool = { false }
  ) {
    self.init(of: session, in: scenario, budget: budget, isCancelled: isCancelled) {
      FileCauseSearch(scenario, $0)
    }
    if !isCancelled() { linkShortage = LinkShortage(session, of: scenario) }
  }
}
