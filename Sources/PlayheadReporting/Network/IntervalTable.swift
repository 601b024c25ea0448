import PlayheadModel

/// A table of the first intervals of a profile.
struct IntervalTable {
  /// The most rows; further intervals are only counted.
  private static let maximumRows = 12

  let profile: BandwidthProfile
  let style: TextStyle

  var lines: [String] {
    var rows: [[String]] = []
    var start = WallTime.zero
    for (index, interval) in profile.intervals.prefix(Self.maximumRows).enumerated() {
      rows.append([
        style.durations.text(start.roundedToMilliseconds), duration(of: interval, at: index),
        interval.rate.text, style.durations.shortText(interval.latency.roundedToMicroseconds),
      ])
      start += interval.duration
    }
    // Columns that do not fit are left out from the right.
    let lines = TextTable(heading: ["start", "duration", "rate", "latency"], rows: rows)
      .fitting(style.width, dropping: [3, 2, 1]).lines(style)
    let rest = profile.intervals.count - Self.maximumRows
    return rest > 0 ? lines + ["and \(counted(rest, "more interval"))"] : lines
  }

  private func duration(of interval: BandwidthProfile.Interval, at index: Int) -> String {
    let isHeld = profile.afterwards == .holdsLast && index == profile.intervals.count - 1
    return isHeld ? "held" : style.durations.text(interval.duration.roundedToMilliseconds)
  }
}
