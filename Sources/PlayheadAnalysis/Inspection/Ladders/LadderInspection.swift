package import PlayheadLadder
import PlayheadModel

/// What about a ladder matters for streaming, and what it costs.
package struct LadderInspection: Sendable {
  /// What was measured of each level of each lane.
  package let figures: [[LevelFigures]]
  /// What a reviewer would object to, by rule.
  package let findings: [LadderFinding]
  /// The tags of a multivariant playlist's variants as they would be right; empty if they are.
  package let correctedVariants: [CorrectedVariant]

  /// The inspection of the ladder of `scenario`, whose link, player and rule findings are priced
  /// on.
  package init(_ scenario: LadderScenario) {
    let figures = scenario.ladder.figures()
    let inspector = LadderInspector(
      ladder: scenario.ladder, figures: figures, linkRate: scenario.link.profile.meanRate)
    var findings = inspector.findings
    if !findings.isEmpty {
      let costs = LadderCosts(scenario, inspector)
      for number in findings.indices {
        findings[number].cost = costs.cost(of: findings[number])
        // What makes viewers wait is no mere note.
        if findings[number].severity == .note, findings[number].cost?.isCostly ?? false {
          findings[number].severity = .warning
        }
      }
    }
    self.figures = figures
    self.findings = findings
    correctedVariants = CorrectedVariant.all(
      of: scenario.ladder, figures, mending: findings)
  }

  /// The severity of the worst finding; `nil` without any.
  package var worst: Severity? { findings.map(\.severity).max() }
}
