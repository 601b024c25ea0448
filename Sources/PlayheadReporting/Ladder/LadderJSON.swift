import PlayheadAnalysis
package import PlayheadFiles
package import PlayheadLadder
import PlayheadModel

/// The JSON report of a session of a ladder, schema `playhead.ladder-session/2`.
///
/// What it shares with the report of a file has the same keys.
package enum LadderJSON {
  /// The name of the schema.
  static let schema = "playhead.ladder-session/2"

  /// The report in UTF-8, with a newline at its end.
  package static func bytes(_ report: LadderReport) -> [UInt8] {
    let session = report.session
    let lists: KeyValuePairs<String, JSONValue> = [
      "requests": .array(report.played.requests.map { .object(request($0)) }),
      "decisions": .array(report.played.decisions.map { .object(decision($0)) }),
      "segments": .array(report.played.segments.map { .object(segment($0)) }),
      "failures": .array(report.played.failures.map { .object(failure($0)) }),
      "events": .array(session.events.map { .object(SessionJSON.members(of: $0)) }),
      "ticks": .array(session.ticks.map(TickJSON.value)),
    ]
    var printer = JSONPrinter(openLevels: 2)
    printer.print(
      .object(
        [.init(key: "schema", value: .string(schema))] + setting(report)
          + [.init(key: "summary", value: .object(SessionJSON.summary(report.summary)))]
          + outcome(report) + lists.map { .init(key: $0.key, value: $0.value) }))
    return printer.bytes + [UInt8(ascii: "\n")]
  }

  /// What is played over what by what.
  static func setting(_ report: LadderReport) -> [JSONValue.Member] {
    let scenario = report.scenario
    let definition = report.definition
    let parts: KeyValuePairs<String, JSONValue> = [
      "generator": report.generator.map(SessionJSON.generator) ?? .null,
      "scenarioSha256": .string(definition.digest),
      "media": media(report.media, definition.media),
      "network": SessionJSON.network(
        report.link.profile, by: scenario.transport, asked: report.network),
      "player": player(scenario, definition, rule: report.rule),
      "run": .object(
        ScenarioJSON.run(
          scenario.actions, loops: scenario.repeats + 1, scenario.options, limit: scenario.limit)
          + [
            .init(
              key: "tracks", value: report.tracks.map { .array($0.map { .whole($0) }) } ?? .null),
            .init(key: "reading", value: reading(report.reading)),
            .init(key: "live", value: definition.live.map(LiveEventJSON.value) ?? .null),
          ]),
    ]
    return parts.map { .init(key: $0.key, value: $0.value) }
  }

  /// What came of a session, besides its metrics, requests, decisions, segments, events and ticks.
  static func outcome(_ report: LadderReport) -> [JSONValue.Member] {
    let session = report.session
    let parts: KeyValuePairs<String, JSONValue> = [
      "networkRepeats": .whole(report.link.profile.repeatCount(within: session.elapsed)),
      "metBound": .text(session.metBound?.rawValue),
      "adaptation": adaptation(report.adaptation),
      "optimum": optimum(report),
      "causes": report.causes.map { .object(CauseJSON.members(of: $0)) } ?? .null,
      "startup": MediaFactJSON.startup(session.startupPhases, cause: report.causes?.startup),
      "stalls": .array(
        zip(session.stalls, report.played.awaited).map {
          stall($0, $1, cause: report.causes?.stalls[$0.number])
        }),
      "seeks": .array(
        session.seeks.map { SessionJSON.seek($0, cause: report.causes?.seeks[$0.number]) }),
      "unperformedActions": .array(session.unperformedActions.map(ScenarioJSON.action)),
      "whatIf": report.whatIf.map(SessionJSON.whatIf) ?? .null,
      "spread": SpreadJSON.value(report.spread, beside: report.summary),
      "live": report.played.live.map { LiveJSON.value($0, report.latency) } ?? .null,
    ]
    return parts.map { .init(key: $0.key, value: $0.value) }
  }

  /// The options by which a ladder was read, by name, with a list of the values of each.
  private static func reading(_ options: [String: [String]]) -> JSONValue {
    .object(
      options.sorted { $0.key < $1.key }.map { name, values in
        .init(key: name, value: .array(values.map { .string($0) }))
      })
  }

  /// What is played, with its size and digest where a session is told.
  static func media(_ media: LadderDescription, _ identity: MediaIdentity? = nil) -> JSONValue {
    let digest = identity.map {
      [
        JSONValue.Member(key: "bytes", value: .integer($0.bytes)),
        JSONValue.Member(key: "indexSha256", value: .text($0.indexDigest)),
      ]
    }
    let members: KeyValuePairs<String, JSONValue> = [
      "path": .string(media.name),
      "format": .string(media.ladder.format.rawValue),
      "durationSeconds": .seconds(media.ladder.duration),
      "manifests": .array(media.ladder.manifests.map(resource)),
      "lanes": .array(media.ladder.lanes.map(lane)),
      "notes": .array(media.notes.map { .string($0) }),
    ]
    return .object(members.map { .init(key: $0.key, value: $0.value) } + (digest ?? []))
  }

  private static func resource(_ resource: LadderResource) -> JSONValue {
    .members([
      "name": .string(resource.name), "bytes": .integer(resource.bytes),
      "offsetBytes": .whole(resource.range?.lowerBound),
    ])
  }

  private static func lane(_ lane: LadderLane) -> JSONValue {
    .members([
      "kind": .string(lane.kind.rawValue),
      "isAligned": .bool(lane.isAligned),
      "levels": .array(lane.levels.enumerated().map { level($1, number: $0) }),
    ])
  }

  private static func level(_ level: Level, number: Int) -> JSONValue {
    .members([
      "level": .whole(number),
      "name": .string(level.name),
      "bitRateBitsPerSecond": .rate(level.bitRate),
      "averageBitRateBitsPerSecond": .rate(level.averageBitRate),
      "width": .whole(level.resolution?.width),
      "height": .whole(level.resolution?.height),
      "codecs": .array(level.codecs.map { .string($0) }),
      "audioLevel": .whole(level.audioLevel),
      "playlist": level.playlist.map(resource) ?? .null,
      "segments": .whole(level.segments.count),
      "bytes": .integer(level.segments.reduce(Int64(0)) { $0 + $1.resource.bytes }),
    ])
  }

  static func player(
    _ scenario: LadderScenario, _ definition: Scenario.Definition? = nil, rule: String
  ) -> JSONValue {
    let all = definition.map {
      [
        JSONValue.Member(key: "policy", value: PlayerJSON.value($0.policy)),
        JSONValue.Member(
          key: "loading", value: LadderLoadingJSON.value(scenario.player.loading)),
      ]
    }
    let members: KeyValuePairs<String, JSONValue> = [
      "name": .string(scenario.player.name), "rule": .string(rule),
      "bufferGoalSeconds": .seconds(scenario.player.loading.goal.level),
      "loadsLanesInParallel": .bool(scenario.player.loading.loadsLanesInParallel),
      "bufferGoalBytes": scenario.player.loading.goal.bytes.map { .integer($0) } ?? .null,
      "startupBufferSeconds": .seconds(scenario.player.policy.listedStartupThreshold),
      "resumeBufferSeconds": .seconds(scenario.player.policy.listedResumeThreshold),
    ]
    return .object(members.map { .init(key: $0.key, value: $0.value) } + (all ?? []))
  }

  /// The figures of merit of adaptation.
  package static func adaptation(_ adaptation: LadderSummary) -> JSONValue {
    .members([
      "meanBitRateBitsPerSecond": .rate(adaptation.meanBitRate),
      "meanPlayedBitRateBitsPerSecond": .rate(adaptation.meanPlayedBitRate),
      "secondsAtLevel": .array(adaptation.timeAtLevel.map { .seconds($0) }),
      "switchCount": .whole(adaptation.switches.count),
      "switchUpCount": .whole(adaptation.switches.up),
      "switchDownCount": .whole(adaptation.switches.down),
      "switchReversalCount": .whole(adaptation.switches.reversals),
      "switchTotalBitsPerSecond": .rate(adaptation.switches.total),
      "decidedSwitchCount": .whole(adaptation.decidedSwitchCount),
      "switchMeanBitsPerSecond": .rate(adaptation.switches.meanAmplitude),
      "abandonmentCount": .whole(adaptation.abandonmentCount),
      "bytesPlayed": .integer(adaptation.bytes.played),
      "bytesReplaced": .integer(adaptation.bytes.replaced),
      "bytesDropped": .integer(adaptation.bytes.dropped),
      "bytesLeftOver": .integer(adaptation.bytes.leftOver),
      "bytesWasted": .integer(adaptation.bytes.wasted),
      "startupRequests": .whole(adaptation.startupRequests.count),
      "linearScore": .score(adaptation.scores.linear),
      "linearScorePerSegment": .score(adaptation.scores.linearPerSegment),
      "bolaScore": .score(adaptation.scores.bola),
      "meanUtility": .score(adaptation.scores.meanUtility),
    ])
  }

  private static func optimum(_ report: LadderReport) -> JSONValue {
    guard let optimum = report.optimum else { return .null }
    return .members([
      "objective": .string(optimum.objective.rawValue),
      "score": .score(optimum.score),
      "sessionScore": .score(report.sessionScore),
      "bound": .score(optimum.bound),
      "startupSeconds": .seconds(optimum.startup),
      "stallSeconds": .seconds(optimum.stalled),
      "levels": .array(optimum.levels.map { .whole($0) }),
    ])
  }

  private static func stall(
    _ stall: Stall, _ awaited: SegmentReference?, cause: WaitCause?
  ) -> JSONValue {
    guard case .object(let members) = SessionJSON.stall(stall, cause: cause) else { return .null }
    let place: JSONValue =
      awaited.map {
        .members([
          "lane": .whole($0.lane), "level": .whole($0.level), "segment": .whole($0.segment),
        ])
      } ?? .null
    return .object(members + [.init(key: "awaited", value: place)])
  }

  static func request(_ request: LadderRequest) -> [JSONValue.Member] {
    let subject = request.subject
    let parts: KeyValuePairs<String, JSONValue> = [
      "content": .string(subject.content.rawValue),
      "lane": .whole(subject.lane),
      "level": .whole(subject.level),
      "segment": .whole(subject.segment),
      "name": .string(subject.resource.name),
    ]
    // Written only where there is one, as reports had none before.
    let copy =
      subject.copy == 0 ? [] : [JSONValue.Member(key: "copy", value: .whole(subject.copy))]
    return SessionJSON.request(request.request)
      + parts.map { .init(key: $0.key, value: $0.value) } + copy
  }

  static func decision(_ decision: LadderDecision) -> [JSONValue.Member] {
    let parts: KeyValuePairs<String, JSONValue> = [
      "wallSeconds": .seconds(decision.wallTime),
      "mediaSeconds": .seconds(decision.playhead),
      "lane": .whole(decision.lane),
      "segment": .whole(decision.segment),
      "level": .whole(decision.decision.level),
      "previousLevel": .whole(decision.previousLevel),
      "bufferSeconds": .seconds(decision.bufferLevel),
      "estimateBitsPerSecond": .rate(DecisionText.whole(decision.decision.estimate)),
      "nextLevelNeedsBitsPerSecond": .rate(DecisionText.needed(decision.decision)),
      "delaySeconds": .seconds(decision.decision.delay),
      "isAbandonment": .bool(decision.isAbandonment),
      "reason": .string(decision.decision.reason),
    ]
    return parts.map { .init(key: $0.key, value: $0.value) }
  }

  static func segment(_ segment: LoadedSegment) -> [JSONValue.Member] {
    let parts: KeyValuePairs<String, JSONValue> = [
      "wallSeconds": .seconds(segment.wallTime),
      "playableSeconds": .seconds(segment.begun),
      "lane": .whole(segment.lane),
      "level": .whole(segment.level),
      "segment": .whole(segment.segment),
      "startSeconds": .seconds(segment.shown.start),
      "endSeconds": .seconds(segment.shown.end),
      "bytes": .integer(segment.bytes),
      "isReplacement": .bool(segment.isReplacement),
      "damage": .text(segment.damage),
    ]
    return parts.map { .init(key: $0.key, value: $0.value) }
  }
}

