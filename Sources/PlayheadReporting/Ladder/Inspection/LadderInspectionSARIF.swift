import PlayheadAnalysis
import PlayheadFiles
import PlayheadLadder
import PlayheadModel

/// The findings about ladders as SARIF 2.1.0.
enum LadderInspectionSARIF {
  /// The log of `ladders` in UTF-8, with a newline at its end.
  static func bytes(_ ladders: [InspectedLadder]) -> [UInt8] {
    SARIFLog(
      rules: LadderInspectionRule.allCases.map {
        SARIFLog.Rule(
          id: $0.rawValue, title: $0.title, explanation: $0.explanation,
          usualSeverity: $0.usualSeverity)
      },
      files: ladders.map { ladder in
        switch ladder.outcome {
        case .failure(let reason): SARIFLog.File(name: ladder.name, failure: reason)
        case .report(let report):
          SARIFLog.File(
            name: report.media.name, bytes: nil,
            results: report.inspection.findings.map { result($0, report.media.ladder) })
        }
      }
    ).bytes
  }

  private static func result(_ finding: LadderFinding, _ ladder: Ladder) -> SARIFLog.Result {
    let words = LadderFindingWords(finding: finding, ladder: ladder)
    var cost: WallTime?
    if case .waits(let startup, let stalled)? = finding.cost { cost = startup + stalled }
    return SARIFLog.Result(
      rule: finding.rule.rawValue, severity: finding.severity,
      message: "\(words.sentence) \(words.limit) \(words.price)",
      fingerprint: "\(finding.rule.rawValue):\(finding.lane)",
      properties: ["costSeconds": .seconds(cost)])
  }
}
