/// The intervals of a profile in a table, cut after some rows.
struct IntervalTable {
  /// Longer profiles are counted from here on rather than listed.
  private static let mostRows = 12

  let profile: BandwidthProfile
  let style: TextStyle

  var lines: [String] {
    var rows = [["start", "duration", "rate", "latency"]]
    var start = MediaTime.zero
    for (index, interval) in profile.intervals.prefix(Self.mostRows).enumerated() {
      rows.append([
        style.durations.text(start), duration(of: interval, at: index), interval.rate.text,
        style.durations.shortText(interval.latency),
      ])
      start += interval.duration
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    // What does not fit goes, from the right; each is the less interesting one.
    var columns = widths.count
    while columns > 1, widths[..<columns].reduce(0, +) + 2 * (columns - 1) > style.width {
      columns -= 1
    }
    var lines = rows.map { row in
      (0..<columns).map { row[$0].leftPadded(to: widths[$0]) }.joined(separator: "  ")
    }
    lines[0] = style.set(lines[0], in: .dim)
    let rest = profile.intervals.count - Self.mostRows
    return rest > 0 ? lines + ["and \(counted(rest, "more interval"))"] : lines
  }

  private func duration(of interval: BandwidthProfile.Interval, at index: Int) -> String {
    let isHeld = profile.afterwards == .holdsLast && index == profile.intervals.count - 1
    return isHeld ? "for good" : style.durations.text(interval.duration)
  }
}
