import PlayheadModel

extension SessionReport {
  /// The report with no more rows of the timeline than pictures show: that of the same session with
  /// a longer tick.
  var folded: SessionReport {
    guard session.ticks.count > Self.maximumRows,
      let interval = setting.scenario.options.tickInterval
    else { return self }
    let factor = Self.factors.first { session.ticks.count / Int($0) <= Self.maximumRows } ?? 1
    let longer = WallTime(nanoseconds: interval.nanoseconds * factor)
    var report = self
    report.setting.scenario.options.tickInterval = longer
    let last = session.ticks.last?.wallTime
    report.session.ticks = session.ticks.filter {
      $0.wallTime.nanoseconds.isMultiple(of: longer.nanoseconds) || $0.wallTime == last
    }
    return report
  }

  private static let maximumRows = 600
  private static let factors: [Int64] = (0..<7).flatMap { power in
    [1, 2, 5].map { $0 * Int64(powerOfTen(power)) }
  }
}
