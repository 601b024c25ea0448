import PlayheadModel

/// The best that could have been loaded: the levels of the highest score, known the link
/// beforehand.
package struct OptimalPlan: Sendable {
  /// The level of each segment.
  package let levels: [Int]
  /// The score of the session.
  package let score: Double
  /// The most by which another plan can score higher in a ``SequentialSession``: zero if it is
  /// proven that none does.
  package let bound: Double
  /// What came of the plan.
  package let outcome: SequentialSession.Outcome

  /// The plan of the highest score for `session`; `nil` if none plays to the end, or none without a
  /// stall where `score` does not allow it.
  ///
  /// - Parameters:
  ///   - session: the session to plan.
  ///   - score: what to maximize.
  ///   - candidates: the number of candidates for each segment from which on they are thinned;
  ///     above 1.
  ///   - effort: how many situations are looked at, or what takes as long, to prove that no plan
  ///     scores higher, where thinning has left a doubt or the latency of the link varies.
  package init?(
    for session: SequentialSession, by score: SessionScore, candidates: Int = 1000,
    effort: Int = 6_000_000
  ) {
    precondition(candidates > 1, "no candidates")
    var search = OptimumSearch(session, score, limit: candidates)
    var best = search.bestLevels().flatMap { Found($0, session, score) }
    var known = best?.score ?? -.infinity
    // A later request may have its bytes earlier where latencies vary, which thinning does not look
    // at.
    var most = session.link.hasSteadyLatency && best != nil ? known + search.lost : .infinity
    if most > known,
      var proof = OptimumProof(session, score, of: search.starts(), above: known, effort: effort)
    {
      let room = max(300 * candidates / session.lane.levels[0].segments.count, 2)
      while proof.refine(above: known + Self.rounding) {
        // The closer one looks, the more it pays to compare what is left.
        let pass = proof.focus.pass
        let limit = pass == 1 ? room : room << (2 * pass) / 128
        let levels = search.bestLevels(
          above: known + Self.rounding, by: proof.focus,
          limit: max(min(limit, 2 * candidates), 2))
        if let found = levels.flatMap({ Found($0, session, score) }), found.score > known {
          (best, known) = (found, found.score)
        }
        proof.bound(by: search.leftOut, searched: search.count)
      }
      most = min(most, proof.ceiling(above: known))
    } else {
      most = known
    }
    guard let best else { return nil }
    self.levels = best.levels
    self.score = best.score
    self.outcome = best.outcome
    bound = most - known > Self.rounding ? most - known : 0
  }

  /// What sums of scores differ by if they are rounded in another order.
  private static let rounding = 1e-9

  /// A plan and what comes of it.
  private struct Found {
    let levels: [Int]
    let score: Double
    let outcome: SequentialSession.Outcome

    init?(_ levels: [Int], _ session: SequentialSession, _ score: SessionScore) {
      guard let outcome = session.played(levels),
        let value = score.value(of: levels, stalled: outcome.stalled, in: session.lane)
      else { return nil }
      (self.levels, self.score, self.outcome) = (levels, value, outcome)
    }
  }
}
