import PlayheadModel

/// The best that could have been loaded: the levels of the highest score, known the link beforehand.
public struct OptimalPlan: Sendable {
  /// The level of each segment.
  public let levels: [Int]
  /// The score of the session.
  public let score: Double
  /// The most by which another plan can score higher in a ``SequentialSession``: zero unless sets of candidates
  /// were thinned, or the latency of the link varies, so that a later request may end earlier.
  public let bound: Double
  /// What came of the plan.
  public let outcome: SequentialSession.Outcome

  /// Whether no plan scores higher, but for the rounding of sums.
  public var isExact: Bool { bound == 0 }

  /// The plan of the highest score for `session`; `nil` if none plays to the end, or none without a
  /// stall where `score` does not allow it.
  ///
  /// - Parameters:
  ///   - session: the session to plan.
  ///   - score: what to maximize.
  ///   - candidates: the number of candidates for each segment from which on they are thinned; above 1.
  public init?(
    for session: SequentialSession, by score: SessionScore, candidates: Int = 1000
  ) {
    precondition(candidates > 1, "no candidates")
    var search = OptimumSearch(session, score, limit: candidates)
    guard let levels = search.bestLevels(), let outcome = session.played(levels),
      let value = score.value(of: levels, stalled: outcome.stalled, in: session.lane)
    else { return nil }
    self.levels = levels
    self.score = value
    self.outcome = outcome
    let profile = session.link.profile
    let isSteady =
      profile.jitter == nil
      && profile.intervals.allSatisfy { $0.latency == profile.intervals[0].latency }
    let lost = isSteady ? search.lost : .infinity
    guard lost > 0 else {
      bound = 0
      return
    }
    let room = OptimumCeiling(session, score).value(above: value) - value
    // Sums are rounded.
    bound = room > 1e-9 ? min(lost, room) : 0
  }
}
