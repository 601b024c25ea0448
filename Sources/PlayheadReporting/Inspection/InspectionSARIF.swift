import PlayheadAnalysis
import PlayheadModel

extension InspectionReport {
  /// The findings as SARIF tells them.
  package var artifact: SARIFLog.File {
    SARIFLog.File(
      name: setting.media.name, bytes: setting.media.index.bytes,
      results: inspection.findings.map { Self.result($0, setting.media) })
  }

  private static func result(
    _ finding: Finding, _ media: MediaDescription
  ) -> SARIFLog.Result {
    let words = FindingWords(finding: finding, media: media)
    let advice = " \(words.advice.capitalizedFirst)" + (words.command.map { ": \($0)" } ?? ".")
    return SARIFLog.Result(
      rule: finding.rule, severity: finding.severity,
      message: "\(words.sentence) It \(words.price).\(advice)", region: finding.bytes,
      fingerprint: "\(finding.rule.rawValue):\(finding.evidence.track.map(String.init) ?? "-")",
      properties: [
        "mediaSeconds": .seconds(finding.mediaTime),
        "waitSeconds": .seconds(finding.cost?.waits),
        "missingSeconds": .seconds(finding.cost?.missing),
      ])
  }
}

extension Finding.Evidence {
  /// The number of the track that it is about; `nil` if it is about several, or the file.
  fileprivate var track: Int? {
    switch self {
    case .undecodableTrack(let track), .frameRate(let track): track.id
    case .gap(let gap): gap.track
    case .group(let group, _), .irregularGroup(let group, _, _): group.track
    case .reordering(let reordering): reordering.track
    case .backwardSteps(let track, _): track
    case .damage, .undecodableMedia, .notDecoded, .restarts, .jumps, .wrongTimestamps,
      .misstatements, .index, .fragments, .noDuration, .padding, .largeIndex, .stuffing, .pictures,
      .hidden, .unplayed, .extents, .peak:
      nil
    }
  }
}
