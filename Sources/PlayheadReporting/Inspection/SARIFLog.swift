import PlayheadAnalysis
import PlayheadFiles
import PlayheadModel

/// A log in SARIF 2.1.0 (OASIS), with what hosts of code need to show findings at a file.
package struct SARIFLog {
  /// What is looked for, in the order in which results name it.
  var rules: [InspectionRule]
  /// What was inspected.
  var files: [File]

  /// A file with its findings, or why it could not be inspected.
  package struct File {
    var name: String
    /// Its size; `nil` if it is more than one file.
    var bytes: Int64?
    var results: [Result] = []
    var failure: String?
  }

  /// A finding.
  package struct Result {
    var rule: InspectionRule
    var severity: Severity
    var message: String
    /// Its bytes in the file; `nil` if it has no place.
    var region: ByteRange?
    /// Which of a rule's findings it is, whatever the bytes of the file are.
    var fingerprint: String
    var properties: KeyValuePairs<String, JSONValue>
  }

  /// The log of what was inspected.
  init<Report: InspectedReport>(_ inspected: [Inspected<Report>]) {
    rules = InspectionRule.allCases.filter { $0.row.media.contains(Report.media) }
    files = inspected.map { one in
      switch one.outcome {
      case .report(let report): report.artifact
      case .failure(let reason): File(name: one.name, failure: reason)
      }
    }
  }

  /// The log in UTF-8, with a newline at its end.
  var bytes: [UInt8] {
    let failures = files.compactMap { file -> JSONValue? in
      guard let reason = file.failure else { return nil }
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
    let inspected = files.filter { $0.failure == nil }
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
        inspected.enumerated().flatMap { number, file in
          file.results.map { result($0, of: file, artifact: number) }
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

  private static func artifact(_ file: File) -> JSONValue {
    var members: [JSONValue.Member] = [.init(key: "location", value: location(file.name))]
    if let bytes = file.bytes { members.append(.init(key: "length", value: .integer(bytes))) }
    return .object(
      members + [.init(key: "roles", value: .array([.string("analysisTarget")]))])
  }

  private func result(_ result: Result, of file: File, artifact: Int) -> JSONValue {
    .members([
      "ruleId": .string(result.rule.rawValue),
      "ruleIndex": .whole(rules.firstIndex(of: result.rule)),
      "level": .string(result.severity.rawValue),
      "message": Self.text(result.message),
      "locations": .array([
        .members([
          "physicalLocation": .members([
            "artifactLocation": Self.location(file.name, artifact: artifact),
            "region": Self.region(result.region),
          ])
        ])
      ]),
      "partialFingerprints": .members(["playheadFinding/v1": .string(result.fingerprint)]),
      "properties": .members(result.properties),
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
