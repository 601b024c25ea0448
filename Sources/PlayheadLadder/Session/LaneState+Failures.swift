import PlayheadModel

/// Segments of a lane that cannot be played.
extension LaneState {
  /// Notes that `content` cannot be had at `level` for the segment that is loaded, and returns how
  /// often that was so.
  mutating func noteFailure(of content: Download.Content, at level: Int) -> Int {
    work.attempts[Attempted(level: level, content: content), default: 0] += 1
    return work.attempts[Attempted(level: level, content: content), default: 0]
  }

  /// A document of `level` is there: it and what is like it may fail as often as before.
  mutating func noteSuccess(of content: Download.Content, at level: Int) {
    guard !work.attempts.isEmpty else { return }
    work.attempts[Attempted(level: level, content: content)] = nil
  }

  /// Leaves `level` out until a time.
  mutating func exclude(_ level: Int, until wallTime: WallTime) {
    failures.exclusions[level] = wallTime
  }

  /// Whether `level` is left out at `wallTime`.
  func isExcluded(_ level: Int, at wallTime: WallTime) -> Bool {
    failures.exclusions[level].map { wallTime < $0 } ?? false
  }

  /// The level in place of `level`: if that is left out, the next below that is not, or else the
  /// next above; if all are, the same.
  func permitted(_ level: Int, at wallTime: WallTime) -> Int {
    guard !failures.exclusions.isEmpty, isExcluded(level, at: wallTime) else { return level }
    let others = (0..<levelCount).filter { !isExcluded($0, at: wallTime) }
    return others.last { $0 < level } ?? others.first ?? level
  }
}
