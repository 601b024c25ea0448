package import PlayheadLadder
package import PlayheadModel

/// Which level each stretch of media was loaded at.
package struct LevelCourse: Hashable, Sendable {
  /// When each course begins: what was loaded from the start on, and from each replacement on.
  private let starts: [WallTime]
  /// The version of each course; of stretches that overlap, the one loaded last.
  private let versions: [LevelVersions.Version]
  private let levels: LevelVersions
  let duration: MediaTime

  /// The levels of the lane numbered `lane` in `session`.
  package init(_ session: LadderSession, lane: Int, duration: MediaTime) {
    var shown = ShownParts()
    var changes: [(start: MediaTime, level: Int?)] = []
    // How many changes there are in each course.
    var counts: [Int] = []
    var starts = [WallTime.zero]
    var latest: (wallTime: WallTime, count: Int) = (.zero, 0)
    for (number, segment) in session.segments.enumerated() where segment.lane == lane {
      if segment.begun != latest.wallTime { latest = (segment.begun, changes.count) }
      if segment.isReplacement, starts.last != segment.begun {
        starts.append(segment.begun)
        counts.append(latest.count)
      }
      for start in Set(shown.add(segment, numbered: number)) {
        changes.append((start, shown.segment(startingAt: start).map { session.segments[$0].level }))
      }
    }
    counts.append(changes.count)

    var levels = LevelVersions(of: changes.map(\.start))
    var version = levels.empty
    var done = 0
    versions = counts.map { count in
      for change in changes[done..<count] {
        version = levels.setting(change.level, at: change.start, in: version)
      }
      done = count
      return version
    }
    self.levels = levels
    self.starts = starts
    self.duration = duration
  }

  /// The level of what was loaded at `time` by `wallTime`; `nil` if nothing was.
  package func level(at time: MediaTime, by wallTime: WallTime) -> Int? {
    let begun = starts.partitionPoint { $0 > wallTime }
    guard begun > 0 else { return nil }
    return levels.level(at: time, in: versions[begun - 1])
  }
}
