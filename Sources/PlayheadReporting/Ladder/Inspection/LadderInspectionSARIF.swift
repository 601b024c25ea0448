import PlayheadAnalysis
import PlayheadLadder
import PlayheadModel

extension LadderInspectionReport {
  /// The findings as SARIF tells them.
  package var artifact: SARIFLog.File {
    SARIFLog.File(
      name: subject.media.name, bytes: nil,
      results: inspection.findings.map { Self.result($0, subject.media.ladder) })
  }

  private static func result(_ finding: LadderFinding, _ ladder: Ladder) -> SARIFLog.Result {
    let words = LadderFindingWords(finding: finding, ladder: ladder)
    var cost: WallTime?
    if case .waits(let startup, let stalled)? = finding.cost { cost = startup + stalled }
    return SARIFLog.Result(
      rule: finding.rule, severity: finding.severity,
      message: "\(words.sentence) \(words.limit) \(words.price)",
      fingerprint: "\(finding.rule.rawValue):\(finding.lane)",
      properties: ["costSeconds": .seconds(cost)])
  }
}
