import PlayheadModel

/// Copies of levels on other servers, which players turn to after failures.
extension LadderSimulation {
  /// The copy of `level` that a lane turns to where that fails; `nil` if none is left.
  func nextCopy(of level: Int, lane number: Int, by rule: SegmentFailureRule) -> Int? {
    guard let use = rule.copies, use.reach != .attempt else { return nil }
    let next = (lanes[number].copies.inUse[level] ?? 0) + 1
    return next <= ladder.lanes[number].levels[level].copies.count ? next : nil
  }

  /// Has a lane load `level` from a copy, and all others with it where the player does so.
  mutating func turn(_ number: Int, level: Int, to copy: Int, for reach: CopyUse.Reach) {
    guard reach == .ladder else {
      lanes[number].turn(
        to: ladder.lanes[number].levels[level].from(copy: copy), number: level, copy: copy,
        isForAttempt: reach == .attempt)
      return
    }
    for lane in lanes.indices {
      // What another lane fetches now is on its way already.
      lanes[lane].copies.next = copy
      lanes[lane].failures.exclusions = [:]
    }
    takeNextCopy(number)
    failureCount = 0
  }

  /// Begins a segment: from the server that another lane has turned to, or from the first where
  /// only an attempt was made at another.
  mutating func settleCopies(of number: Int) {
    takeNextCopy(number)
    guard lanes[number].copies.isForAttempt else { return }
    for level in lanes[number].copies.inUse.keys {
      turn(number, level: level, to: 0, for: .attempt)
    }
  }

  private mutating func takeNextCopy(_ number: Int) {
    guard let copy = lanes[number].copies.next else { return }
    lanes[number].copies.next = nil
    for (level, contents) in ladder.lanes[number].levels.enumerated()
    where copy <= contents.copies.count {
      lanes[number].turn(
        to: contents.from(copy: copy), number: level, copy: copy, isForAttempt: false)
    }
  }
}

extension Level {
  /// The level with what is fetched from its copy number `copy`; of zero, itself.
  ///
  /// What it declares stays, as a change to the level may have changed that.
  fileprivate func from(copy: Int) -> Level {
    guard copy > 0 else { return self }
    let other = copies[copy - 1]
    var level = self
    (level.playlist, level.indexes) = (other.playlist, other.indexes)
    (level.initializations, level.keys) = (other.initializations, other.keys)
    level.segments = other.segments
    return level
  }
}
