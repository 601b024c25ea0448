import PlayheadModel

/// Plays a scenario with changes, each combination once, within a budget.
struct Counterfactuals<Played: Replayable> {
  private let scenario: Played
  private let isCancelled: () -> Bool
  /// The session as it is.
  let base: PlayedWaits
  /// The session when each of the stalls had ended, as far as they are kept.
  private let forks: [Played.Replay]
  private var stepsLeft: Int
  /// How many more access units may be packed again.
  private var unitsLeft: Int
  private var outcomes: [[Played.Change]: PlayedWaits?] = [:]
  private var scenarios: [[Played.Change]: Played?] = [:]

  /// Whether the budget was not enough for something that was asked.
  private(set) var isExhausted = false

  /// As many forks are kept, the first ones.
  private static var maximumForks: Int { 16 }

  /// The session of `scenario`, or only its startup, with `budget` for what is played beside it;
  /// `nil` if it is cancelled.
  init?(
    _ scenario: Played, onlyStartup: Bool, budget: CauseBudget,
    isCancelled: @escaping () -> Bool
  ) {
    var scenario = scenario
    scenario.options.tickInterval = nil
    scenario.options.recordsEvents = true
    // With changes it may not go on for longer than it did.
    scenario.options.limit = scenario.limit
    self.scenario = scenario
    self.isCancelled = isCancelled
    var replay = scenario.replay
    var forks: [Played.Replay] = []
    var steps = 0
    var ended = 0
    while replay.step() {
      steps += 1
      if isCancelled() { return nil }
      if onlyStartup, replay.playback.isStartupOver { break }
      let stalls = replay.playback.stallCount
      if stalls > ended, !replay.playback.isInStall, forks.count < Self.maximumForks {
        ended = stalls
        forks.append(replay)
      }
    }
    self.forks = forks
    base = replay.waits
    stepsLeft = budget.steps(forSessionOf: steps + 1)
    unitsLeft = budget.units
  }

  /// The startup of the session with `changes`; `nil` as for its waits.
  mutating func startup(with changes: [Played.Change]) -> StallLength? {
    if let known = outcomes[changes] { return known?.startup }
    guard let scenario = scenario(with: changes) else { return nil }
    var replay = scenario.replay
    while !replay.playback.isStartupOver {
      guard mayStep() else { return nil }
      stepsLeft -= 1
      guard replay.step() else { break }
    }
    return replay.waits.startup
  }

  /// Whether the session with `change` plays through where the stall at `place` was; it is played
  /// only as far as it takes to tell.
  mutating func isClear(with change: Played.Change, of place: Int) -> Bool {
    if let known = outcomes[[change]] { return known.map { base.isClear($0, of: place) } ?? false }
    guard let changed = scenario(with: [change]) else { return false }
    guard changed.playsStraight else {
      return waits(with: [change]).map { base.isClear($0, of: place) } ?? false
    }
    let (lower, upper) = base.surroundings(of: place)
    var replay = changed.replay
    var stalls = 0
    repeat {
      guard mayStep() else { return false }
      stepsLeft -= 1
      let playhead = replay.playback.currentTime
      if replay.playback.stallCount > stalls {
        stalls = replay.playback.stallCount
        if lower.map({ playhead > $0 }) ?? true, upper.map({ playhead < $0 }) ?? true {
          return false
        }
      }
      if let upper, playhead >= upper { return true }
    } while replay.step()
    let waits = replay.waits
    outcomes[[change]] = waits
    return base.isClear(waits, of: place)
  }

  /// Whether the budget allows another step.
  private mutating func mayStep() -> Bool {
    if stepsLeft <= 0 || isCancelled() { isExhausted = true }
    return !isExhausted
  }

  /// The scenario with `changes`, one after the other; `nil` if one of them changes nothing.
  mutating func scenario(with changes: [Played.Change]) -> Played? {
    guard let last = changes.last else { return scenario }
    if let known = scenarios[changes] { return known }
    let before = scenario(with: changes.dropLast())
    unitsLeft -= before?.unitsRepacked(by: last) ?? 0
    guard unitsLeft >= 0 else {
      isExhausted = true
      return nil
    }
    let changed = before.flatMap { $0.changed(by: last) }
    scenarios[changes] = .some(changed)
    return changed
  }

  /// The waits of the session with `changes`; `nil` if one of them changes nothing, or if the
  /// budget is used up.
  mutating func waits(with changes: [Played.Change]) -> PlayedWaits? {
    if let known = outcomes[changes] { return known }
    guard !isExhausted else { return nil }
    guard let scenario = scenario(with: changes) else {
      outcomes[changes] = .some(nil)
      return nil
    }
    var replay = fork(for: changes, scenario)
    repeat {
      guard mayStep() else { return nil }
      stepsLeft -= 1
    } while replay.step()
    let waits = replay.waits
    outcomes[changes] = waits
    return waits
  }

  /// The session with `changes`, which has not ended: from its start or, where it only differs from
  /// then on, from the end of a stall.
  private func fork(for changes: [Played.Change], _ changed: Played) -> Played.Replay {
    guard changes.count == 1 else { return changed.replay }
    for fork in forks.reversed() {
      if let replay = changed.continuation(of: fork, with: changes[0]) { return replay }
    }
    return changed.replay
  }
}
