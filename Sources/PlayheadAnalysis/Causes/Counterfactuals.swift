import PlayheadModel

/// Plays a scenario with changes, each combination once, within a budget.
struct Counterfactuals {
  private let scenario: Scenario
  private let isCancelled: () -> Bool
  /// The session as it is.
  let base: PlayedWaits
  /// The session when each of the stalls had ended, as far as they are kept.
  private let forks: [Simulation]
  private var stepsLeft: Int
  /// How many more access units may be packed again.
  private var unitsLeft: Int
  private var outcomes: [[ScenarioChange]: PlayedWaits?] = [:]
  private var scenarios: [[ScenarioChange]: Scenario?] = [:]

  /// Whether the budget was not enough for something that was asked.
  private(set) var isExhausted = false

  /// As many forks are kept, the first ones.
  private static let maximumForks = 16

  /// The session of `scenario`, or only its startup, with `budget` for what is played beside it; `nil` if
  /// it is cancelled.
  init?(
    _ scenario: Scenario, onlyStartup: Bool, budget: CauseBudget,
    isCancelled: @escaping () -> Bool
  ) {
    var scenario = scenario
    scenario.options.tickInterval = nil
    scenario.options.recordsEvents = true
    // With changes it may not go on for longer than it did.
    scenario.options.limit = scenario.limit
    self.scenario = scenario
    self.isCancelled = isCancelled
    var simulation = Self.simulation(scenario)
    var forks: [Simulation] = []
    var steps = 0
    var ended = 0
    while simulation.step() {
      steps += 1
      if isCancelled() { return nil }
      if onlyStartup, simulation.player.isStartupOver { break }
      let stalls = simulation.player.stallCount
      if stalls > ended, !simulation.player.isInStall, forks.count < Self.maximumForks {
        ended = stalls
        forks.append(simulation)
      }
    }
    self.forks = forks
    base = PlayedWaits(simulation)
    stepsLeft = budget.steps(forSessionOf: steps + 1)
    unitsLeft = budget.units
  }

  /// The session of `scenario`, of which only the waits count.
  private static func simulation(_ scenario: Scenario) -> Simulation {
    var simulation = Simulation(scenario)
    simulation.recordsBufferLevels = false
    return simulation
  }

  /// The startup of the session with `changes`; `nil` as for its waits.
  mutating func startup(with changes: [ScenarioChange]) -> StallLength? {
    if let known = outcomes[changes] { return known?.startup }
    guard let scenario = scenario(with: changes) else { return nil }
    var simulation = Self.simulation(scenario)
    while !simulation.player.isStartupOver {
      guard mayStep() else { return nil }
      stepsLeft -= 1
      guard simulation.step() else { break }
    }
    return PlayedWaits(simulation).startup
  }

  /// Whether the session with `change` plays through where the stall at `place` was; it is played only as
  /// far as it takes to tell.
  mutating func isClear(with change: ScenarioChange, of place: Int) -> Bool {
    if let known = outcomes[[change]] { return known.map { base.isClear($0, of: place) } ?? false }
    guard let changed = scenario(with: [change]) else { return false }
    guard changed.actions.isEmpty, changed.repeats == 0 else {
      return waits(with: [change]).map { base.isClear($0, of: place) } ?? false
    }
    let (lower, upper) = base.surroundings(of: place)
    var simulation = Self.simulation(changed)
    var stalls = 0
    repeat {
      guard mayStep() else { return false }
      stepsLeft -= 1
      let playhead = simulation.player.currentTime
      if simulation.player.stallCount > stalls {
        stalls = simulation.player.stallCount
        if lower.map({ playhead > $0 }) ?? true, upper.map({ playhead < $0 }) ?? true {
          return false
        }
      }
      if let upper, playhead >= upper { return true }
    } while simulation.step()
    let waits = PlayedWaits(simulation)
    outcomes[[change]] = waits
    return base.isClear(waits, of: place)
  }

  /// Whether the budget allows another step.
  private mutating func mayStep() -> Bool {
    if stepsLeft <= 0 || isCancelled() { isExhausted = true }
    return !isExhausted
  }

  /// The scenario with `changes`, one after the other; `nil` if one of them changes nothing.
  mutating func scenario(with changes: [ScenarioChange]) -> Scenario? {
    guard let last = changes.last else { return scenario }
    if let known = scenarios[changes] { return known }
    let before = scenario(with: changes.dropLast())
    if last.repacksMedia {
      unitsLeft -= before?.presentation.unitCount ?? 0
      guard unitsLeft >= 0 else {
        isExhausted = true
        return nil
      }
    }
    let changed = before.flatMap(last.applied)
    scenarios[changes] = .some(changed)
    return changed
  }

  /// The waits of the session with `changes`; `nil` if one of them changes nothing, or if the budget is
  /// used up.
  mutating func waits(with changes: [ScenarioChange]) -> PlayedWaits? {
    if let known = outcomes[changes] { return known }
    guard !isExhausted else { return nil }
    guard let scenario = scenario(with: changes) else {
      outcomes[changes] = .some(nil)
      return nil
    }
    var simulation = fork(for: changes, scenario)
    repeat {
      guard mayStep() else { return nil }
      stepsLeft -= 1
    } while simulation.step()
    let waits = PlayedWaits(simulation)
    outcomes[changes] = waits
    return waits
  }

  /// The session with `changes`, which has not ended: from its start or, where the link only differs
  /// from then on, from the end of a stall.
  private func fork(for changes: [ScenarioChange], _ changed: Scenario) -> Simulation {
    guard changes.count == 1, case .dipFilled(let start, _, _) = changes[0],
      var fork = forks.last(where: { $0.player.wallTime <= start })
    else { return Self.simulation(changed) }
    fork.switchLink(to: changed.link)
    return fork
  }
}

/// How much may be done to find the causes of a session, counted so that it is the same on every machine.
public struct CauseBudget: Hashable, Sendable {
  /// The maximum number of simulated steps for each step of the session itself.
  public var stepsPerStep: Int
  /// The number of simulated steps that any session may take.
  public var leastSteps: Int
  /// The maximum number of simulated steps.
  public var steps: Int
  /// The maximum number of access units that are packed again, those packed twice counted twice.
  public var units: Int

  /// A budget of the parts given; the default takes about a second at most.
  public init(
    stepsPerStep: Int = 25, leastSteps: Int = 10_000, steps: Int = 200_000,
    units: Int = 4_000_000
  ) {
    self.stepsPerStep = stepsPerStep
    self.leastSteps = leastSteps
    self.steps = steps
    self.units = units
  }

  /// The maximum number of steps for a session that takes `steps`.
  func steps(forSessionOf steps: Int) -> Int {
    let (product, isMore) = steps.multipliedReportingOverflow(by: stepsPerStep)
    return isMore ? self.steps : min(max(product, leastSteps), self.steps)
  }
}

extension ScenarioChange {
  /// Whether it goes through all access units of the media.
  fileprivate var repacksMedia: Bool {
    switch self {
    case .indexAtFront, .interleaved, .meanRate, .keyframe: true
    default: false
    }
  }
}

extension Presentation {
  /// About how many access units there are.
  fileprivate var unitCount: Int {
    lanes.reduce(0) { count, lane in
      count + lane.rendition.trackLoading.reduce(0) { $0 + $1.curve.steps.count }
    }
  }
}
