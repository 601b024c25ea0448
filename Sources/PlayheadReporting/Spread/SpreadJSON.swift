import PlayheadAnalysis
import PlayheadFiles
import PlayheadLadder

/// How sure the figures of a session are, in JSON.
enum SpreadJSON {
  /// The spread, or null.
  static func value(_ spread: Spread?, beside summary: SessionSummary) -> JSONValue {
    guard let spread else { return .null }
    let metrics = summary.metrics.compactMap { metric -> JSONValue.Member? in
      guard let range = spread.range(of: metric) else { return nil }
      return JSONValue.Member(
        key: metric.rawValue,
        value: .members([
          "value": .metric(summary[metric]), "least": .metric(range.least),
          "most": .metric(range.most),
        ]))
    }
    return .members([
      "count": .whole(spread.runs.count),
      "seed": .decimal("\(spread.seed)"),
      "evidence": .string(spread.evidence.rawValue),
      "metrics": .object(metrics),
      "parting": parting(spread.parting),
    ])
  }

  private static func parting(_ parting: Spread.Parting?) -> JSONValue {
    guard let parting else { return .null }
    return .members([
      "lane": .whole(parting.segment.lane),
      "segment": .whole(parting.segment.segment),
      "levels": .array(
        parting.levels.map {
          .members(["level": .whole($0.level), "runCount": .whole($0.count)])
        }),
    ])
  }
}
