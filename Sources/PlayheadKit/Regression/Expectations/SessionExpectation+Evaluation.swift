extension SessionExpectation {
  /// Holds a session that came to `summary`, with `stalls`, against the expectation.
  ///
  /// All comparisons are exact; ratios are compared as the whole millionths that they are reported
  /// in.
  public func result(_ summary: SessionSummary, stalls: [Stall]) -> ExpectationResult {
    switch condition {
    case .metric(let metric, let comparison, let bound):
      let actual = summary.measurement(of: metric, stalls: stalls)
      let holds = comparison.holds(actual, bound)
      return ExpectationResult(
        self, actual: actual, holds: holds,
        stalls: holds ? [] : metric.offending(stalls, comparison, bound))
    case .noStall(let end):
      return result(summary, stalls) { stall in end.map { stall.start < $0 } ?? true }
    case .everyStall(let bound, let isStrict):
      return result(summary, stalls) { stall in
        // What is given up in the middle of a stall does not show that it ends.
        guard let duration = stall.duration, !summary.cutsOff(stall) else { return true }
        return isStrict ? duration >= bound : duration > bound
      }
    }
  }

  /// The result of a condition on stalls, of which none may offend.
  private func result(
    _ summary: SessionSummary, _ stalls: [Stall], _ offends: (Stall) -> Bool
  ) -> ExpectationResult {
    // Of a session that never began, that it never stalled is true and no comfort.
    guard summary.startup != nil else {
      return ExpectationResult(self, actual: .neverStarted, holds: false, stalls: [])
    }
    let offending = stalls.filter(offends)
    return ExpectationResult(
      self,
      actual: .stalls(StallFindings(stalls, isCutOff: stalls.last.map(summary.cutsOff) ?? false)),
      holds: offending.isEmpty, stalls: offending)
  }
}

extension SessionSummary {
  /// Whether the session was given up in the middle of `stall`.
  fileprivate func cutsOff(_ stall: Stall) -> Bool {
    endReason == .limit && stall.duration.map { stall.start + $0 == elapsed } ?? false
  }
}

extension Comparison {
  /// Whether what was measured stands so to `bound`, which is of the same kind.
  fileprivate func holds(_ actual: Measurement, _ bound: MetricValue) -> Bool {
    switch actual {
    case .value(let value): value.compare(self, bound)
    case .unlimited, .endless: isLowerBound || self == .notEqual
    case .none, .stalls, .neverStarted: false
    }
  }
}

extension MetricValue {
  /// Whether it stands so to `bound`; of another kind nothing does.
  fileprivate func compare(_ comparison: Comparison, _ bound: MetricValue) -> Bool {
    switch (self, bound) {
    case (.time(let value), .time(let bound)): comparison.holds(value, bound)
    case (.count(let value), .count(let bound)), (.bytes(let value), .bytes(let bound)):
      comparison.holds(value, bound)
    case (.ratio(let value), .ratio(let bound)): comparison.holds(value, bound)
    case (.rate(let value), .rate(let bound)): comparison.holds(value, bound)
    case (.word(let value), .word(let bound)): comparison.holds(value, bound)
    case (.flag(let value), .flag(let bound)): (value == bound) == (comparison == .equal)
    default: false
    }
  }
}

extension SessionMetric {
  /// The stalls of a session that make this metric miss a bound, as far as it counts stalls.
  fileprivate func offending(
    _ stalls: [Stall], _ comparison: Comparison, _ bound: MetricValue
  ) -> [Stall] {
    switch self {
    case .stallCount, .stallSeconds, .rebufferRatio, .rebufferRatioWatch, .stallsPerMinute:
      return stalls
    case .longestStallSeconds:
      guard case .time(let bound) = bound else { return stalls }
      return stalls.filter { stall in
        stall.duration.map { !comparison.holds($0, bound) } ?? true
      }
    default: return []
    }
  }
}
