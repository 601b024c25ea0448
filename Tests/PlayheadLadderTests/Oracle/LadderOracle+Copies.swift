import PlayheadKit
import PlayheadLadder

/// Copies of levels on other servers.
extension LadderOracle {
  /// The copy that follows the one in use, for a player that turns to it for longer than an
  /// attempt.
  func copy(after job: OracleLane.Job, _ number: Int, _ rule: SegmentFailureRule) -> Int? {
    guard let use = rule.copies, use.reach != .attempt else { return nil }
    let next = (lanes[number].copies[job.level] ?? 0) + 1
    return next > scenario.ladder.lanes[number].levels[job.level].copies.count ? nil : next
  }

  /// Turns to a copy for as long as the player does.
  mutating func turn(to copy: Int, _ job: OracleLane.Job, _ number: Int, _ use: CopyUse) {
    switch use.reach {
    case .attempt:
      lanes[number].isCopyForAttempt = true
      place(copy, at: job.level, number)
    case .level: renew(copy, at: job.level, number)
    case .ladder:
      for lane in lanes.indices {
        lanes[lane].nextCopy = copy
        lanes[lane].leftOut = [:]
      }
      follow(number)
      failuresInARow = 0
    }
  }

  /// Turns to the copy that another lane has turned to.
  private mutating func follow(_ number: Int) {
    guard let copy = lanes[number].nextCopy else { return }
    lanes[number].nextCopy = nil
    for (level, contents) in scenario.ladder.lanes[number].levels.enumerated()
    where contents.copies.count >= copy {
      renew(copy, at: level, number)
    }
  }

  /// Has the next segment begin with the levels themselves.
  mutating func endAttempts(_ number: Int) {
    follow(number)
    guard lanes[number].isCopyForAttempt else { return }
    lanes[number].isCopyForAttempt = false
    for level in lanes[number].copies.keys { place(0, at: level, number) }
  }

  private mutating func place(_ copy: Int, at level: Int, _ number: Int) {
    let own = scenario.ladder.lanes[number].levels[level]
    lanes[number].copies[level] = copy
    var levels = lanes[number].lane.levels
    levels[level] = ([own] + own.copies)[copy]
    lanes[number].lane = LadderLane(lanes[number].lane.kind, levels: levels)
  }

  /// Turns to a copy, of which nothing is known yet if it has a playlist of its own.
  private mutating func renew(_ copy: Int, at level: Int, _ number: Int) {
    guard lanes[number].copies[level] ?? 0 != copy else { return }
    place(copy, at: level, number)
    lanes[number].failures[level] = nil
    for content in lanes[number].documentFailures.keys {
      lanes[number].documentFailures[content]?[level] = nil
    }
    guard lanes[number].lane.levels[level].playlist != nil else { return }
    lanes[number].playlists.remove(level)
    if !lanes[number].lane.levels[level].indexes.isEmpty {
      lanes[number].indexes.remove(level)
      lanes[number].indexCounts[level] = 0
    }
    lanes[number].initializations = lanes[number].initializations.filter { $0[0] != level }
  }
}
