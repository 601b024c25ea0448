import PlayheadLadder
import PlayheadModel

/// Looks for what a reviewer would object to.
struct LadderInspector {
  let ladder: Ladder
  let figures: [[LevelFigures]]
  /// The mean rate of the reference link.
  let linkRate: BitRate

  /// The findings, not priced.
  var findings: [LadderFinding] {
    segmentFindings + timingFindings + rateFindings + levelFindings + attributeFindings
      + mediaFindings + playlistFindings + keyFindings + recordingFindings
  }

  /// A finding of `rule` in each lane of `lanes` in which `fault` finds one in a level, as severe as
  /// the worst of them, or as most of the rule.
  func findings(
    _ rule: InspectionRule, lanes: [Int]? = nil, severity: ((LevelFault) -> Severity)? = nil,
    fault: (Level, _ lane: Int, _ number: Int) -> LevelFault?
  ) -> [LadderFinding] {
    (lanes ?? Array(ladder.lanes.indices)).compactMap { lane in
      let faults = ladder.lanes[lane].levels.enumerated().compactMap { fault($1, lane, $0) }
      guard !faults.isEmpty else { return nil }
      let worst = severity.flatMap { faults.map($0).max() }
      return LadderFinding(rule, severity: worst, lane: lane, faults)
    }
  }

  /// The same, with what is declared and measured of a level in each of its periods: the first at
  /// fault counts.
  func findingsByPeriod(
    _ rule: InspectionRule, fault: (Level, _ lane: Int, _ number: Int) -> LevelFault?
  ) -> [LadderFinding] {
    findings(rule) { level, lane, number in
      for period in level.byPeriod {
        guard let found = fault(period.level, lane, number) else { continue }
        return found.moved(by: period.firstSegment)
      }
      return nil
    }
  }
}
