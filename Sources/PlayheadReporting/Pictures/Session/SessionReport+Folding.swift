import PlayheadModel

extension SessionReport {
  /// The report with no more rows of the timeline than pictures show: that of the same session with
  /// a longer tick.
  var folded: SessionReport {
    var report = self
    report.setting.subject.options.fold(&report.session.ticks)
    return report
  }
}

extension SessionOptions {
  /// Leaves only the rows in `ticks` that a longer tick has, if there are many.
  fileprivate mutating func fold(_ ticks: inout [Tick]) {
    guard ticks.count > Self.maximumFolded, let interval = tickInterval else { return }
    let factor = Self.factors.first { ticks.count / Int($0) <= Self.maximumFolded } ?? 1
    let longer = WallTime(nanoseconds: interval.nanoseconds * factor)
    tickInterval = longer
    let last = ticks.last?.wallTime
    ticks.removeAll {
      !$0.wallTime.nanoseconds.isMultiple(of: longer.nanoseconds) && $0.wallTime != last
    }
  }

  private static let maximumFolded = 600
  private static let factors: [Int64] = (0..<7).flatMap { power in
    [1, 2, 5].map { $0 * Int64(powerOfTen(power)) }
  }
}
