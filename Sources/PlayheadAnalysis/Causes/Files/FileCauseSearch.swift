import PlayheadModel

/// Looks for the changes that remove the waits of a session of a file.
struct FileCauseSearch: WaitSearch {
  let scenario: FileScenario
  var counterfactuals: Counterfactuals<FileScenario>
  /// The course of each track, once it is asked for.
  private var knownCourses: [TrackCourse]?

  init(_ scenario: FileScenario, _ counterfactuals: Counterfactuals<FileScenario>) {
    self.scenario = scenario
    self.counterfactuals = counterfactuals
  }

  static func told(_ change: ScenarioChange) -> WaitCause.Change { .file(change) }

  /// The cause of the startup.
  mutating func startupCause() -> WaitCause? {
    startupCause(by: [.indexAtFront, .interleaved, .requestPattern])
  }

  /// The cause of a long seek: of the file, the requests and the network, or that its target was
  /// not loaded.
  mutating func cause(ofSeek seek: Seek) -> WaitCause? {
    let changes: [ScenarioChange] = [
      .interleaved, .requestPattern, .keyframe(at: seek.to), .noSlowStart, .latency(.zero),
    ]
    let loaded = loadedTime(before: seek).map { ScenarioChange.seek(seek.number, to: $0) }
    return cause(ofSeek: seek, by: changes + [loaded].compactMap(\.self))
  }

  /// The course of each track.
  mutating func courses() -> [TrackCourse] {
    let courses = knownCourses ?? scenario.presentation.courses
    knownCourses = courses
    return courses
  }
}
