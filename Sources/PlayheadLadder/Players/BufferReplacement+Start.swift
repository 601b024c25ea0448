import PlayheadModel

/// A lane that turns to another level, as its player finds it.
struct LevelSwitch {
  let lane: LadderLane
  let number: Int
  /// The level that it turns to.
  let level: Int
  let playhead: MediaTime
  /// What is loaded around that; `nil` if nothing is.
  let loaded: TimeRange?
  /// The declared time from which the next segment would be chosen.
  let position: MediaTime
  /// The declared time at which the period of the next segment begins.
  let periodStart: MediaTime
  /// What was loaded of all lanes, in order.
  let segments: [LoadedSegment]
  /// Whether nothing was loaded since the latest jump.
  let isFirst: Bool
  /// Whether the playlist and the indexes of the level are loaded.
  let isOpened: Bool
  /// Whether the player plays or is to play.
  let isToPlay: Bool
}

extension BufferReplacement {
  /// From where what is loaded is replaced, as a declared time; `nil` if nothing is.
  func start(at change: LevelSwitch) -> MediaTime? {
    switch self {
    case .fromPlayhead: change.startAtPlayhead
    case .atEnd(let tolerance): change.startAtEnd(tolerance)
    }
  }
}

extension LevelSwitch {
  fileprivate var startAtPlayhead: MediaTime? {
    guard
      // Each period is loaded by itself.
      periodStart <= playhead,
      let shown = levelAtPlayhead, lane.levels[shown].bitRate < lane.levels[level].bitRate,
      let segment = lane.segment(at: playhead, level: level),
      // A gap has nothing to replace anything by.
      !lane.levels[level].segments[segment].isGap
    else { return nil }
    return playhead
  }

  /// The level of the segment that is loaded at the playhead, the one loaded last if several are.
  private var levelAtPlayhead: Int? {
    guard loaded != nil else { return nil }
    return segments.last { segment in
      guard segment.lane == number, segment.damage == nil else { return false }
      let declared = lane.levels[segment.level].segments[segment.segment].declared
      return declared.start <= playhead && playhead < declared.end
    }?.level
  }

  fileprivate func startAtEnd(_ tolerance: MediaTime) -> MediaTime? {
    let own = lane.levels[level].segments
    guard !isFirst, let last = segments.last(where: { $0.lane == number }),
      last.segment + 1 < own.count, !own[last.segment].isGap,
      own[last.segment].declared.start < position
    else { return nil }
    let segment = own[last.segment]
    var start = segment.declared.start
    let known = segments.last { $0.lane == number && $0.level == level && $0.damage == nil }
    if let known {
      guard known.segment < last.segment else { return nil }
      start = known.shown.end + (start - own[known.segment + 1].declared.start)
    }
    let end = start + segment.duration
    let loadedEnd = loaded?.end ?? playhead
    guard start <= loadedEnd, loadedEnd < end else { return nil }
    let isKnown =
      isOpened && isToPlay && loadedEnd + tolerance <= own.last?.declared.end ?? .zero
    // hls.js adds 5 ms, less than any tolerance but none (`fragmentWithinFastStartSwitch`).
    let slack = isKnown ? min(tolerance, .milliseconds(5)) : .zero
    let isFirstSwitchUp =
      last.segment == 0 && segment.declared.start == .zero && level > last.level
      && end <= lane.levels[last.level].segments[0].duration + slack
    let takesNext =
      isKnown && end - tolerance <= loadedEnd
      && Self.meetsNext(after: last.segment, of: own.count)
    return isFirstSwitchUp || takesNext ? nil : segment.declared.start
  }

  /// Whether a binary search among `count` segments looks at the one after `place` before `place`.
  private static func meetsNext(after place: Int, of count: Int) -> Bool {
    var low = 0
    var high = count - 1
    while true {
      let middle = (low + high) / 2
      if middle < place {
        low = middle + 1
      } else if middle <= place + 1 {
        return middle == place + 1
      } else {
        high = middle - 1
      }
    }
  }
}
