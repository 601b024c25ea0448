package import PlayheadLadder
package import PlayheadModel

/// Which level each stretch of media was loaded at.
package struct LevelCourse: Hashable, Sendable {
  /// The stretches in the order of media time; the one loaded last where two overlap.
  private let stretches: [Stretch]
  let duration: MediaTime

  private struct Stretch: Hashable {
    var range: TimeRange
    var level: Int
  }

  /// The levels of the lane numbered `lane` in `session`.
  package init(_ session: LadderSession, lane: Int, duration: MediaTime) {
    stretches = session.segments.filter { $0.lane == lane }
      .map { Stretch(range: $0.shown, level: $0.level) }
      .sorted { $0.range.start < $1.range.start }
    self.duration = duration
  }

  /// The level of what was loaded at `time`; `nil` if nothing was.
  func level(at time: MediaTime) -> Int? {
    let following = stretches.partitionPoint { $0.range.start > time }
    guard following > 0 else { return stretches.first?.level }
    return stretches[following - 1].level
  }
}
