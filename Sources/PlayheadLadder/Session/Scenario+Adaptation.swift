extension Scenario {
  /// How a player loads a ladder and chooses levels.
  package struct Adaptation: Hashable, Sendable {
    /// When and in which order it loads.
    package var loading: LadderLoading
    /// The rule of adaptation with its parameters; `nil` for one that has no name, so that nothing
    /// tells it from another one.
    package var rule: RuleChoice?

    /// The parts given.
    package init(loading: LadderLoading, rule: RuleChoice?) {
      self.loading = loading
      self.rule = rule
    }
  }

  /// How the player loads a ladder and chooses levels; `nil` for a file.
  package var adaptation: Adaptation? {
    if case .ladder(let scenario) = self { scenario.adaptation } else { nil }
  }
}

extension LadderScenario {
  /// How the player loads the ladder and chooses levels.
  package var adaptation: Scenario.Adaptation {
    Scenario.Adaptation(loading: player.loading, rule: choice)
  }
}
