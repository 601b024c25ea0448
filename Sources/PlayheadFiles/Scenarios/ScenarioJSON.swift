import PlayheadLadder
package import PlayheadModel

/// The parts of a scenario in JSON, without loss: ``ScenarioReading`` reads them back.
///
/// A session's report has the same members among its own, so that it can be run again.
package enum ScenarioJSON {
  /// The definition as `version` has it.
  static func value(
    _ definition: Scenario.Definition, _ version: Scenario.Definition.Version = .init()
  ) -> JSONValue {
    let network =
      title(of: definition.network) + transport(definition.transport)
      + course(of: definition.network, heldLength: version.heldLength)
    var run = run(
      definition.actions, loops: definition.repeats + 1, definition.options,
      limit: definition.limit)
    run.append(.init(key: "recordsEvents", value: .bool(definition.options.recordsEvents)))
    // Sessions without these keep the digest that they had before there were such.
    if !definition.faults.isEmpty {
      run.append(
        .init(key: "faults", value: .array(definition.faults.map { .string($0.text) })))
    }
    if let live = definition.live {
      run.append(.init(key: "live", value: LiveEventJSON.value(live)))
    }
    return .members([
      "media": .members([
        "path": .string(definition.media.path),
        "bytes": .integer(definition.media.bytes),
        "indexSha256": .text(definition.media.indexDigest),
        "playedTracks": .array(definition.media.tracks.map { .whole($0) }),
      ]),
      "network": .object(network),
      "player": PlayerJSON.value(
        definition.policy, definition.adaptation, without: version.missingFields,
        isExact: true),
      "run": .object(run),
    ])
  }

  /// What the user does and how long a session may last.
  package static func run(
    _ actions: [UserAction], loops: Int, _ options: SessionOptions, limit: WallTime
  ) -> [JSONValue.Member] {
    [
      .init(key: "actions", value: .array(actions.map(action))),
      .init(key: "loops", value: .whole(loops)),
      .init(key: "limitSeconds", value: .seconds(limit)),
      .init(key: "isDefaultLimit", value: .bool(options.limit == nil)),
      .init(key: "tickSeconds", value: .seconds(options.tickInterval)),
    ]
  }

  package static func action(_ action: UserAction) -> JSONValue {
    let details: KeyValuePairs<String, JSONValue> =
      switch action.kind {
      case .play: ["action": .string("play")]
      case .pause: ["action": .string("pause")]
      case .setRate(let rate): ["action": .string("rate"), "rate": .rate(rate)]
      case .playImmediately(let rate):
        ["action": .string("playImmediately"), "rate": .rate(rate)]
      case .seek(let target, let precision):
        [
          "action": .string("seek"), "toSeconds": .seconds(target),
          "precision": .string(precision.rawValue),
        ]
      }
    return .object(
      [.init(key: "wallSeconds", value: .seconds(action.wallTime))]
        + details.map { .init(key: $0.key, value: $0.value) })
  }

  package static func transport(_ transport: Transport) -> [JSONValue.Member] {
    var roundTrips: Int?
    if case .slowStart(let setUpRoundTrips) = transport { roundTrips = setUpRoundTrips }
    return [
      .init(key: "tcp", value: .string(transport.name)),
      .init(key: "setUpRoundTrips", value: .whole(roundTrips)),
    ]
  }

  /// What a network is called, and what was done to it.
  package static func title(of profile: BandwidthProfile) -> [JSONValue.Member] {
    [
      .init(key: "name", value: .string(profile.name)),
      .init(key: "notes", value: .array(profile.notes.map { .string($0) })),
    ]
  }

  /// What a network does over time.
  package static func course(
    of profile: BandwidthProfile, heldLength: WallTime? = nil
  ) -> [JSONValue.Member] {
    [
      .init(key: "afterwards", value: .string(profile.afterwards.name)),
      .init(key: "jitter", value: jitter(profile.jitter)),
      .init(key: "timeline", value: timeline(profile, heldLength: heldLength)),
    ]
  }

  package static func jitter(_ jitter: LatencyJitter?) -> JSONValue {
    guard let jitter else { return .null }
    // A seed can be larger than the integers that our JSON has elsewhere.
    return .members([
      "magnitudeSeconds": .seconds(jitter.magnitude), "seed": .decimal(String(jitter.seed)),
    ])
  }

  /// The intervals, a list for each quantity, as a trace may have a hundred thousand of them; null
  /// stands for a list of nothing but zeros.
  ///
  /// An interval that is held has no duration. If it had one before it was held, that is what the
  /// length has more than the durations. A rate that is held from the start on has no length.
  static func timeline(
    _ profile: BandwidthProfile, heldLength: WallTime? = nil
  ) -> JSONValue {
    let length = profile.length
    let intervals = profile.intervals
    func list(
      _ isAny: (BandwidthProfile.Interval) -> Bool,
      _ value: (BandwidthProfile.Interval) -> JSONValue
    ) -> JSONValue {
      intervals.contains(where: isAny) ? .array(intervals.map(value)) : .null
    }
    var durations = intervals.map { JSONValue.seconds($0.duration) }
    if profile.afterwards == .holdsLast { durations[durations.count - 1] = .null }
    return .members([
      "lengthSeconds": .seconds(length > .zero ? length : heldLength),
      "durationSeconds": .array(durations),
      "rateBitsPerSecond": .array(intervals.map { .rate($0.rate) }),
      "latencySeconds": list({ $0.latency > .zero }, { .seconds($0.latency) }),
      "loss": list({ $0.loss.millionths > 0 }, { .ratio($0.loss) }),
      "isExpensive": list(
        { $0.path.contains(.expensive) }, { .bool($0.path.contains(.expensive)) }),
      "isConstrained": list(
        { $0.path.contains(.constrained) }, { .bool($0.path.contains(.constrained)) }),
    ])
  }

  /// A network as it was asked for: what the user wrote, the profile before anything was done to
  /// it, and what was done.
  ///
  /// The profile is null where that changed nothing.
  package static func given(_ given: GivenNetwork, played: BandwidthProfile) -> JSONValue {
    let profile = given.profile
    let isSame = profile == played
    let hasSameTimeline =
      profile.intervals == played.intervals && profile.afterwards == played.afterwards
    let shaping = given.shaping
    return .members([
      "text": .text(given.text),
      "format": .text(given.format?.rawValue),
      "profile": isSame
        ? .null
        : .members([
          "name": .string(profile.name),
          "notes": .array(profile.notes.map { .string($0) }),
          "afterwards": .string(profile.afterwards.name),
          "timeline": hasSameTimeline ? .null : timeline(profile),
        ]),
      "shaping": .members([
        "holdsLast": .bool(shaping.holdsLast),
        "offsetSeconds": .seconds(shaping.offset),
        "scale": .text(shaping.scale?.text),
        "latencySeconds": .seconds(shaping.latency),
        "jitter": jitter(shaping.jitter),
        "loss": .ratio(shaping.loss),
        "isLowData": .bool(shaping.isLowData),
      ]),
    ])
  }
}

extension BandwidthProfile.Afterwards {
  /// The word for it in JSON.
  package var name: String {
    switch self {
    case .repeats: "repeats"
    case .holdsLast: "holdsLast"
    }
  }
}
