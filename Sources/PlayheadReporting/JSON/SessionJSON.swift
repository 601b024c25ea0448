package import PlayheadAnalysis
package import PlayheadFiles
package import PlayheadModel

/// The JSON report of a session, schema `playhead.session/2`.
///
/// Seconds carry `Seconds`, rates `BitsPerSecond`, sizes `Bytes`; numbers are exact; what does not
/// exist is null.
package enum SessionJSON {
  /// The name of the schema.
  static let schema = "playhead.session/2"

  /// The report in UTF-8, with a newline at its end.
  package static func bytes(_ report: SessionReport) -> [UInt8] {
    let session = report.session
    let lists: KeyValuePairs<String, JSONValue> = [
      "requests": .array(session.requests.map { .object(request($0)) }),
      "events": .array(session.events.map { .object(members(of: $0)) }),
      "ticks": .array(session.ticks.map(TickJSON.value)),
    ]
    var printer = JSONPrinter(openLevels: 2)
    printer.print(
      .object(
        [.init(key: "schema", value: .string(schema))] + setting(report.setting)
          + [.init(key: "summary", value: .object(summary(report.summary)))] + outcome(report)
          + lists.map { .init(key: $0.key, value: $0.value) }))
    return printer.bytes + [UInt8(ascii: "\n")]
  }

  /// What came of a session, besides its metrics, requests, events and ticks.
  static func outcome(_ report: SessionReport) -> [JSONValue.Member] {
    let session = report.session
    let parts: KeyValuePairs<String, JSONValue> = [
      "networkRepeats": .whole(report.link.profile.repeatCount(within: session.elapsed)),
      "metBound": .text(session.metBound?.rawValue),
      "causes": report.causes.map { .object(CauseJSON.members(of: $0)) } ?? .null,
      "startup": MediaFactJSON.startup(session.startupPhases, cause: report.causes?.startup),
      "stalls": .array(
        session.stalls.map { stall($0, cause: report.causes?.stalls[$0.number]) }),
      "seeks": .array(session.seeks.map { seek($0, cause: report.causes?.seeks[$0.number]) }),
      "unperformedActions": .array(session.unperformedActions.map(ScenarioJSON.action)),
      "whatIf": report.whatIf.map(whatIf) ?? .null,
      "spread": SpreadJSON.value(report.spread, beside: report.summary),
    ]
    return parts.map { .init(key: $0.key, value: $0.value) }
  }

  /// The session with changes, with the figures of adaptation if it played a ladder.
  static func whatIf(_ whatIf: WhatIf) -> JSONValue {
    let members: KeyValuePairs<String, JSONValue> = [
      "changes": .array(whatIf.changes.map { .string($0) }),
      "idleChanges": .array(whatIf.idle.map { .string($0) }),
      "summary": .object(summary(whatIf.summary)),
      "stalls": .array(whatIf.session.stalls.map { stall($0, cause: nil) }),
    ]
    let adaptation = whatIf.summary.adaptation.map {
      [
        JSONValue.Member(key: "adaptation", value: LadderJSON.adaptation($0)),
        JSONValue.Member(
          key: "baseAdaptation",
          value: whatIf.base?.adaptation.map(LadderJSON.adaptation) ?? .null),
      ]
    }
    return .object(members.map { .init(key: $0.key, value: $0.value) } + (adaptation ?? []))
  }

  /// All that it takes to run a session again, and what its media is.
  static func setting(_ setting: SessionSetting) -> [JSONValue.Member] {
    let scenario = setting.scenario
    let parts: KeyValuePairs<String, JSONValue> = [
      "generator": setting.generator.map(generator) ?? .null,
      "scenarioSha256": .string(setting.definition.digest),
      "media": media(setting.media),
      "network": network(
        setting.scenario.link.profile, by: setting.scenario.transport, asked: setting.network),
      "player": PlayerJSON.value(scenario.policy),
      "run": run(scenario, tracks: setting.tracks, decoding: setting.decoding),
    ]
    return parts.map { .init(key: $0.key, value: $0.value) }
  }

  /// What the user does, how long the session may last, and what of the media is played and
  /// decoded.
  static func run(_ scenario: FileScenario, tracks: [Int]?, decoding: String?) -> JSONValue {
    .object(
      ScenarioJSON.run(
        scenario.actions, loops: scenario.repeats + 1, scenario.options, limit: scenario.limit)
        + [
          .init(key: "tracks", value: tracks.map { .array($0.map { .whole($0) }) } ?? .null),
          .init(key: "decode", value: .text(decoding)),
        ])
  }

  static func generator(_ generator: Generator) -> JSONValue {
    .members([
      "version": .string(generator.version),
      "libraries": .array(generator.libraries.map { .string($0) }),
    ])
  }

  static func media(_ media: MediaDescription) -> JSONValue {
    .members([
      "path": .string(media.name),
      "bytes": .integer(media.index.bytes),
      "indexSha256": .text(media.indexDigest),
      "sha256": .text(media.contentDigest),
      "durationSeconds": .seconds(media.presentation.duration),
      "container": .string(media.index.container),
      "bitRateBitsPerSecond": .rate(media.averageRate),
      "playedBitRateBitsPerSecond": .rate(media.playedRate),
      "peakBitRateOver1SecondBitsPerSecond": .rate(media.peakRates.over1Second),
      "peakBitRateOver10SecondsBitsPerSecond": .rate(media.peakRates.over10Seconds),
      "isFastStart": .flag(media.isFastStart),
      "indexes": media.index.containerIndexes.map { .array($0.map(MediaFactJSON.index)) } ?? .null,
      "opening": MediaFactJSON.opening(media.opening),
      "timestampRestarts": .array(
        media.timestampRestarts.map {
          MediaFactJSON.restarts($0, origin: media.presentation.origin)
        }),
      "tracks": .array(media.index.tracks.map { track($0, media) }),
    ])
  }

  private static func track(_ track: Track, _ media: MediaDescription) -> JSONValue {
    let decoded = media.decoding?.report(on: track.id)
    var facts = JSONValue.members([
      "number": .whole(track.id),
      "kind": .string(track.kind.rawValue),
      "isPlayed": .bool(media.presentation.tracks.contains(track.id)),
      "codec": .string(track.codec),
      "profile": .text(track.profile),
      "language": .text(track.language),
      "bitRateBitsPerSecond": .rate(track.bitRate),
      "width": .whole(track.dimensions?.width),
      "height": .whole(track.dimensions?.height),
      "frameRate": .text(track.frameRate.map { "\($0.numerator)/\($0.denominator)" }),
      "sampleRate": .whole(track.sampleRate),
      "channels": .whole(track.channels),
      "samples": .whole(track.sampleCount),
      "syncSamples": .whole(track.syncSampleCount),
      "keyframeInterval": MediaFactJSON.keyframeInterval(
        media.keyframeIntervals.first { $0.track == track.id }),
      "reorderDepth": .whole(media.reorderDepth(of: track)),
      "missingSamples": .whole(
        track.announced.map { max(0, $0.count - track.sampleCount) }),
      "missingSeconds": .seconds(media.missingTime(of: track)),
      "framesDecoded": .whole(decoded?.reason == nil ? decoded?.frames : nil),
      "undecodable": decoded.flatMap { report in
        report.reason == nil
          ? .array(report.undecodable.map { range(media.presentation.fromOrigin($0)) }) : nil
      } ?? .null,
      "notDecoded": .text(decoded?.reason?.rawValue),
    ])
    // What is rare was not written by earlier versions.
    if case .object(var members) = facts, let rotation = track.rotation {
      members.append(.init(key: Self.rotationKey, value: .whole(rotation)))
      facts = .object(members)
    }
    return facts
  }

  /// The name of the fact that pictures are turned, of tracks whose pictures are.
  static let rotationKey = "rotationDegrees"

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
    .object(members(of: stall) + [.init(key: "cause", value: CauseJSON.value(cause, of: .stall))])
  }

  /// A stall, whatever its cause.
  package static func stall(_ stall: Stall) -> JSONValue { .object(members(of: stall)) }

  private static func members(of stall: Stall) -> [JSONValue.Member] {
    let members: KeyValuePairs<String, JSONValue> = [
      "number": .whole(stall.number),
      "startSeconds": .seconds(stall.start),
      "mediaSeconds": .seconds(stall.mediaTime),
      "durationSeconds": .seconds(stall.elapsed),
      "isOpen": .bool(stall.isOpen),
    ]
    return members.map { .init(key: $0.key, value: $0.value) }
  }

  static func request(_ request: MediaRequest) -> [JSONValue.Member] {
    let members: KeyValuePairs<String, JSONValue> = [
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
    ]
    return members.map { .init(key: $0.key, value: $0.value) }
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
