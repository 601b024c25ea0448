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
    var held = intervals
    held[held.count - 1].duration = max(.zero, end - (starts.last ?? .zero))
    return held.split(at: end).before.split(at: start).after.filter { $0.duration > .zero }
  }

  /// The intervals from a wall time on, of a profile that holds its last one.
  private func intervals(from start: WallTime) -> [Interval] {
    intervals.dropLast().split(at: start).after.filter { $0.duration > .zero } + [heldInterval]
  }
}
