import PlayheadAnalysis
import PlayheadFiles
import PlayheadLadder
import PlayheadModel

/// A finding as all reports show it.
struct ReportedFinding {
  let rule: InspectionRule
  let severity: Severity
  /// When it is shown, from the origin; `nil` if it has no time.
  let mediaTime: MediaTime?
  /// Where it lies in the file; `nil` if it has no place.
  let bytes: ByteRange?
  /// The rule, and the time and the place: "index-after-media at byte 125,856".
  let heading: String
  /// What is said of it, a paragraph each: first what was found.
  let paragraphs: [String]
  /// The command that mends it, behind the last paragraph; `nil` if there is none.
  let command: String?
  /// Which of a rule's findings it is, whatever the bytes of the media are.
  let identity: String
  /// Its figures in SARIF.
  let properties: KeyValuePairs<String, JSONValue>

  /// A finding about the file `media`.
  init(_ finding: FileFinding, _ media: MediaDescription, _ durations: TextStyle.Durations) {
    let words = FileFindingWords(finding: finding, media: media, durations: durations)
    let fault = finding.fault
    rule = finding.rule
    severity = finding.severity
    mediaTime = fault.mediaTime
    bytes = fault.bytes
    let place = [
      fault.mediaTime.map { durations.text($0, places: 3) },
      fault.bytes.map { "byte \(groupedText($0.lowerBound))" },
    ].compactMap(\.self)
    heading = rule.rawValue + (place.isEmpty ? "" : " at " + place.joined(separator: ", "))
    command = words.command
    paragraphs = [
      words.sentence, "It \(words.price).",
      words.advice.capitalizedFirst + (command == nil ? "." : ":"),
    ]
    identity = fault.evidence.track.map(String.init) ?? "-"
    properties = [
      "mediaSeconds": .seconds(fault.mediaTime),
      "waitSeconds": .seconds(finding.price.cost?.waits),
      "missingSeconds": .seconds(finding.price.cost?.missing),
    ]
  }

  /// A finding about `ladder`.
  init(_ finding: LadderFinding, _ ladder: Ladder, _ durations: TextStyle.Durations) {
    let words = LadderFindingWords(finding: finding, ladder: ladder, durations: durations)
    rule = finding.rule
    severity = finding.severity
    (mediaTime, bytes, command) = (nil, nil, nil)
    heading = rule.rawValue
    paragraphs = [words.sentence, words.limit, words.price]
    identity = "\(finding.fault.lane)"
    properties = ["costSeconds": .seconds(finding.price.cost?.waits)]
  }
}

extension FileFault.Evidence {
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

extension Severity {
  /// How many findings there are, as a sentence, the worst first.
  static func counts(_ severities: [Severity]) -> String {
    let counts = allCases.reversed().compactMap { severity -> String? in
      let count = severities.count { $0 == severity }
      return count > 0 ? counted(count, severity.rawValue) : nil
    }
    return counts.isEmpty ? "No findings." : counts.joined(separator: ", ") + "."
  }

  /// The colour of findings.
  var color: TextStyle.Color {
    switch self {
    case .error: .red
    case .warning: .yellow
    case .note: .dim
    }
  }
}
