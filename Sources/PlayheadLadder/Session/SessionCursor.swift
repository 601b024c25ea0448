package import PlayheadModel
import Synchronization

/// A place in the session of a scenario, at which one can look.
///
/// Going forward costs what happens on the way; going back, or on from a copy, plays the session
/// again from its start.
package struct SessionCursor: Sendable {
  private let scenario: Scenario
  private var session: Running
  /// The wall time that was last asked for.
  package private(set) var wallTime: WallTime = .zero

  /// A session that runs, of which there is one even where the cursor is copied.
  private final class Running: Sendable {
    private let engine: Mutex<Engine>

    init(_ scenario: Scenario) { engine = Mutex(Engine(scenario)) }

    var tick: Tick { engine.withLock { $0.tick } }
    func run(until wallTime: WallTime) { engine.withLock { $0.run(until: wallTime) } }
  }

  private enum Engine: ~Copyable, Sendable {
    case file(Simulation)
    case ladder(LadderSimulation)

    /// The session of `scenario`, which has not begun.
    init(_ scenario: Scenario) {
      switch scenario {
      case .file(let scenario): self = .file(Simulation(scenario))
      case .ladder(let scenario): self = .ladder(LadderSimulation(scenario))
      }
    }

    var tick: Tick {
      switch self {
      case .file(let simulation): simulation.tick
      case .ladder(let simulation): simulation.tick
      }
    }

    mutating func run(until wallTime: WallTime) {
      switch consume self {
      case .file(var simulation):
        simulation.run(until: wallTime)
        self = .file(simulation)
      case .ladder(var simulation):
        simulation.run(until: wallTime)
        self = .ladder(simulation)
      }
    }
  }

  /// The start of the session of `scenario`.
  package init(_ scenario: Scenario) {
    var scenario = scenario
    // Whoever looks wants the state only.
    scenario.options.tickInterval = nil
    scenario.options.recordsEvents = false
    self.scenario = scenario
    session = Running(scenario)
    move(to: .zero)
  }

  /// Goes to `wallTime`, behind everything that happens then, or to the end if that is earlier.
  package mutating func move(to wallTime: WallTime) {
    if wallTime < self.wallTime || !isKnownUniquelyReferenced(&session) {
      session = Running(scenario)
    }
    self.wallTime = wallTime
    session.run(until: wallTime)
  }

  /// The state of the session, as a row of a timeline; its time is earlier than asked for where the
  /// session has ended.
  package var tick: Tick { session.tick }
}
