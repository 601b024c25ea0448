package import PlayheadAnalysis
package import PlayheadFiles
import PlayheadLadder
package import PlayheadModel

/// The JSON report of a session of a file or a ladder, schema `playhead.session/3`.
///
/// Seconds carry `Seconds`, rates `BitsPerSecond`, sizes `Bytes`; numbers are exact; what does not
/// exist is null. What only a ladder has is written by ``AdaptationJSON``.
package enum SessionJSON {
  /// The name of the schema.
  static let schema = "playhead.session/3"

  /// The report in UTF-8, with a newline at its end.
  package static func bytes(_ report: SessionReport) -> [UInt8] {
    let lists = lists(report).map { list in
      JSONValue.Member(key: "\(list.type)s", value: .array(list.elements.map { .object($0) }))
    }
    let session = report.session
    var printer = JSONPrinter(openLevels: 2)
    printer.print(
      .object(
        [.init(key: "schema", value: .string(schema))] + setting(report.setting)
          + [.init(key: "summary", value: .object(summary(report.summary)))] + outcome(report)
          + lists
          + JSONValue.list([
            "events": .array(session.events.map { .object(members(of: $0)) }),
            "ticks": .array(session.ticks.map(TickJSON.value)),
          ])))
    return printer.bytes + [UInt8(ascii: "\n")]
  }

  /// The requests, and what else a session has many of, in order, each with what one is called.
  static func lists(
    _ report: SessionReport
  ) -> [(type: String, elements: [[JSONValue.Member]])] {
    report.adaptation.map { AdaptationJSON.lists($0.played) }
      ?? [("request", report.session.requests.map(request))]
  }

  /// What came of a session, besides its metrics, lists, events and ticks.
  static func outcome(_ report: SessionReport) -> [JSONValue.Member] {
    let (session, adaptation) = (report.session, report.adaptation)
    let stalls = session.stalls.enumerated().map { number, stall in
      JSONValue.object(
        members(of: stall, cause: report.causes?.stalls[stall.number])
          + (adaptation.map { AdaptationJSON.awaited(stall: number, in: $0.played) } ?? []))
    }
    return JSONValue.list([
      "networkRepeats": .whole(report.link.profile.repeatCount(within: session.elapsed)),
      "metBound": .text(session.metBound?.rawValue),
    ])
      + (adaptation.map(AdaptationJSON.figures) ?? [])
      + JSONValue.list([
        "causes": report.causes.map { .object(CauseJSON.members(of: $0)) } ?? .null,
        "startup": MediaFactJSON.startup(session.startupPhases, cause: report.causes?.startup),
        "stalls": .array(stalls),
        "seeks": .array(session.seeks.map { seek($0, cause: report.causes?.seeks[$0.number]) }),
        "unperformedActions": .array(session.unperformedActions.map(ScenarioJSON.action)),
        "whatIf": report.whatIf.map(whatIf) ?? .null,
        "spread": SpreadJSON.value(report.spread, beside: report.summary),
      ])
      + (adaptation.map(AdaptationJSON.live) ?? [])
  }

  /// The session with changes, with the figures of adaptation if it played a ladder.
  static func whatIf(_ whatIf: WhatIf) -> JSONValue {
    let adaptation = whatIf.summary.adaptation.map {
      JSONValue.list([
        "adaptation": AdaptationJSON.summary($0),
        "baseAdaptation": whatIf.base?.adaptation.map(AdaptationJSON.summary) ?? .null,
      ])
    }
    return .object(
      JSONValue.list([
        "changes": .array(whatIf.changes.map { .string($0) }),
        "idleChanges": .array(whatIf.idle.map { .string($0) }),
        "summary": .object(summary(whatIf.summary)),
        "stalls": .array(whatIf.session.stalls.map { stall($0, cause: nil) }),
      ]) + (adaptation ?? []))
  }

  /// All that it takes to run a session again, and what its media is.
  static func setting(_ setting: SessionSetting) -> [JSONValue.Member] {
    let definition = setting.definition
    return JSONValue.list([
      "generator": setting.generator.map(generator) ?? .null,
      "scenarioSha256": .string(definition.digest),
      "media": MediaJSON.value(setting.subject, definition.media),
      "network": network(
        definition.network, by: definition.transport, asked: setting.network),
      "player": player(setting.subject),
      "run": run(setting),
    ])
  }

  /// By which player and, of a ladder, by which rule and how it loads.
  static func player(_ subject: SessionSubject) -> JSONValue {
    switch subject {
    case .file(_, let scenario): PlayerJSON.value(scenario.policy)
    case .ladder(let ladder):
      PlayerJSON.value(
        ladder.scenario.player.namedPolicy, ladder.scenario.adaptation, rule: ladder.rule)
    }
  }

  /// What the user does, how long the session may last, and what of the media is played and how it
  /// is read.
  static func run(_ setting: SessionSetting) -> JSONValue {
    let scenario = setting.scenario
    let reading: [JSONValue.Member] =
      switch setting.subject {
      case .file: JSONValue.list(["decode": .text(setting.decoding)])
      case .ladder(let ladder): AdaptationJSON.reading(ladder)
      }
    return .object(
      ScenarioJSON.run(
        scenario.actions, loops: scenario.repeats + 1, scenario.options, limit: scenario.limit)
        + JSONValue.list([
          "tracks": setting.tracks.map { .array($0.map { .whole($0) }) } ?? .null
        ]) + reading)
  }

  static func generator(_ generator: Generator) -> JSONValue {
    .members([
      "version": .string(generator.version),
      "libraries": .array(generator.libraries.map { .string($0) }),
    ])
  }

  static func range(_ range: TimeRange) -> JSONValue {
    .members(["startSeconds": .seconds(range.start), "endSeconds": .seconds(range.end)])
  }

  /// Figures that follow from a network's intervals.
  static func figures(of profile: BandwidthProfile) -> [JSONValue.Member] {
    [
      .init(key: "intervalCount", value: .whole(profile.intervals.count)),
      .init(key: "meanBitsPerSecond", value: .rate(profile.meanRate)),
    ]
  }

  /// The network of `profile`, which was `asked` for, and how its rate reaches requests.
  static func network(
    _ profile: BandwidthProfile, by transport: Transport, asked: GivenNetwork
  ) -> JSONValue {
    .object(
      ScenarioJSON.title(of: profile) + figures(of: profile) + ScenarioJSON.transport(transport)
        + ScenarioJSON.course(of: profile)
        + [.init(key: "given", value: ScenarioJSON.given(asked, played: profile))])
  }

  package static func summary(_ summary: SessionSummary) -> [JSONValue.Member] {
    SessionMetric.allCases.map { .init(key: $0.rawValue, value: .metric(summary[$0])) }
      + lowerBounds(summary.values)
  }

  /// The key under which the metrics are named whose values are lower bounds.
  package static let lowerBoundsKey = "lowerBounds"

  /// The names of the metrics whose value is only what had elapsed when the session was cut in an
  /// open wait.
  package static func lowerBounds(_ values: MetricValues) -> [JSONValue.Member] {
    let metrics = values.filter { ($0.value ?? nil)?.isLowerBound ?? false }.keys
    let names = SessionMetric.inOrder(metrics).map { JSONValue.string($0.rawValue) }
    return [.init(key: lowerBoundsKey, value: .array(names))]
  }

  /// A stall with its cause.
  package static func stall(_ stall: Stall, cause: WaitCause?) -> JSONValue {
    .object(members(of: stall, cause: cause))
  }

  private static func members(of stall: Stall, cause: WaitCause?) -> [JSONValue.Member] {
    members(of: stall) + [.init(key: "cause", value: CauseJSON.value(cause, of: .stall))]
  }

  /// A stall, whatever its cause.
  package static func stall(_ stall: Stall) -> JSONValue { .object(members(of: stall)) }

  private static func members(of stall: Stall) -> [JSONValue.Member] {
    JSONValue.list([
      "number": .whole(stall.number),
      "startSeconds": .seconds(stall.start),
      "mediaSeconds": .seconds(stall.mediaTime),
      "durationSeconds": .seconds(stall.elapsed),
      "isOpen": .bool(stall.isOpen),
    ])
  }

  static func request(_ request: MediaRequest) -> [JSONValue.Member] {
    JSONValue.list([
      "number": .whole(request.number),
      "resource": .whole(request.resource),
      "offsetBytes": .integer(request.offset),
      "endOffsetBytes": .whole(request.endOffset),
      "sentSeconds": .seconds(request.sent),
      "firstByteSeconds": .seconds(request.firstByte),
      "lastByteSeconds": .seconds(request.lastByte),
      "endSeconds": .seconds(request.end),
      "bytesReceived": .integer(request.bytesReceived),
      "bytesWasted": .integer(request.bytesWasted),
      "endReason": .string(request.endReason.rawValue),
    ])
  }

  static func seek(_ seek: Seek, cause: WaitCause?) -> JSONValue {
    .members([
      "number": .whole(seek.number),
      "startSeconds": .seconds(seek.start),
      "fromSeconds": .seconds(seek.from),
      "toSeconds": .seconds(seek.to),
      "latencySeconds": .seconds(seek.latency),
      "isOpen": .bool(seek.isOpen),
      "cause": CauseJSON.value(cause, of: .seek),
    ])
  }
}
