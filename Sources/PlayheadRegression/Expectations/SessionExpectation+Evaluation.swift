public import PlayheadAnalysis
public import PlayheadModel

extension SessionExpectation {
  /// Evaluates the expectation for a session with `summary` and `stalls`, and with `spread` where
  /// it is of many runs; without one, such an expectation does not hold.
  ///
  /// All comparisons are exact; ratios are compared in whole millionths, as reported.
  public func result(
    _ summary: SessionSummary, stalls: [Stall], spread: Spread? = nil
  ) -> ExpectationResult {
    switch condition {
    case .mostly(let condition, let share):
      guard let spread else {
        return ExpectationResult(self, actual: .none, holds: false, stalls: [])
      }
      let expectation = SessionExpectation(condition)
      let held = spread.count { expectation.result($0.summary, stalls: $0.stalls).holds }
      let count = spread.runs.count
      return ExpectationResult(
        self, actual: .runs(held: held, of: count),
        holds: Int128(held) * 1_000_000 >= Int128(share.millionths) * Int128(count), stalls: [])
    case .metric(let metric, let comparison, let bound):
      // That a session which never started did not end in some other way is no merit either.
      let isIdle = comparison != .equal && metric == .endReason && summary.startup == nil
      let actual = isIdle ? .neverStarted : summary.measurement(of: metric)
      let holds = comparison.holds(actual, bound)
      return ExpectationResult(
        self, actual: actual, holds: holds,
        stalls: holds ? [] : metric.offending(stalls, comparison, bound))
    case .noStall(let end):
      return result(summary, stalls, before: end) { stall in
        end.map { stall.start < $0 } ?? true
      }
    case .everyStall(let bound, let isStrict):
      return result(summary, stalls) { stall in
        isStrict ? stall.length >= .finite(bound) : stall.length > .finite(bound)
      }
    }
  }

  /// The result of a condition that no stall may violate.
  private func result(
    _ summary: SessionSummary, _ stalls: [Stall], before end: WallTime? = nil,
    _ offends: (Stall) -> Bool
  ) -> ExpectationResult {
    let offending = stalls.filter(offends)
    // A session that is frozen has no stalls, but that is not a pass.
    if let frozen = summary.frozen(before: end) {
      return ExpectationResult(self, actual: frozen, holds: false, stalls: offending)
    }
    return ExpectationResult(
      self, actual: .stalls(StallFindings(stalls)), holds: offending.isEmpty, stalls: offending)
  }
}

extension ComparisonOperator {
  /// Whether the comparison of `actual` with `bound`, of the same kind, is true.
  fileprivate func holds(_ actual: MeasuredValue, _ bound: MetricValue) -> Bool {
    switch actual {
    case .value(let value): value.compare(self, bound)
    case .unlimited: isLowerBound || self == .notEqual
    case .none, .stalls, .neverStarted, .neverResumed, .runs: false
    }
  }
}

extension MetricValue {
  /// Whether the comparison with `bound` is true; always false for another kind.
  fileprivate func compare(_ comparison: ComparisonOperator, _ bound: MetricValue) -> Bool {
    switch (self, bound) {
    case (.atLeast(let least), _): least.boundsFromBelow(comparison, bound)
    case (.wallTime(let value), .wallTime(let bound)): comparison.holds(value, bound)
    case (.mediaTime(let value), .mediaTime(let bound)): comparison.holds(value, bound)
    case (.count(let value), .count(let bound)), (.bytes(let value), .bytes(let bound)):
      comparison.holds(value, bound)
    case (.ratio(let value), .ratio(let bound)): comparison.holds(value, bound)
    case (.rate(let value), .rate(let bound)): comparison.holds(value, bound)
    case (.word(let value), .word(let bound)): comparison.holds(value, bound)
    case (.flag(let value), .flag(let bound)): (value == bound) == (comparison == .equal)
    default: false
    }
  }

  /// Whether the comparison with `bound` is true of every value that is at least this one.
  private func boundsFromBelow(_ comparison: ComparisonOperator, _ bound: MetricValue) -> Bool {
    switch comparison {
    case .atLeast, .greater: compare(comparison, bound)
    case .notEqual: compare(.greater, bound)
    case .less, .atMost, .equal: false
    }
  }
}

extension SessionMetric {
  /// The stalls that make this metric miss a bound; empty unless it measures stalls.
  fileprivate func offending(
    _ stalls: [Stall], _ comparison: ComparisonOperator, _ bound: MetricValue
  ) -> [Stall] {
    guard self == .longestStallSeconds else { return isOfStalls ? stalls : [] }
    return stalls.filter { !MetricValue($0.length).compare(comparison, bound) }
  }
}
