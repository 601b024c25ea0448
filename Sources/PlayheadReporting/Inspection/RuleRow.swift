package import PlayheadAnalysis

/// What is said of all findings of one rule.
package struct RuleRow: Sendable {
  /// What is wrong, in a few words.
  package let title: String
  /// The severity of most findings.
  package let severity: Severity
  /// Why it matters, in a sentence or two.
  package let why: String
  /// The limit, a clause; `nil` where each finding states it.
  package let limit: String?
  /// Where the limit comes from; `nil` if it needs no source.
  package let source: String?
  /// Why a finding has no cost, as a sentence.
  package let withoutCost: String

  init(
    _ title: String, _ severity: Severity, why: String, limit: String? = nil,
    source: String? = nil,
    withoutCost: String =
      "Its cost is unknown: playback on the reference link does not end without it either."
  ) {
    self.title = title
    self.severity = severity
    self.why = why
    self.limit = limit
    self.source = source
    self.withoutCost = withoutCost
  }
}

/// A rule of inspections in words.
package protocol ExplainedRule: CaseIterable, RawRepresentable<String> {
  /// What is said of its findings.
  var row: RuleRow { get }
}
