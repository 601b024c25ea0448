extension SessionExpectation {
  /// Holds a session that came to `summary`, with `stalls`, against the expectation.
  ///
  /// All comparisons are exact; ratios are compared as the whole millionths that they are reported
  /// in.
  public func result(_ summary: SessionSummary, stalls: [Stall]) -> ExpectationResult {
    switch condition {
    case .metric(let metric, let comparison, let bound):
      let actual = summary.measurement(of: metric)
      let holds = comparison.holds(actual, bound)
      return ExpectationResult(
        self, actual: actual, holds: holds,
        stalls: holds ? [] : metric.offending(stalls, comparison, bound))
    case .noStall(let end):
      return result(summary, stalls) { stall in end.map { stall.start < $0 } ?? true }
    case .everyStall(let bound, let isStrict):
      return result(summary, stalls) { stall in
        isStrict ? stall.length >= .finite(bound) : stall.length > .finite(bound)
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
      self, actual: .stalls(StallFindings(stalls)), holds: offending.isEmpty, stalls: offending)
  }
}

extension Comparison {
  /// Whether what was measured stands so to `bound`, which is of the same kind.
  fileprivate func holds(_ actual: Measurement, _ bound: MetricValue) -> Bool {
    switch actual {
    case .value(let value): value.compare(self, bound)
    case .unlimited: isLowerBound || self == .notEqual
    case .none, .stalls, .neverStarted: false
    }
  }
}

extension MetricValue {
  /// Whether it stands so to `bound`; of another kind nothing does.
  fileprivate func compare(_ comparison: Comparison, _ bound: MetricValue) -> Bool {
    if let length = stallLength, let bound = bound.stallLength {
      return comparison.holds(length, bound)
    }
    return switch (self, bound) {
    case (.count(let value), .count(let bound)), (.bytes(let value), .bytes(let bound)):
      comparison.holds(value, bound)
    case (.ratio(let value), .ratio(let bound)): comparison.holds(value, bound)
    case (.rate(let value), .rate(let bound)): comparison.holds(value, bound)
    case (.word(let value), .word(let bound)): comparison.holds(value, bound)
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
      guard let bound = bound.stallLength else { return stalls }
      return stalls.filter { !comparison.holds($0.length, bound) }
    default: return []
    }
  }
}
