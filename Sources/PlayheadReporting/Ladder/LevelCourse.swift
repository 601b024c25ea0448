package import PlayheadLadder
package import PlayheadModel

/// Which level each stretch of media was loaded at.
package struct LevelCourse: Hashable, Sendable {
  /// What was loaded from the start on, and from each replacement on.
  private let courses: [Course]
  let duration: MediaTime

  private struct Course: Hashable {
    /// When it begins.
    var start: WallTime
    /// Its stretches in the order of media time; the one loaded last where two overlap.
    var stretches: [Stretch]
  }

  private struct Stretch: Hashable {
    var range: TimeRange
    var level: Int
  }

  /// The levels of the lane numbered `lane` in `session`.
  package init(_ session: LadderSession, lane: Int, duration: MediaTime) {
    let replacements = session.segments.filter { $0.lane == lane && $0.isReplacement }
    let starts = [.zero] + replacements.map(\.wallTime)
    let ends = replacements.map { Optional($0.wallTime) } + [nil]
    courses = zip(starts, ends).map { start, end in
      let shown = session.shownSegments(lane: lane, during: end.map { .zero..<$0 })
      return Course(
        start: start, stretches: shown.map { Stretch(range: $0.range, level: $0.segment.level) })
    }
    self.duration = duration
  }

  /// The level of what was loaded at `time` by `wallTime`; `nil` if nothing was.
  package func level(at time: MediaTime, by wallTime: WallTime) -> Int? {
    let begun = courses.partitionPoint { $0.start > wallTime }
    guard begun > 0 else { return nil }
    let stretches = courses[begun - 1].stretches
    let following = stretches.partitionPoint { $0.range.start > time }
    guard following > 0 else { return stretches.first?.level }
    return stretches[following - 1].level
  }
}
