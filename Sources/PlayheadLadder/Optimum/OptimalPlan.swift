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
  ///   - total: how many candidates are compared of all segments together where thinning has left a doubt.
  public init?(
    for session: SequentialSession, by score: SessionScore, candidates: Int = 1000,
    total: Int = 800_000
  ) {
    precondition(candidates > 1, "no candidates")
    var search = OptimumSearch(session, score, limit: candidates)
    var best = search.bestLevels().flatMap { Found($0, session, score) }
    let isSteady = session.link.hasSteadyLatency
    var bound = isSteady && best != nil ? search.lost : .infinity
    if let best, bound > 0 {
      let room = OptimumCeiling(session, score).value(above: best.score) - best.score
      bound = room > 1e-9 ? min(bound, room) : 0
    }
    let known = best?.score ?? -.infinity
    if bound > 0, let (price, roots) = Self.price(for: session, score, &search, above: known) {
      // Sums are rounded.
      let levels = search.bestLevels(
        above: known + 1e-9, by: price, limit: max(2, total / session.lane.levels[0].segments.count)
      )
      if let found = levels.flatMap({ Found($0, session, score) }), found.score > known {
        if best != nil { bound -= found.score - known }
        best = found
      }
      let most = isSteady ? search.leftOut : price.bound(of: roots)
      let left = most - (best?.score ?? 0)
      bound = left > 1e-9 ? min(bound, left) : 0
    }
    guard let best else { return nil }
    self.levels = best.levels
    self.score = best.score
    self.outcome = best.outcome
    self.bound = bound
  }

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

  /// A price that bounds what may score more than `value`, and the situations after the first segment.
  private static func price(
    for session: SequentialSession, _ score: SessionScore, _ search: inout OptimumSearch,
    above value: Double
  ) -> (OptimumPrice, [OptimumPrice.Root])? {
    let secondCost = score.costOfStalledSecond(in: session.lane)
    let segments = session.lane.levels[0].segments
    let roots = search.roots()
    guard segments.count > 1, score.stallCost == nil || secondCost > 0,
      let early = roots.map(\.end).min(), let late = roots.map(\.end).max()
    else { return nil }
    let room = Double(segments.count) * (score.utilities(of: session.lane).max() ?? 0) - value
    let longest = score.stallCost == nil ? 0 : min(room / secondCost, 1e6)
    let horizon = OptimumHorizon(
      session, score, playback: early - segments[0].duration.nanoseconds,
      longest: Double(late - early) / 1e9 + longest)
    return horizon.map { (OptimumPrice.tight($0, score, roots: roots), roots) }
  }
}
