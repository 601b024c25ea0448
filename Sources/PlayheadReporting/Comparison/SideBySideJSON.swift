import PlayheadAnalysis
import PlayheadFiles
import PlayheadLadder
import PlayheadModel

/// A comparison in JSON, schema `playhead.comparison/1`.
///
/// Seconds carry `Seconds`, rates `BitsPerSecond`, sizes `Bytes`; numbers are exact; what does not
/// exist is null. The first session is the reference.
enum SideBySideJSON {
  /// The document in UTF-8, with a newline at its end.
  static func bytes(_ report: SideBySideReport) -> [UInt8] {
    var printer = JSONPrinter(openLevels: 4)
    let sessions = report.namedRuns.enumerated().map { number, named in
      session(named.name, named.run, report.comparison(number))
    }
    printer.print(
      .members([
        "schema": .string("playhead.comparison/1"),
        "isAnyWorse": .bool(report.isAnyWorse),
        "sessions": .array(sessions),
      ]))
    return printer.bytes + [UInt8(ascii: "\n")]
  }

  private static func session(
    _ name: String, _ run: SideBySideReport.Run, _ comparison: SessionComparison?
  ) -> JSONValue {
    let session = run.session
    let path: String? =
      if case .reported(_, let path) = run.origin { path } else { nil }
    return .members([
      "name": .string(name),
      "report": .text(path),
      "media": .members([
        "path": .string(session.media.path),
        "bytes": .integer(session.media.bytes),
        "indexSha256": .text(session.media.indexDigest),
        "sha256": .text(session.contentDigest),
        "durationSeconds": .seconds(session.duration),
        "playedTracks": .array(session.media.tracks.map { .whole($0) }),
      ]),
      "network": .object(
        [.init(key: "name", value: .string(session.link.profile.name))]
          + SessionJSON.figures(of: session.link.profile)
          + [.init(key: "tcp", value: .string(session.transport.name))]),
      "player": PlayerJSON.value(session.policy),
      "adaptation": session.adaptation.map { adaptation($0, session.metrics) } ?? .null,
      "run": .members([
        "actions": .array(session.actions.map(ScenarioJSON.action)),
        "loops": .whole(session.repeats + 1),
        "limitSeconds": .seconds(session.limit),
      ]),
      "summary": .object(
        SessionMetric.allCases.map { metric in
          .init(key: metric.rawValue, value: .metric(session.metrics[metric] ?? nil))
        } + SessionJSON.lowerBounds(session.metrics)),
      "stalls": .array(session.stalls.map(SessionJSON.stall)),
      "comparison": comparison.map { value($0, of: session) } ?? .null,
    ])
  }

  /// How a player of ladders chooses levels and loads them, and what came of it.
  private static func adaptation(
    _ adaptation: Scenario.Adaptation, _ metrics: MetricValues
  ) -> JSONValue {
    .members([
      "rule": .text(adaptation.rule?.text),
      "loading": LadderLoadingJSON.value(adaptation.loading),
      "summary": .object(
        SessionMetric.inOrder(metrics.keys).filter(\.isOfAdaptation).map { metric in
          .init(key: metric.rawValue, value: .metric(metrics[metric] ?? nil))
        }),
    ])
  }

  private static func value(
    _ comparison: SessionComparison, of session: ComparedSession
  ) -> JSONValue {
    .members([
      "isSame": .bool(comparison.isSame),
      "isWorse": .bool(comparison.isWorse),
      "changes": .array(comparison.changes.map(change)),
      "parting": comparison.parting.map(parting) ?? .null,
      "reasons": .array(comparison.reasons.map(reason)),
      "noticedParting": comparison.noticedParting.map(parting) ?? .null,
    ])
  }

  private static func change(_ change: MetricChange) -> JSONValue {
    .members([
      "metric": .string(change.metric.rawValue),
      "reference": .metric(change.reference),
      "found": .metric(change.found),
      "lowerBounds": .array(change.lowerBounds(reference: "reference").map { .string($0) }),
      "difference": change.difference.map {
        .decimal(($0.isLess ? "-" : "") + $0.amount.plainText)
      } ?? .null,
      "tolerance": .string(change.tolerance.text(for: change.metric)),
      "verdict": .string(change.verdict.rawValue),
    ])
  }

  private static func parting(_ parting: Parting) -> JSONValue {
    .members([
      "wallSeconds": .seconds(parting.wallTime),
      "sharedEvents": .whole(parting.sharedEvents),
      "reference": parting.reference.map { .object(SessionJSON.members(of: $0)) } ?? .null,
      "found": parting.other.map { .object(SessionJSON.members(of: $0)) } ?? .null,
    ])
  }

  private static func reason(_ reason: PartingReason) -> JSONValue {
    func members(_ kind: String, _ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
      .object(
        [.init(key: "differs", value: .string(kind))]
          + members.map { .init(key: $0.key, value: $0.value) })
    }
    switch reason {
    case .media(let difference):
      return members(
        "media",
        [
          "opening": difference.opening.map {
            .members([
              "reference": MediaFactJSON.opening($0.reference),
              "found": MediaFactJSON.opening($0.other),
            ])
          } ?? .null,
          "sample": difference.sample.map {
            .members([
              "kind": .string($0.kind.rawValue), "mediaSeconds": .seconds($0.mediaTime),
              "referenceEndBytes": .whole($0.reference), "foundEndBytes": .whole($0.other),
            ])
          } ?? .null,
        ])
    case .link(let difference):
      return members(
        "network",
        [
          "wallSeconds": .seconds(difference.wallTime), "reference": state(difference.reference),
          "found": state(difference.other),
        ])
    case .transport(let reference, let other):
      return members(
        "tcp", ["reference": .string(reference.name), "found": .string(other.name)])
    case .policy(let difference):
      return members(
        "player",
        [
          "isDecisive": .bool(difference.isDecisive),
          "values": .array(
            difference.values.map {
              .members([
                "key": .string($0.field.key), "reference": .text($0.reference),
                "found": .text($0.other),
              ])
            }),
        ])
    case .rule(let reference, let other):
      return members(
        "rule", ["reference": .text(reference?.text), "found": .text(other?.text)])
    case .loading(let reference, let other):
      return members(
        "loading",
        [
          "values": .array(
            LoadingDifference.values(from: reference, to: other).map {
              .members([
                "key": .string($0.key), "reference": $0.reference, "found": $0.other,
              ])
            })
        ])
    case .action(let reference, let other):
      return members(
        "action",
        [
          "reference": reference.map(ScenarioJSON.action) ?? .null,
          "found": other.map(ScenarioJSON.action) ?? .null,
        ])
    case .loops(let reference, let other):
      return members("loops", ["reference": .whole(reference), "found": .whole(other)])
    case .limit(let reference, let other):
      return members(
        "limit", ["referenceSeconds": .seconds(reference), "foundSeconds": .seconds(other)])
    }
  }

  private static func state(_ state: LinkDifference.State) -> JSONValue {
    .members([
      "rateBitsPerSecond": .rate(state.rate),
      "latencySeconds": .seconds(state.latency),
      "isExpensive": .bool(state.path.contains(.expensive)),
      "isConstrained": .bool(state.path.contains(.constrained)),
    ])
  }
}
