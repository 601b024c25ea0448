package import PlayheadModel

/// How far the viewer was behind the camera, over time: what is captured, less the playhead.
///
/// It counts from the first frame played to the end of the session or of the event, whichever is
/// first, and changes evenly between the times in ``course``.
package struct LiveLatency: Hashable, Sendable {
  /// The latency at the times at which its change changes, in order; where it jumps, both.
  package let course: [Point]
  /// The mean over time, to the nearest nanosecond.
  package let mean: MediaTime
  /// The least latency that is not exceeded in 95 of 100 parts of the time.
  package let percentile95: MediaTime

  /// A latency at a wall time.
  package struct Point: Hashable, Sendable, BitwiseCopyable {
    /// When.
    package var wallTime: WallTime
    /// How much it is.
    package var latency: MediaTime
  }

  /// The latency as the first frame is played.
  package var start: MediaTime { course[0].latency }
  /// The latency at the end.
  package var end: MediaTime { course[course.count - 1].latency }

  /// The latency in a session of which `record` is, of an event that lasts `duration`, which ended
  /// at `elapsed`; `nil` if nothing was played while the event was captured.
  package init?(_ record: LiveRecord, duration: MediaTime, elapsed: WallTime) {
    let captureEnd = WallTime(nanoseconds: duration.nanoseconds) - record.event.join
    let last = min(captureEnd, elapsed)
    guard let first = record.course.first, first.wallTime < last else { return nil }
    var places = record.course
    // After the last motion, the playhead stands still.
    if let end = places.last, end.wallTime < last {
      places.append(.init(wallTime: last, playhead: end.playhead))
    }
    if let cut = places.firstIndex(where: { $0.wallTime > last }) {
      let (before, after) = (places[cut - 1], places[cut])
      let share =
        Int128((after.playhead - before.playhead).nanoseconds)
        * Int128((last - before.wallTime).nanoseconds)
        / Int128((after.wallTime - before.wallTime).nanoseconds)
      places[cut] = .init(
        wallTime: last, playhead: before.playhead + MediaTime(nanoseconds: Int64(share)))
      places.removeSubrange((cut + 1)...)
    }
    let course = places.map { place in
      Point(
        wallTime: place.wallTime,
        latency: record.event.captured(at: place.wallTime) - place.playhead)
    }
    self.course = course
    let length = Int128((last - first.wallTime).nanoseconds)
    let twice = zip(course, course.dropFirst()).reduce(Int128(0)) { sum, pair in
      let time = Int128((pair.1.wallTime - pair.0.wallTime).nanoseconds)
      return sum + time * Int128(pair.0.latency.nanoseconds + pair.1.latency.nanoseconds)
    }
    mean = MediaTime(nanoseconds: Int64((twice + length) / (2 * length)))
    percentile95 = Self.least(of: course, notExceededFor: 95 * length)
  }

  /// The latency at `wallTime`; `nil` outside of the course.
  package func latency(at wallTime: WallTime) -> MediaTime? {
    let next = course.partitionPoint { $0.wallTime > wallTime }
    guard next > 0 else { return nil }
    let before = course[next - 1]
    guard next < course.count else {
      return before.wallTime == wallTime ? before.latency : nil
    }
    let after = course[next]
    let share =
      Int128((after.latency - before.latency).nanoseconds)
      * Int128((wallTime - before.wallTime).nanoseconds)
      / Int128((after.wallTime - before.wallTime).nanoseconds)
    return before.latency + MediaTime(nanoseconds: Int64(share))
  }

  /// The least latency that `course` does not exceed for `hundredths` of its time in nanoseconds.
  private static func least(of course: [Point], notExceededFor hundredths: Int128) -> MediaTime {
    let all = course.map(\.latency.nanoseconds)
    var (low, high) = (all.min() ?? 0, all.max() ?? 0)
    while low < high {
      let middle = low + (high - low) / 2
      if 100 * time(of: course, upTo: middle) >= hundredths {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return MediaTime(nanoseconds: low)
  }

  /// How long `course` has a latency of up to `limit`, rounded down for each of its parts.
  private static func time(of course: [Point], upTo limit: Int64) -> Int128 {
    zip(course, course.dropFirst()).reduce(0) { sum, pair in
      let time = Int128((pair.1.wallTime - pair.0.wallTime).nanoseconds)
      let least = min(pair.0.latency, pair.1.latency).nanoseconds
      let most = max(pair.0.latency, pair.1.latency).nanoseconds
      if limit >= most { return sum + time }
      if limit < least { return sum }
      return sum + time * Int128(limit - least) / Int128(most - least)
    }
  }
}
