extension PlayedSession {
  /// The figures of adaptation of the session of `scenario`, with the distances to the optimum for
  /// `objectives`; `nil` for a file.
  package func adaptation(
    in scenario: Scenario, optimumFor objectives: [Optimum.Objective] = []
  ) -> LadderSummary? {
    guard case .ladder(let scenario) = scenario, let ladder else { return nil }
    var adaptation = LadderSummary(ladder, of: scenario.ladder)
    adaptation.findOptimumGaps(of: ladder, in: scenario, for: objectives)
    return adaptation
  }
}
