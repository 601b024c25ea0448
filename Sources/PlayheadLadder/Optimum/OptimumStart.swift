import PlayheadModel

/// Plans that start to play at the same time, and what holds for all of them.
struct OptimumStart {
  /// A situation after the first segment.
  struct Root {
    /// The level of the first segment.
    var level: Int
    /// When the next segment is requested.
    var request: Int64
    /// When the buffer runs empty.
    var end: Int64
  }

  /// The situations after the first segment.
  let roots: [Root]
  /// When the buffer runs empty after each segment without any stall.
  let ends: [Int64]
  /// When it does so at the earliest, as every plan stalls.
  let leastEnds: [Int64]
  /// How long every plan stalls in all, in nanoseconds.
  let forced: Int64

  /// Plans of which the first segment leads to `roots`, and that start to play at `started`; `nil`
  /// if the link never delivers a segment.
  init?(_ session: SequentialSession, roots: [Root], started: Int64) {
    let segments = session.lane.levels[0].segments
    guard var request = roots.map(\.request).min(), let least = roots.map(\.end).min() else {
      return nil
    }
    var end = started + segments[0].duration.nanoseconds
    var forced = least - end
    var (ends, leastEnds) = ([end], [least])
    for number in segments.indices.dropFirst() {
      let sent = session.earliestSent(WallTime(nanoseconds: request))
      let carried = session.link.carried(until: sent)
      var (ready, arrival) = (Int64.max, Int64.max)
      for level in session.lane.levels.indices {
        let coming = session.coming(number, level: level, sent: sent, carried: carried, end: end)
        guard let coming else { continue }
        ready = min(ready, coming.ready)
        arrival = min(arrival, coming.arrival)
      }
      guard arrival < .max else { return nil }
      forced = max(forced, ready - end)
      end += segments[number].duration.nanoseconds
      ends.append(end)
      leastEnds.append(end + forced)
      request = arrival
      if number + 1 < segments.count {
        request = max(arrival, session.timeOfRoom(for: number + 1, end: end + forced) ?? arrival)
      }
    }
    self.roots = roots
    self.ends = ends
    self.leastEnds = leastEnds
    self.forced = forced
  }
}
