/// The intervals of a profile in a table, cut after some rows.
struct IntervalTable {
  /// Longer profiles are counted from here on rather than listed.
  private static let mostRows = 12

  let profile: BandwidthProfile
  let style: TextStyle

  var lines: [String] {
    var rows: [[String]] = []
    var start = MediaTime.zero
    for (index, interval) in profile.intervals.prefix(Self.mostRows).enumerated() {
      rows.append([
        style.durations.text(start.roundedToMilliseconds), duration(of: interval, at: index),
        interval.rate.text, style.durations.shortText(interval.latency.roundedToMicroseconds),
      ])
      start += interval.duration
    }
    // What does not fit goes, from the right; each is the less interesting one.
    let lines = TextTable(heading: ["start", "duration", "rate", "latency"], rows: rows)
      .fitting(style.width, dropping: [3, 2, 1]).lines(style)
    let rest = profile.intervals.count - Self.mostRows
    return rest > 0 ? lines + ["and \(counted(rest, "more interval"))"] : lines
  }

  private func duration(of interval: BandwidthProfile.Interval, at index: Int) -> String {
    let isHeld = profile.afterwards == .holdsLast && index == profile.intervals.count - 1
    return isHeld ? "held" : style.durations.text(interval.duration.roundedToMilliseconds)
  }
}
