import PlayheadLadder
import PlayheadModel

/// What a manifest leaves out that players choose levels by.
extension LadderInspector {
  var attributeFindings: [LadderFinding] {
    guard ladder.format == .dash || ladder.hasVariants else { return [] }
    let codecs = without(.missingCodecs, lanes: ladder.hasVariants ? [0] : nil) {
      $0.codecs.isEmpty
    }
    guard ladder.hasVariants else { return codecs }
    let average = without(.missingAverage, lanes: [0]) { $0.averageBitRate == nil }
    guard ladder.lanes[0].kind != .audio else { return codecs + average }
    return codecs + average
      + without(.missingResolution, lanes: [0]) { $0.resolution == nil }
      + without(.missingFrameRate, lanes: [0]) { $0.frameRateThousandths == nil }
  }

  private func without(
    _ rule: InspectionRule, lanes: [Int]?, _ isMissing: (Level) -> Bool
  ) -> [LadderFinding] {
    findings(rule, lanes: lanes) { level, _, number in
      isMissing(level) ? LevelFault(level: number, .presence) : nil
    }
  }
}
