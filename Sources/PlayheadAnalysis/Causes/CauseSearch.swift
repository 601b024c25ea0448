import PlayheadModel

/// Looks for the changes that remove the waits of a session.
struct CauseSearch {
  let scenario: Scenario
  var counterfactuals: Counterfactuals
  /// The course of each track, once it is asked for.
  private var knownCourses: [TrackCourse]?

  var base: PlayedWaits { counterfactuals.base }
  var isExhausted: Bool { counterfactuals.isExhausted }

  init(_ scenario: Scenario, _ counterfactuals: Counterfactuals) {
    self.scenario = scenario
    self.counterfactuals = counterfactuals
  }

  /// The course of each track.
  mutating func courses() -> [TrackCourse] {
    let courses = knownCourses ?? scenario.presentation.courses
    knownCourses = courses
    return courses
  }

  mutating func cause(
    _ changes: [ScenarioChange], _ stall: PlayedWaits.Stall
  ) -> WaitCause? {
    let resumed = stall.length.time.map { stall.start + $0 } ?? base.elapsed
    return cause(changes, saves: stall.length, until: resumed, stall)
  }

  /// The cause of a wait that ended at `until`, which `changes` remove.
  mutating func cause(
    _ changes: [ScenarioChange], saves: StallLength, until: WallTime,
    _ stall: PlayedWaits.Stall? = nil
  ) -> WaitCause? {
    let parts = changes.compactMap { change in
      facts(of: change, until: until, stall).map { WaitCause.Part(change: change, facts: $0) }
    }
    guard parts.count == changes.count else { return nil }
    return WaitCause(
      parts: parts, saves: saves,
      sessionSaves: counterfactuals.waits(with: changes).flatMap {
        base.waited.saved(by: $0.waited)
      })
  }
}
