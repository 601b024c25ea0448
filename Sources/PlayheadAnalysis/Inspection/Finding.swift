/// Something about media that a reviewer would object to.
package struct Finding<Fault: Hashable & Sendable>: Hashable, Sendable {
  /// What was looked for.
  package let rule: InspectionRule
  /// How bad it is.
  package internal(set) var severity: Severity
  /// What was found, and where.
  package let fault: Fault
  /// What it costs viewers.
  package internal(set) var price = FindingPrice.unknown

  /// A finding, not priced; without a `severity`, it has that of most findings of `rule`.
  init(_ rule: InspectionRule, _ severity: Severity?, _ fault: Fault) {
    self.rule = rule
    self.severity = severity ?? rule.row.severity
    self.fault = fault
  }
}
