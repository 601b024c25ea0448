import PlayheadAnalysis
import PlayheadFiles
import PlayheadModel

/// A log in SARIF 2.1.0 (OASIS), with what hosts of code need to show findings at a file.
struct SARIFLog {
  /// What was inspected, or why it could not be.
  private let files: [Inspected]
  /// What is looked for, in the order in which results name it.
  private let rules: [InspectionRule]

  init(_ files: [Inspected]) {
    self.files = files
    rules = InspectionRule.allCases.filter { rule in
      files.contains { rule.row.media.contains($0.media) }
    }
  }

  /// The log in UTF-8, with a newline at its end.
  var bytes: [UInt8] {
    let failures = files.compactMap { file -> JSONValue? in
      guard case .failure(let reason) = file.outcome else { return nil }
      return .members([
        "level": .string("error"),
        "message": Self.text(reason),
        "locations": .array([
          .members([
            "physicalLocation": .members(["artifactLocation": Self.location(file.name)])
          ])
        ]),
      ])
    }
    let inspected = files.compactMap(\.report)
    let run: KeyValuePairs<String, JSONValue> = [
      "tool": .members(["driver": driver]),
      "columnKind": .string("unicodeCodePoints"),
      "invocations": .array([
        .members([
          "executionSuccessful": .bool(failures.isEmpty),
          "toolExecutionNotifications": .array(failures),
        ])
      ]),
      "artifacts": .array(inspected.map(Self.artifact)),
      "results": .array(
        inspected.enumerated().flatMap { number, report in
          let location = Self.location(report.subject.name, artifact: number)
          return report.findings().map { result($0, location) }
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

  private var driver: JSONValue {
    .members([
      "name": .string("playhead"),
      "semanticVersion": .string(PlayheadVersion.text),
      "rules": .array(
        rules.map { rule in
          .members([
            "id": .string(rule.rawValue),
            "name": .string(rule.pascalCase),
            "shortDescription": Self.text(rule.row.title + "."),
            "fullDescription": Self.text(rule.why),
            "help": Self.text(rule.why),
            "defaultConfiguration": .members(["level": .string(rule.row.severity.rawValue)]),
            "properties": .members([
              "tags": .array([.string("media")]),
              "problem.severity": .string(
                rule.row.severity == .note
                  ? "recommendation" : rule.row.severity.rawValue),
            ]),
          ])
        }),
    ])
  }

  private static func text(_ text: String) -> JSONValue { .members(["text": .string(text)]) }

  private static func artifact(_ report: InspectionReport) -> JSONValue {
    var members = JSONValue.list(["location": location(report.subject.name)])
    // A ladder is more than one file.
    if report.subject.file != nil {
      members.append(.init(key: "length", value: .integer(report.bytes)))
    }
    return .object(
      members + [.init(key: "roles", value: .array([.string("analysisTarget")]))])
  }

  private func result(_ finding: ReportedFinding, _ location: JSONValue) -> JSONValue {
    let message = finding.paragraphs + [finding.command].compactMap(\.self)
    return .members([
      "ruleId": .string(finding.rule.rawValue),
      "ruleIndex": .whole(rules.firstIndex(of: finding.rule)),
      "level": .string(finding.severity.rawValue),
      "message": Self.text(message.joined(separator: " ")),
      "locations": .array([
        .members([
          "physicalLocation": .members([
            "artifactLocation": location,
            "region": Self.region(finding.bytes),
          ])
        ])
      ]),
      "partialFingerprints": .members([
        "playheadFinding/v1": .string("\(finding.rule.rawValue):\(finding.identity)")
      ]),
      "properties": .members(finding.properties),
    ])
  }

  /// The bytes of a finding; hosts of code ask for a line, and a file without lines is its first
  /// one.
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
