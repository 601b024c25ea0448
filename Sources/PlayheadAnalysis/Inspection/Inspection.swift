package import PlayheadLadder
package import PlayheadModel

/// What about media matters for streaming, and what to do about it.
package struct Inspection<Figures: Sendable, Fault: Hashable & Sendable>: Sendable {
  /// What was measured.
  package let figures: Figures
  /// What a reviewer would object to, by rule.
  package let findings: [Finding<Fault>]

  /// The severity of the worst finding; `nil` without any.
  package var worst: Severity? { findings.map(\.severity).max() }

  /// The inspection that found `findings`, in any order, with what they cost by `prices`, which is
  /// only asked for if there are any.
  private init(
    _ figures: Figures, _ findings: [Finding<Fault>],
    prices: () -> (Finding<Fault>) -> FindingPrice
  ) {
    self.figures = figures
    let price = findings.isEmpty ? nil : prices()
    self.findings = InspectionRule.allCases.flatMap { rule in
      findings.filter { $0.rule == rule }.map { finding in
        var finding = finding
        finding.price = price?(finding) ?? .unknown
        // What makes viewers wait is no mere note.
        if finding.severity == .note, rule.row.isWorseIfCostly, finding.price.isWait {
          finding.severity = .warning
        }
        return finding
      }
    }
  }
}

/// The inspection of a file.
package typealias FileInspection = Inspection<MediaFigures, FileFault>

extension FileInspection {
  /// The inspection of a file.
  ///
  /// - Parameters:
  ///   - index: its index with its samples.
  ///   - scenario: what of it is played, and the link and the player that findings are priced on.
  ///   - decoding: what decoding found; `nil` if nothing was decoded, and then nobody knows whether
  ///     frames are damaged.
  package init(_ index: MediaIndex, _ scenario: FileScenario, decoding: DecodingReport?) {
    let presentation = scenario.presentation
    let figures = MediaFigures(
      index, presentation, damage: MediaDamage(index, presentation, decoding: decoding))
    let inspector = FileInspector(
      index: index, presentation: presentation, decoding: decoding, figures: figures)
    self.init(figures, inspector.findings) { FileCosts(index, scenario).price }
  }
}

/// The inspection of a ladder.
package typealias LadderInspection = Inspection<LadderFigures, LaneFaults>

extension LadderInspection {
  /// The inspection of the ladder of `scenario`, whose link, player and rule findings are priced
  /// on.
  package init(_ scenario: LadderScenario) {
    let levels = scenario.ladder.figures()
    let inspector = LadderInspector(
      ladder: scenario.ladder, figures: levels, linkRate: scenario.link.profile.meanRate)
    let findings = inspector.findings
    let figures = LadderFigures(
      levels: levels,
      correctedVariants: CorrectedVariant.all(of: scenario.ladder, levels, mending: findings))
    self.init(figures, findings) { LadderCosts(scenario, inspector).price }
  }
}
