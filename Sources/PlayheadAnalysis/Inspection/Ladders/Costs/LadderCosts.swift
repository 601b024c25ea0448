import PlayheadLadder
import PlayheadModel

/// Prices findings by playing the ladder as it is and with the fault put right.
struct LadderCosts {
  private let scenario: LadderScenario
  private let inspector: LadderInspector
  private let session: Session

  init(_ scenario: LadderScenario, _ inspector: LadderInspector) {
    self.scenario = scenario
    self.inspector = inspector
    session = Self.play(scenario)
  }

  private static func play(_ scenario: LadderScenario) -> Session {
    Scenario.ladder(scenario).play().session
  }

  /// What `finding` costs.
  func price(_ finding: LadderFinding) -> FindingPrice {
    guard let mended = LadderCorrection(inspector: inspector).ladder(without: finding) else {
      return .unknown
    }
    var other = scenario
    other.ladder = mended
    let without = Self.play(other)
    guard without.endReason == .ended, let startup = without.startup else { return .endless }
    guard session.endReason == .ended, let before = session.startup else {
      return .endsOnlyWithout
    }
    return .cost(
      InspectionCost(
        startup: before - startup, stalled: session.phases.stalled - without.phases.stalled))
  }
}
