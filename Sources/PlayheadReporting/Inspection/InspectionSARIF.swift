import PlayheadAnalysis
import PlayheadFiles
import PlayheadModel

/// The findings as SARIF 2.1.0 (OASIS), with what hosts of code need to show them at the file.
enum InspectionSARIF {
  /// The log of `files` in UTF-8, with a newline at its end.
  static func bytes(_ files: [InspectedFile]) -> [UInt8] {
    let reports = files.compactMap(\.report)
    let failures = files.compactMap { file -> JSONValue? in
      guard case .failure(let reason) = file.outcome else { return nil }
      return .members([
        "level": .string("error"),
        "message": .members(["text": .string(reason)]),
        "locations": .array([
          .members([
            "physicalLocation": .members(["artifactLocation": location(file.name)])
          ])
        ]),
      ])
    }
    let run: KeyValuePairs<String, JSONValue> = [
      "tool": .members(["driver": driver]),
      "columnKind": .string("unicodeCodePoints"),
      "invocations": .array([
        .members([
          "executionSuccessful": .bool(failures.isEmpty),
          "toolExecutionNotifications": .array(failures),
        ])
      ]),
      "artifacts": .array(
        reports.map { report in
          .members([
            "location": location(report.setting.media.name),
            "length": .integer(report.setting.media.index.bytes),
            "roles": .array([.string("analysisTarget")]),
          ])
        }),
      "results": .array(
        reports.enumerated().flatMap { number, report in
          report.inspection.findings.map { result($0, report.setting.media, artifact: number) }
        }),
    ]
    var printer = JSONPrinter(openLevels: 5)
    printer.print(
      .members([
        "$schema": .string(
          "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
        ),
        "version": .string("2.1.0"),
        "runs": .array([.members(run)]),
      ]))
    return printer.bytes + [UInt8(ascii: "\n")]
  }

  private static var driver: JSONValue {
    .members([
      "name": .string("playhead"),
      "semanticVersion": .string(PlayheadVersion.text),
      "rules": .array(
        InspectionRule.allCases.map { rule in
          .members([
            "id": .string(rule.rawValue),
            "name": .string(rule.pascalCase),
            "shortDescription": text(rule.title + "."),
            "fullDescription": text(rule.explanation),
            "help": text(rule.explanation),
            "defaultConfiguration": .members(["level": .string(rule.usualSeverity.rawValue)]),
            "properties": .members([
              "tags": .array([.string("media")]),
              "problem.severity": .string(
                rule.usualSeverity == .note
                  ? "recommendation" : rule.usualSeverity.rawValue),
            ]),
          ])
        }),
    ])
  }

  private static func text(_ text: String) -> JSONValue { .members(["text": .string(text)]) }

  private static func result(
    _ finding: Finding, _ media: MediaDescription, artifact: Int
  ) -> JSONValue {
    let words = FindingWords(finding: finding, media: media)
    let price = words.price.map { " It \($0)." } ?? ""
    let advice = " \(words.advice.capitalizedFirst)" + (words.command.map { ": \($0)" } ?? ".")
    // Which of a rule's findings it is, whatever the bytes of the file are.
    let fingerprint = "\(finding.rule.rawValue):\(finding.evidence.track.map(String.init) ?? "-")"
    return .members([
      "ruleId": .string(finding.rule.rawValue),
      "ruleIndex": .whole(InspectionRule.allCases.firstIndex(of: finding.rule)),
      "level": .string(finding.severity.rawValue),
      "message": text(words.sentence + price + advice),
      "locations": .array([
        .members([
          "physicalLocation": .members([
            "artifactLocation": location(media.name, artifact: artifact),
            "region": region(finding.bytes),
          ])
        ])
      ]),
      "partialFingerprints": .members(["playheadFinding/v1": .string(fingerprint)]),
      "properties": .members([
        "mediaSeconds": .seconds(finding.mediaTime),
        "costSeconds": .seconds(finding.cost?.total),
      ]),
    ])
  }

  /// The bytes of a finding; hosts of code ask for a line, and a file without lines is its first one.
  private static func region(_ bytes: ByteRange?) -> JSONValue {
    guard let bytes else { return .members(["startLine": .integer(1)]) }
    return .members([
      "startLine": .integer(1),
      "byteOffset": .integer(bytes.lowerBound),
      "byteLength": .integer(bytes.count),
    ])
  }

  private static func location(_ name: String, artifact: Int? = nil) -> JSONValue {
    var members: [JSONValue.Member] = [.init(key: "uri", value: .string(uri(name)))]
    if let artifact { members.append(.init(key: "index", value: .whole(artifact))) }
    return .object(members)
  }

  /// A path as a URI: relative as it was given, or absolute.
  private static func uri(_ name: String) -> String {
    guard !name.isWebURL else { return name }
    let path = name.hasPrefix("./") ? name.dropFirst(2) : name[...]
    let escaped = path.percentEncodedPath
    return path.hasPrefix("/") ? "file://" + escaped : escaped
  }
}

extension InspectionRule {
  /// The identifier as SARIF names rules: `IndexAfterMedia`.
  fileprivate var pascalCase: String {
    rawValue.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
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
    case .damage, .undecodableMedia, .restarts, .jumps, .index, .fragments, .noDuration, .padding,
      .pictures, .hidden, .unplayed, .extents, .peak:
      nil
    }
  }
}
