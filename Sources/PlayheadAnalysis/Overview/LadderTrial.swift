package import PlayheadLadder
package import PlayheadModel

/// A session of a ladder that is tried over a network.
package struct LadderTrial: ~Copyable, TrialSession {
  private let ladder: Ladder
  private var simulation: LadderSimulation

  /// The session of `scenario`, which has not begun.
  package init(_ scenario: LadderScenario) {
    ladder = scenario.ladder
    simulation = LadderSimulation(scenario)
  }

  /// Whether the buffer level is measured; its mean and its minimum mean nothing otherwise.
  package var recordsBufferLevels: Bool {
    get { simulation.recordsBufferLevels }
    set { simulation.recordsBufferLevels = newValue }
  }

  /// A faster link may lead a rule to a level that it does not carry.
  package var isMonotoneInRate: Bool { false }

  /// Nothing is known of other rates.
  package func outweighsRounding(_ requestCount: Int, at rate: BitRate) -> Bool { false }

  /// Whether it has stalled by now, or not started by `startupLimit`.
  package func hasFailed(startupLimit: WallTime) -> Bool {
    let player = simulation.currentPlayer
    return player.stallCount > 0 || !player.isStartupOver && player.wallTime > startupLimit
  }

  /// What is needed depends on the levels that a rule chooses.
  package func rateWithoutStops(startupLimit: WallTime, latency: WallTime) -> BitRate? { nil }

  /// Advances to the next instant at which something may happen; `false` once the session has
  /// ended.
  package mutating func step() -> Bool { simulation.step() }

  /// The figures of merit of the session, which is played to its end, with those of adaptation.
  package mutating func summary(damage: MediaDamage) -> SessionSummary {
    let played = simulation.run()
    return SessionSummary(
      played.session, damage: damage, adaptation: LadderSummary(played, of: ladder))
  }
}
