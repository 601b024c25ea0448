import PlayheadModel
package import PlayheadReporting

/// The report of checks for people: a line for each case that passed, details of the others, and
/// the totals.
///
/// A case that is in no suite file has a line for each of its expectations.
package enum CheckText {
  /// The report, with a newline at its end.
  package static func text(_ suites: [SuiteResult], style: TextStyle) -> String {
    if suites.count == 1, suites[0].path == nil, suites[0].cases.count == 1 {
      let result = suites[0].cases[0]
      return joined(CaseText(result, style: style).detailLines(indent: 0) + [single(result)])
    }
    let parts = suites.map { suite in
      suite.title.heading(style)
        + suite.problems.flatMap { problem in
          WrappedRow(name: "error", nameWidth: 8, style: style.plain)
            .lines(naming: problem.text)
        }
        + suite.cases.filter { suite.listsPassed || $0.verdict != .passed }
        .flatMap { CaseText($0, style: style).lines }
        + CaseMatrix.matrices(of: suite.cases).flatMap { [""] + $0.lines(style) }
        + suite.notes.flatMap { note in
          WrappedRow(name: "note", nameWidth: 8, style: style.plain).lines(naming: note)
        }
    }
    let totals = WrappedRow(name: "", nameWidth: 0, style: style).lines(CheckTotals(suites).text)
    return joined(Array((parts + [totals]).joined(separator: [""])))
  }

  private static func joined(_ lines: [String]) -> String {
    lines.joined(separator: "\n") + "\n"
  }

  /// The totals of a case that stands alone.
  private static func single(_ result: CaseResult) -> String {
    guard case .ran(let session) = result.outcome else { return "could not run" }
    let count = session.results.count
    let failed = session.results.count { $0.verdict == .failed || $0.verdict == .warned }
    let others =
      (result.isStandstillRefused ? "; playback stands still" : "")
      + (result.isDamageRefused ? "; media damaged" : "")
    if failed == 0 { return "\(counted(count, "expectation")) passed\(others)" }
    return "\(failed) of \(counted(count, "expectation")) failed\(others)"
  }
}

extension SuiteResult: CustomStringConvertible {
  /// The report in text, so that a test that does not pass says why.
  public var description: String {
    CheckText.text([self], style: TextStyle(width: 100, usesUnicode: true, usesColor: false))
  }
}
