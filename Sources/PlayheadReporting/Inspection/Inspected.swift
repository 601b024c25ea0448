package import PlayheadAnalysis

/// What came of something that was to be inspected.
package struct Inspected: Sendable {
  /// The path or URL as it was given.
  package var name: String
  /// What it was taken for.
  package var media: InspectedMedia
  /// The report, or why there is none.
  package var outcome: Outcome

  /// A report, or none.
  package enum Outcome: Sendable {
    /// A report.
    case report(InspectionReport)
    /// It could not be inspected, for a reason in words.
    case failure(String)
  }

  /// What came of what is called `name`.
  package init(name: String, _ media: InspectedMedia, _ outcome: Outcome) {
    self.name = name
    self.media = media
    self.outcome = outcome
  }

  /// The report; `nil` if there is none.
  package var report: InspectionReport? {
    if case .report(let report) = outcome { report } else { nil }
  }
}
