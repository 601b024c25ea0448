import PlayheadModel

/// How many cases of some suites ended how.
package struct CheckTotals: Hashable, Sendable {
  /// How many cases there are, those not run included.
  package var caseCount = 0
  /// How many cases ended with each verdict; none where there is no entry.
  package var counts: [CaseResult.Verdict: Int] = [:]
  /// How many cases were left out.
  package var skippedCount = 0
  /// How many suites could not be read, so that nobody knows their cases.
  package var unreadableCount = 0

  /// The totals of `suites`.
  package init(_ suites: [SuiteResult]) {
    for suite in suites {
      caseCount += suite.cases.count + suite.skippedCount
      skippedCount += suite.skippedCount
      if !suite.problems.isEmpty { unreadableCount += 1 }
      for result in suite.cases { counts[result.verdict, default: 0] += 1 }
    }
  }

  /// The totals in one sentence without its full stop: `3 cases: 2 passed, 1 failed`.
  package var text: String {
    let parts = CaseResult.Verdict.allCases.compactMap { verdict in
      counts[verdict].map { "\($0) \(verdict.words)" }
    }
    let skipped = skippedCount > 0 ? ["\(skippedCount) not run"] : []
    let all = parts + skipped
    let cases = counted(caseCount, "case") + (all.isEmpty ? "" : ": \(all.joined(separator: ", "))")
    guard unreadableCount > 0 else { return cases }
    let suites = "\(counted(unreadableCount, "suite")) could not be read"
    return caseCount > 0 ? "\(cases), \(suites)" : suites
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
