/// A plan made beforehand: a level for each segment, such as the optimum.
package struct PlannedRule: AdaptationRule, Hashable {
  /// The level of each segment, by its number.
  package let levels: [Int]
  /// What the plan is, as a reason: "best for the linear score".
  package let reason: String

  /// A plan of `levels`; after the last one, that one continues.
  ///
  /// - Precondition: there is a level, and none is negative.
  package init(levels: [Int], reason: String = "planned") {
    precondition(!levels.isEmpty && levels.allSatisfy { $0 >= 0 }, "a plan without levels")
    self.levels = levels
    self.reason = reason
  }

  /// Chooses the level planned for the segment at the position.
  package mutating func decide(_ observation: Observation) -> Decision {
    let number = observation.lane.segment(at: observation.position, level: 0) ?? levels.count
    let level = levels[min(number, levels.count - 1)]
    return Decision(level: min(level, observation.levels.count - 1), reason: reason)
  }
}
