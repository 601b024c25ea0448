import PlayheadAnalysis
import PlayheadFiles
import PlayheadModel
import PlayheadReporting

/// The report of checks for a program, schema `playhead.check/1`.
///
/// Seconds carry `Seconds`, rates `BitsPerSecond`, sizes `Bytes`; numbers are exact; what does not
/// exist is null.
package enum CheckJSON {
  /// The report in UTF-8, with a newline at its end.
  package static func bytes(_ suites: [SuiteResult]) -> [UInt8] {
    var printer = JSONPrinter(openLevels: 6)
    printer.print(
      .members([
        "schema": .string("playhead.check/1"),
        "hasPassed": .bool(suites.allSatisfy(\.hasPassed)),
        "suites": .array(suites.map(suite)),
      ]))
    return printer.bytes + [UInt8(ascii: "\n")]
  }

  private static func suite(_ suite: SuiteResult) -> JSONValue {
    .members([
      "name": .text(suite.name),
      "path": .text(suite.path),
      "passedCount": .whole(suite.count(.passed)),
      "warnedCount": .whole(suite.count(.warned)),
      "failedCount": .whole(suite.count(.failed)),
      "errorCount": .whole(suite.count(.error)),
      "skippedCount": .whole(suite.skippedCount),
      "problems": .array(suite.problems.map(problem)),
      "notes": .array(suite.notes.map { .string($0) }),
      "cases": .array(suite.cases.map(result)),
    ])
  }

  private static func problem(_ problem: SuiteProblem) -> JSONValue {
    .members([
      "line": .whole(problem.mark?.line),
      "column": .whole(problem.mark?.column),
      "why": .string(problem.explanation),
    ])
  }

  private static func result(_ result: CaseResult) -> JSONValue {
    let checkCase = result.checkCase
    var session: CheckedSession?
    var error: CaseError?
    switch result.outcome {
    case .ran(let ran): session = ran
    case .couldNotRun(let reason): error = reason
    }
    let run: KeyValuePairs<String, JSONValue> = [
      "name": .string(checkCase.name),
      "tags": .array(checkCase.tags.map { .string($0) }),
      "media": .string(checkCase.media.name),
      "network": .string(checkCase.network.name),
      "tcp": .string(checkCase.transport.name),
      "player": .string(checkCase.player.name),
      "definition": definition(of: result),
    ]
    let outcome: KeyValuePairs<String, JSONValue> = [
      "verdict": .string(result.verdict.rawValue),
      "error": error.map(self.error) ?? .null,
      "summary": session.map { .object(SessionJSON.summary($0.summary)) } ?? .null,
      "stalls": session.map { session in
        .array(
          session.stalls.map { SessionJSON.stall($0, cause: result.causes?.stalls[$0.number]) })
      } ?? .null,
      "causes": result.causes.map(causes) ?? .null,
      "expectations": session.map { .array($0.results.map(expectation)) } ?? .null,
      "standstill": result.standstill.map { standstill($0, of: result) } ?? .null,
      "damage": result.damage.map { damage($0, of: result) } ?? .null,
      "remarks": session == nil
        ? .null : .array((result.setting?.remarks ?? []).map { .string($0) }),
      "baseline": result.comparison.map(ComparisonJSON.value) ?? .null,
    ]
    // Only ladders have figures of adaptation.
    let adaptation = (session?.summary.adaptation).map {
      [JSONValue.Member(key: "adaptation", value: AdaptationJSON.summary($0))]
    }
    return .object(
      run.map { .init(key: $0.key, value: $0.value) }
        + outcome.map { .init(key: $0.key, value: $0.value) } + (adaptation ?? []))
  }

  /// The causes of other waits than stalls.
  private static func causes(_ causes: SessionCauses) -> JSONValue {
    let others: KeyValuePairs<String, JSONValue> = [
      "startup": CauseJSON.value(causes.startup, of: .startup),
      "seeks": .array(
        causes.seeks.sorted { $0.key < $1.key }.map { number, cause in
          .members(["number": .whole(number), "cause": CauseJSON.value(cause, of: .seek)])
        }),
    ]
    return .object(
      CauseJSON.members(of: causes) + others.map { .init(key: $0.key, value: $0.value) })
  }

  private static func definition(of result: CaseResult) -> JSONValue {
    .object(CaseSettingText(result).parts.map { .init(key: $0.key, value: $0.value) })
  }

  private static func standstill(_ standstill: Standstill, of result: CaseResult) -> JSONValue {
    .members([
      "kind": .string(standstill.kind.rawValue),
      "startSeconds": .seconds(standstill.start),
      "mediaSeconds": .seconds(standstill.mediaTime),
      "hasFailed": .bool(result.isStandstillRefused),
    ])
  }

  private static func damage(_ damage: MediaDamage, of result: CaseResult) -> JSONValue {
    .members([
      "isAllowed": .bool(result.checkCase.allowsDamage),
      "hasFailed": .bool(result.isDamageRefused),
      "startSeconds": .seconds(damage.start),
      "findings": .array(damage.findings.map { .string($0) }),
    ])
  }

  private static func error(_ error: CaseError) -> JSONValue {
    .members([
      "kind": .string(error.kind.rawValue),
      "what": .string(error.what),
      "location": .string(error.location),
      "why": .string(error.why),
    ])
  }

  /// In how many runs of a spread an expectation holds, and in which share of them it has to; null
  /// of one session.
  private static func runs(_ result: ExpectationResult) -> JSONValue {
    guard case .runs(let held, let count) = result.actual,
      case .mostly(_, let share) = result.expectation.condition
    else { return .null }
    return .members([
      "count": .whole(count), "heldCount": .whole(held), "share": .decimal(share.text),
    ])
  }

  private static func expectation(_ result: ExpectationResult) -> JSONValue {
    var metric: SessionMetric?
    let expected: JSONValue
    var actual = JSONValue.null
    var isLowerBound = false
    switch result.expectation.condition.ofOneSession {
    case .metric(let name, _, let bound):
      metric = name
      expected = .metric(bound)
    case .noStall(let end): expected = .seconds(end)
    case .everyStall(let bound, _): expected = .seconds(bound)
    case .mostly: expected = .null
    }
    switch (result.actual, result.expectation.condition) {
    case (.value(let value), _): (actual, isLowerBound) = (.metric(value), value.isLowerBound)
    case (.stalls(let stalls), .everyStall):
      (actual, isLowerBound) = (.seconds(stalls.longest), stalls.longest?.isOpen ?? false)
    case (.stalls(let stalls), _): actual = .seconds(stalls.firstStart)
    default: break
    }
    return .members([
      "expectation": .string(result.expectation.text),
      "level": .string(result.expectation.level.rawValue),
      "verdict": .string(result.verdict.rawValue),
      "holds": .bool(result.holds),
      "runs": runs(result),
      "metric": .text(metric?.rawValue),
      "expected": expected,
      "actual": actual,
      "actualIsLowerBound": .bool(isLowerBound),
      "actualText": .string(result.actualText),
      "stalls": .array(result.stalls.map { .whole($0.number) }),
    ])
  }
}
