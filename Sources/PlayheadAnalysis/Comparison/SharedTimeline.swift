package import PlayheadModel

/// The rows of several sessions on one time line: the wall times at which each of them has a row of
/// its own, or has ended.
package struct SharedTimeline: Hashable, Sendable {
  /// What each session is at one wall time.
  package struct Row: Hashable, Sendable {
    /// The wall time.
    package let wallTime: WallTime
    /// The row of each session, its last one once it has ended; `nil` if it has none at all.
    package let ticks: [ComparedTick?]
  }

  /// The rows, in order.
  package let rows: [Row]

  /// The rows of sessions with the rows of `timelines`, each in order.
  package init(_ timelines: [[ComparedTick]]) {
    var next = timelines.map(\.startIndex)
    var rows: [Row] = []
    while true {
      // The first time at which one of them has a row that is not passed.
      let times = zip(timelines, next).compactMap { ticks, place in
        place < ticks.count ? ticks[place].wallTime : nil
      }
      guard let time = times.min() else { break }
      var isShared = true
      var ticks: [ComparedTick?] = []
      for (number, timeline) in timelines.enumerated() {
        if next[number] < timeline.count, timeline[next[number]].wallTime == time {
          ticks.append(timeline[next[number]])
          next[number] += 1
        } else {
          ticks.append(timeline.last)
          isShared = isShared && next[number] == timeline.count
        }
      }
      if isShared { rows.append(Row(wallTime: time, ticks: ticks)) }
    }
    self.rows = rows
  }
}
