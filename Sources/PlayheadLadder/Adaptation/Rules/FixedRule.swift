/// Always the same level.
package struct FixedRule: AdaptationRule, Hashable {
  /// The number of the level; a lane with fewer levels plays its highest.
  package let level: Int

  /// The level of the number `level`.
  ///
  /// - Precondition: `level` is not negative.
  package init(level: Int) {
    precondition(level >= 0, "a negative level")
    self.level = level
  }

  /// Chooses the level.
  package mutating func decide(_ observation: Observation) -> Decision {
    let top = observation.levels.count - 1
    return level <= top
      ? Decision(level: level, reason: "fixed")
      : Decision(level: top, reason: "fixed above the highest level")
  }
}
