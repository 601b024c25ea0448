/// BBA-0, by Huang et al (2014): the bit rate is a function of the buffer level alone.
///
/// Below the reservoir it is the lowest, above reservoir and cushion the highest, and linear
/// between. The shares of the buffer are the paper's: 90 s and 126 s of 240 s.
package struct BBA0Rule: AdaptationRule, Hashable {
  /// The reservoir as a share of the buffer goal.
  package let reservoir: Double
  /// The cushion as a share of the buffer goal.
  package let cushion: Double

  /// A map with `reservoir` and `cushion`.
  ///
  /// - Precondition: both are positive.
  package init(reservoir: Double = 0.375, cushion: Double = 0.525) {
    precondition(reservoir > 0 && cushion > 0, "a map without a slope")
    self.reservoir = reservoir
    self.cushion = cushion
  }

  /// Moves as far as the map allows, and stays while it is between the neighbouring bit rates.
  package mutating func decide(_ observation: Observation) -> Decision {
    let levels = observation.levels
    let top = levels.count - 1
    let goal = observation.bufferGoal.seconds
    let level = observation.bufferSeconds
    if level <= reservoir * goal { return Decision(level: 0, reason: "buffer within reservoir") }
    if level >= reservoir * goal + cushion * goal {
      return Decision(level: top, reason: "buffer above cushion")
    }
    let (low, high) = (levels[0].bitsPerSecond, levels[top].bitsPerSecond)
    let mapped = low + (high - low) * (level - reservoir * goal) / (cushion * goal)
    let last = min(observation.lastLevel ?? 0, top)
    if mapped >= levels[min(last + 1, top)].bitsPerSecond {
      let chosen = levels.lastIndex { $0.bitsPerSecond < mapped } ?? 0
      return Decision(level: chosen, reason: "highest below the bit rate for the buffer level")
    }
    if mapped <= levels[max(last - 1, 0)].bitsPerSecond {
      let chosen = levels.firstIndex { $0.bitsPerSecond > mapped } ?? top
      return Decision(level: chosen, reason: "lowest above the bit rate for the buffer level")
    }
    return Decision(level: last, reason: "bit rate for the buffer level within one level")
  }
}
