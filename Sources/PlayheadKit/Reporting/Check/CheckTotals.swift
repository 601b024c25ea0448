/// How many cases of some suites ended how.
public struct CheckTotals: Hashable, Sendable {
  /// How many cases there are, those not run included.
  public var caseCount = 0
  /// How many cases ended with each verdict; none where there is no entry.
  public var counts: [CaseResult.Verdict: Int] = [:]
  /// How many cases were left out, as one before them had failed.
  public var skippedCount = 0

  /// The totals of `suites`.
  public init(_ suites: [SuiteResult]) {
    for suite in suites {
      caseCount += suite.cases.count + suite.skippedCount
      skippedCount += suite.skippedCount
      for result in suite.cases { counts[result.verdict, default: 0] += 1 }
    }
  }

  /// The totals in one sentence without its full stop: `3 cases: 2 passed, 1 failed`.
  public var text: String {
    let parts = CaseResult.Verdict.allCases.compactMap { verdict in
      counts[verdict].map { "\($0) \(verdict.words)" }
    }
    let skipped = skippedCount > 0 ? ["\(skippedCount) not run"] : []
    let all = parts + skipped
    return counted(caseCount, "case") + (all.isEmpty ? "" : ": \(all.joined(separator: ", "))")
  }
}

extension CaseResult.Verdict {
  /// What is said of a number of cases.
  fileprivate var words: String {
    switch self {
    case .passed: "passed"
    case .warned: "passed with a warning"
    case .failed: "failed"
    case .error: "could not run"
    }
  }
}
