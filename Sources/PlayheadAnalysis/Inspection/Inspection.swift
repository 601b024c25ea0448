package import PlayheadModel

/// What about a file matters for buffering, and what to do about it.
package struct Inspection: Sendable {
  /// What was measured.
  package let figures: MediaFigures
  /// What a reviewer would object to, by rule.
  package let findings: [Finding]
  /// What findings are priced on.
  package let reference: InspectionReference

  /// The inspection of `presentation`, which is of `index`.
  ///
  /// - Parameters:
  ///   - index: the index with its samples.
  ///   - presentation: what of it is played.
  ///   - decoding: what decoding found; `nil` if nothing was decoded, and then nobody knows whether
  ///     frames are damaged.
  ///   - reference: the link and the player on which findings are priced.
  package init(
    _ index: MediaIndex, _ presentation: Presentation, decoding: DecodingReport?,
    on reference: InspectionReference
  ) {
    let figures = MediaFigures(
      index, presentation, damage: MediaDamage(index, presentation, decoding: decoding))
    let inspector = Inspector(
      index: index, presentation: presentation, decoding: decoding, figures: figures)
    var findings = inspector.findings
    if !findings.isEmpty {
      let costs = FindingCosts(index, presentation, on: reference)
      for number in findings.indices {
        do throws(FindingCosts.Endless) {
          findings[number].cost = try costs.cost(of: findings[number])
        } catch {
          findings[number].isEndless = true
        }
        // A peak that the player rides out is one to be known.
        if findings[number].rule == .bitRatePeak, let cost = findings[number].cost,
          cost.waits > .zero
        {
          findings[number].severity = .warning
        }
      }
    }
    self.figures = figures
    self.findings = findings
    self.reference = reference
  }

  /// The severity of the worst finding; `nil` without any.
  package var worst: Severity? { findings.map(\.severity).max() }
}
