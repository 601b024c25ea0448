import PlayheadLadder
import PlayheadModel

/// Prices findings by playing the ladder as it is and with the fault put right.
struct LadderCosts {
  private let scenario: LadderScenario
  private let inspector: LadderInspector
  private let session: LadderSession

  init(_ scenario: LadderScenario, _ inspector: LadderInspector) {
    self.scenario = scenario
    self.inspector = inspector
    session = Self.play(scenario)
  }

  private static func play(_ scenario: LadderScenario) -> LadderSession {
    var simulation = LadderSimulation(scenario)
    return simulation.run()
  }

  /// The cost of `finding`; `nil` if nothing shows what it would be without it.
  func cost(of finding: LadderFinding) -> LadderCost? {
    guard let mended = LadderCorrection(inspector: inspector).ladder(without: finding) else {
      return nil
    }
    var other = scenario
    other.ladder = mended
    let without = Self.play(other)
    guard without.session.endReason == .ended, let startup = without.session.startup else {
      return nil
    }
    guard session.session.endReason == .ended, let before = session.session.startup else {
      return .neverEnds
    }
    return .waits(
      startup: before - startup,
      stalled: session.session.phases.stalled - without.session.phases.stalled)
  }
}
