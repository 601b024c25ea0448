package import PlayheadModel

/// A place in the session of a scenario, at which one can look.
///
/// Going forward costs what happens on the way; going back plays the session again from its start.
package struct SessionCursor: Sendable {
  private let scenario: Scenario
  /// The session of a file.
  private var file: Simulation?
  /// The session of a ladder.
  private var ladder: LadderSimulation?
  /// The wall time that was last asked for.
  package private(set) var wallTime: WallTime = .zero

  /// The start of the session of `scenario`.
  package init(_ scenario: Scenario) {
    var scenario = scenario
    // Whoever looks wants the state only.
    scenario.options.tickInterval = nil
    scenario.options.recordsEvents = false
    self.scenario = scenario
    begin()
    move(to: .zero)
  }

  private mutating func begin() {
    switch scenario {
    case .file(let scenario): file = Simulation(scenario)
    case .ladder(let scenario): ladder = LadderSimulation(scenario)
    }
  }

  /// Goes to `wallTime`, behind everything that happens then, or to the end if that is earlier.
  package mutating func move(to wallTime: WallTime) {
    if wallTime < self.wallTime { begin() }
    self.wallTime = wallTime
    file?.run(until: wallTime)
    ladder?.run(until: wallTime)
  }

  /// The state of the session, as a row of a timeline; its time is earlier than asked for where the
  /// session has ended.
  package var tick: Tick {
    if let tick = file?.tick ?? ladder?.tick { return tick }
    preconditionFailure("a cursor without a session")
  }
}
