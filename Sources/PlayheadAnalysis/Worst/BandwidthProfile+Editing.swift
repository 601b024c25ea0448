package import PlayheadModel

extension BandwidthProfile {
  /// More intervals than this are not written out.
  private static let maximumUnrolled = 20_000

  /// The same network up to `end`, with its repeats written out; what comes then is held.
  package func unrolled(until end: WallTime) -> BandwidthProfile {
    guard afterwards == .repeats, length > .zero else {
      return replacing(afterwards: .holdsLast, note: nil)
    }
    var unrolled: [Interval] = []
    var time = WallTime.zero
    if intervals.count == 1 {
      unrolled = intervals
    } else {
      while time < end, unrolled.count < Self.maximumUnrolled {
        for interval in intervals where interval.duration > .zero && time < end {
          unrolled.append(interval)
          time += interval.duration
        }
      }
    }
    return BandwidthProfile(
      unchecked: name, unrolled, .holdsLast, jitter: jitter,
      notes: Self.notes(on: unrolled, .holdsLast))
  }

  /// The instants at which an interval begins, the first at zero.
  package var starts: [WallTime] {
    var time = WallTime.zero
    return intervals.map { interval in
      defer { time += interval.duration }
      return time
    }
  }

  /// The intervals of a profile that holds its last one, with a change from `start` to `end`.
  func changing(
    from start: WallTime, to end: WallTime, _ change: (inout Interval) -> Void
  ) -> [Interval] {
    var changed = intervals(from: start, to: end)
    for place in changed.indices { change(&changed[place]) }
    return intervals(from: .zero, to: start) + changed + intervals(from: end)
  }

  /// The intervals from one wall time to another, cut where these are, of a profile that holds its
  /// last one.
  package func intervals(from start: WallTime, to end: WallTime) -> [Interval] {
    var cut: [Interval] = []
    for (number, from) in starts.enumerated() {
      var interval = intervals[number]
      let isLast = number == intervals.count - 1
      let to = isLast ? end : min(from + interval.duration, end)
      interval.duration = to - max(from, start)
      if interval.duration > .zero { cut.append(interval) }
    }
    return cut
  }

  /// The intervals from a wall time on, of a profile that holds its last one.
  private func intervals(from start: WallTime) -> [Interval] {
    var rest: [Interval] = []
    for (number, from) in starts.enumerated() {
      var interval = intervals[number]
      if number == intervals.count - 1 {
        interval.duration = .zero
      } else {
        interval.duration = from + interval.duration - max(from, start)
        guard interval.duration > .zero else { continue }
      }
      rest.append(interval)
    }
    return rest
  }
}
