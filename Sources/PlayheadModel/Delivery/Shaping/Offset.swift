extension BandwidthProfile {
  /// A copy that starts at `offset`: time `offset` becomes time zero.
  ///
  /// A profile that repeats continues with its beginning after its end, exactly as before; an
  /// offset of many passes equals one within a pass. A held last interval remains for any offset
  /// past the end.
  ///
  /// - Precondition: `offset` is not negative.
  public func starting(at offset: WallTime) -> BandwidthProfile {
    precondition(offset >= .zero, "a profile has no time before zero")
    guard offset > .zero else { return self }
    let note = "from \(offset.text) on"
    switch afterwards {
    case .repeats:
      let inPass = WallTime(nanoseconds: offset.nanoseconds % length.nanoseconds)
      let (before, after) = intervals.split(at: inPass)
      return replacing(intervals: after + before, note: note)
    case .holdsLast:
      let (_, after) = intervals.split(at: min(offset, length))
      return replacing(intervals: after.isEmpty ? [heldInterval] : after, note: note)
    }
  }

  /// The last interval with no duration of its own left.
  package var heldInterval: Interval {
    var held = intervals[intervals.count - 1]
    held.duration = .zero
    return held
  }
}

extension [BandwidthProfile.Interval] {
  /// The intervals before `time` and those after it; an interval that spans it is in both.
  package func split(at time: WallTime) -> (before: Self, after: Self) {
    var left = time
    for (index, interval) in enumerated() {
      if interval.duration > left {
        var (first, second) = (interval, interval)
        first.duration = left
        second.duration -= left
        return (
          self[..<index] + (left > .zero ? [first] : []), [second] + self[(index + 1)...]
        )
      }
      left -= interval.duration
    }
    return (self, [])
  }
}
