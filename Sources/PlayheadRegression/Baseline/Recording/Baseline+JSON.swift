import PlayheadAnalysis
import PlayheadFiles
import PlayheadReporting

extension Baseline {
  /// The version tag of a baseline file.
  static let version = "baseline/1"

  /// The baseline as a file: deterministic JSON in UTF-8, with a line for each metric, stall and
  /// tick, so that a diff of two versions shows the changes.
  public var json: [UInt8] {
    var printer = JSONPrinter(openLevels: 4)
    printer.print(
      .members([
        "playhead": .string(Self.version),
        "toolVersion": .string(toolVersion),
        "readerVersions": .array(readerVersions.map { .string($0) }),
        "cases": .array(cases.map(Self.value)),
      ]))
    return printer.bytes + [UInt8(ascii: "\n")]
  }

  /// Media by name, size and digest.
  static func value(_ media: RecordedMedia) -> JSONValue {
    .members([
      "name": .string(media.name), "bytes": .integer(media.bytes), "sha256": .string(media.digest),
    ])
  }

  private static func value(_ definition: CaseDefinition) -> JSONValue {
    let names = [
      ("case", definition.origin.name), ("position", String(definition.origin.position)),
      ("network", definition.network), ("player", definition.player),
    ]
    return .object(
      names.map { JSONValue.Member(key: $0.0, value: .string($0.1)) }
        + definition.parts.map { JSONValue.Member(key: $0.key, value: $0.value) })
  }

  private static func value(_ recorded: RecordedCase) -> JSONValue {
    let metrics = SessionMetric.inOrder(recorded.metrics.keys).compactMap { metric in
      recorded.metrics[metric].map { JSONValue.Member(key: metric.rawValue, value: .metric($0)) }
    }
    let definition = recorded.definition.map {
      [JSONValue.Member(key: "definition", value: value($0))]
    }
    let members: JSONValue = .members([
      "name": .string(recorded.name),
      "media": value(recorded.media),
      "summary": .object(metrics + SessionJSON.lowerBounds(recorded.metrics)),
      "stalls": .array(recorded.stalls.map(SessionJSON.stall)),
    ])
    let ticks: JSONValue = .members([
      "tickSeconds": .seconds(recorded.tickInterval),
      "ticks": .array(recorded.ticks.map { .string($0.text) }),
    ])
    guard case .object(let rest) = members, case .object(let rows) = ticks else { return members }
    return .object(
      rest.prefix(2) + (definition ?? []) + rest.dropFirst(2) + (recorded.ticks.isEmpty ? [] : rows)
    )
  }
}
