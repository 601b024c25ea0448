import PlayheadAnalysis
import PlayheadFiles

/// The result of a comparison with a baseline, in JSON.
enum ComparisonJSON {
  static func value(_ comparison: CaseComparison) -> JSONValue {
    var changes: [MetricChange] = []
    var haveStallsMoved = false
    var definition: [DefinitionChange] = []
    var leftOver: [String] = []
    var mediaChange: MediaChange?
    let finding: String
    switch comparison.finding {
    case .notRecorded(let records):
      finding = "notRecorded"
      leftOver = records
    case .definitionMissing: finding = "definitionMissing"
    case .mediaChanged(let media, let found):
      finding = "mediaChanged"
      (mediaChange, changes) = (media, found)
    case .definitionChanged(let changes):
      finding = "definitionChanged"
      definition = changes
    case .compared(let found, let moved):
      finding = "compared"
      (changes, haveStallsMoved) = (found, moved)
    }
    return .members([
      "finding": .string(finding),
      "hasFailed": .bool(comparison.hasFailed),
      "isBetter": .bool(comparison.isBetter),
      "recordedName": .text(comparison.recordedName),
      "leftOverRecords": .array(leftOver.map { .string($0) }),
      "definition": .array(definition.map(change)),
      "media": mediaChange.map(value) ?? .null,
      "haveStallsMoved": .bool(haveStallsMoved),
      "changes": .array(changes.map(change)),
      "ticks": comparison.tickDiff.map { .array($0.rows.map(row)) } ?? .null,
    ])
  }

  private static func value(_ change: MediaChange) -> JSONValue {
    .members([
      "recorded": Baseline.value(change.recorded),
      "found": Baseline.value(change.found),
      "judgedBy": .string(change.rule.rawValue),
    ])
  }

  private static func change(_ change: DefinitionChange) -> JSONValue {
    .members([
      "key": .string(change.key), "recorded": .string(change.recorded),
      "found": .string(change.found),
    ])
  }

  private static func change(_ change: MetricChange) -> JSONValue {
    .members([
      "metric": .string(change.metric.rawValue),
      "recorded": .metric(change.reference),
      "found": .metric(change.found),
      "lowerBounds": .array(change.lowerBounds(reference: "recorded").map { .string($0) }),
      "tolerance": .string(change.tolerance.text(for: change.metric)),
      "verdict": .string(change.verdict.rawValue),
    ])
  }

  /// A row as in any diff: what is in both behind a space.
  private static func row(_ row: TickDiff.Row) -> JSONValue {
    switch row {
    case .same(let tick): .string(" \(tick.text)")
    case .recorded(let tick): .string("-\(tick.text)")
    case .found(let tick): .string("+\(tick.text)")
    }
  }
}
