/// What came of something that was to be inspected.
package struct Inspected<Report: Sendable>: Sendable {
  /// The path or URL as it was given.
  package var name: String
  /// The report, or why there is none.
  package var outcome: Outcome

  /// A report, or none.
  package enum Outcome: Sendable {
    /// A report.
    case report(Report)
    /// It could not be inspected, for a reason in words.
    case failure(String)
  }

  /// What came of what is called `name`.
  package init(name: String, _ outcome: Outcome) {
    self.name = name
    self.outcome = outcome
  }

  /// The report; `nil` if there is none.
  package var report: Report? {
    if case .report(let report) = outcome { report } else { nil }
  }
}