extension LadderJSON {
  static func failure(_ failure: SegmentFailure) -> [JSONValue.Member] {
    let (response, delay, level): (String, WallTime, Int?) =
      switch failure.response {
      case .retry(let delay): ("retry", delay, failure.level)
      case .copy: ("copy", .zero, failure.level)
      case .fallback(let level): ("fallback", .zero, level)
      case .outcome(let outcome, let delay): (outcome.rawValue, delay, nil)
      }
    let parts: KeyValuePairs<String, JSONValue> = [
      "wallSeconds": .seconds(failure.wallTime),
      "mediaSeconds": .seconds(failure.playhead),
      "lane": .whole(failure.lane),
      "level": .whole(failure.level),
      "segment": .whole(failure.segment),
      "content": .string(failure.content.rawValue),
      "startSeconds": .seconds(failure.shown.start),
      "endSeconds": .seconds(failure.shown.end),
      "kind": .string(failure.kind.rawValue),
      "reason": .string(failure.reason),
      "attempt": .whole(failure.attempt),
      "response": .string(response),
      "delaySeconds": .seconds(delay),
      "nextLevel": .whole(level),
    ]
    return parts.map { .init(key: $0.key, value: $0.value) }
  }
}

extension JSONValue {
  /// A score, to a millionth, as its metric has it.
  fileprivate static func score(_ value: Double?) -> JSONValue {
    value.flatMap { Ratio(nearest: $0) }.map(JSONValue.ratio) ?? .null
  }
}
