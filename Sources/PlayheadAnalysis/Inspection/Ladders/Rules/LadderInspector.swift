import PlayheadLadder
import PlayheadModel

/// Looks for what a reviewer would object to.
struct LadderInspector {
  let ladder: Ladder
  let figures: [[LevelFigures]]
  /// The mean rate of the reference link.
  let linkRate: BitRate

  /// The findings, not priced, by rule.
  var findings: [LadderFinding] {
    let found =
      segmentFindings + timingFindings + rateFindings + levelFindings + attributeFindings
      + mediaFindings + playlistFindings + keyFindings + recordingFindings
    let order = InspectionRule.allCases
    return order.flatMap { rule in found.filter { $0.rule == rule } }
  }

  /// A finding of `rule` in each lane of `lanes` in which `fault` finds one in a level.
  func findings(
    _ rule: InspectionRule, lanes: [Int]? = nil,
    severity: (LadderFault) -> Severity, fault: (Level, _ lane: Int, _ number: Int) -> LadderFault?
  ) -> [LadderFinding] {
    (lanes ?? Array(ladder.lanes.indices)).compactMap { lane in
      let faults = ladder.lanes[lane].levels.enumerated().compactMap { fault($1, lane, $0) }
      guard let worst = faults.map(severity).max() else { return nil }
      return LadderFinding(rule, worst, lane: lane, faults)
    }
  }

  /// The same, with what is declared and measured of a level in each of its periods: the first at
  /// fault counts.
  func findingsByPeriod(
    _ rule: InspectionRule, severity: (LadderFault) -> Severity,
    fault: (Level, _ lane: Int, _ number: Int) -> LadderFault?
  ) -> [LadderFinding] {
    findings(rule, severity: severity) { level, lane, number in
      for period in level.byPeriod {
        guard let found = fault(period.level, lane, number) else { continue }
        return found.moved(by: period.firstSegment)
      }
      return nil
    }
  }
}
