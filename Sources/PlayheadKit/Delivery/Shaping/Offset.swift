extension BandwidthProfile {
  /// The profile as it is from `offset` on: what it did then, it now does at time zero.
  ///
  /// A profile that repeats goes on with its beginning after its end, exactly as it would have; an
  /// offset of many passes is one within a pass. Of one that holds its last interval, that is left
  /// from its end on.
  ///
  /// - Precondition: `offset` is not negative.
  public func starting(at offset: MediaTime) -> BandwidthProfile {
    precondition(offset >= .zero, "a profile has no time before zero")
    guard offset > .zero else { return self }
    let note = "from \(offset.text) on"
    switch afterwards {
    case .repeats:
      let inPass = MediaTime(nanoseconds: offset.nanoseconds % length.nanoseconds)
      let (before, after) = split(at: inPass)
      return replacing(intervals: after + before, note: note)
    case .holdsLast:
      let (_, after) = split(at: min(offset, length))
      return replacing(intervals: after.isEmpty ? [heldInterval] : after, note: note)
    }
  }

  /// The last interval, with nothing of its own duration left.
  private var heldInterval: Interval {
    var held = intervals[intervals.count - 1]
    held.duration = .zero
    return held
  }

  /// What lasts until `time`, and what lasts from then on; an interval across it is in both.
  private func split(at time: MediaTime) -> (before: [Interval], after: [Interval]) {
    var left = time
    for (index, interval) in intervals.enumerated() {
      if interval.duration > left {
        var (first, second) = (interval, interval)
        first.duration = left
        second.duration -= left
        return (
          intervals[..<index] + (left > .zero ? [first] : []), [second] + intervals[(index + 1)...]
        )
      }
      left -= interval.duration
    }
    return (intervals, [])
  }
}
