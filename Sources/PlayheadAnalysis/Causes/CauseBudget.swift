/// How much may be done to find the causes of a session, counted so that it is the same on every
/// machine.
package struct CauseBudget: Hashable, Sendable {
  /// The maximum number of simulated steps for each step of the session itself.
  package var stepsPerStep: Int
  /// The number of simulated steps that any session may take.
  package var leastSteps: Int
  /// The maximum number of simulated steps.
  package var steps: Int
  /// The maximum number of access units that are packed again, those packed twice counted twice.
  package var units: Int

  /// A budget of the parts given; the default takes about a second at most.
  package init(
    stepsPerStep: Int = 25, leastSteps: Int = 10_000, steps: Int = 200_000,
    units: Int = 4_000_000
  ) {
    self.stepsPerStep = stepsPerStep
    self.leastSteps = leastSteps
    self.steps = steps
    self.units = units
  }

  /// A budget for sessions in which a program decides, which has to be started and asked for each.
  package static let ofPrograms = CauseBudget(stepsPerStep: 15, leastSteps: 2000, steps: 20_000)

  /// The maximum number of steps for a session that takes `steps`.
  func steps(forSessionOf steps: Int) -> Int {
    let (product, isMore) = steps.multipliedReportingOverflow(by: stepsPerStep)
    return isMore ? self.steps : min(max(product, leastSteps), self.steps)
  }
}
