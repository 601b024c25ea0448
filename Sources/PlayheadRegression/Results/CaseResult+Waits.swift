import PlayheadAnalysis

extension CaseResult {
  /// Whether it does not pass, and an expectation on waits, a standstill or the baseline is why.
  var isBlamedOnWaits: Bool {
    guard case .ran(let session) = outcome else { return false }
    return isStandstillRefused || comparison?.hasFailed == true
      || session.results.contains { result in
        (result.verdict == .failed || result.verdict == .warned) && result.concernsWaits
      }
  }
}

extension ExpectationResult {
  /// Whether it bounds the startup, stalls or seeks.
  var concernsWaits: Bool {
    switch expectation.condition.ofOneSession {
    case .noStall, .everyStall, .mostly: true
    case .metric(let metric, _, _):
      metric.isOfStalls || metric.isOfSeeks
        || [.startupSeconds, .elapsedSeconds, .endReason].contains(metric)
    }
  }
}
