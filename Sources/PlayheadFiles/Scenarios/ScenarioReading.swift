package import PlayheadLadder
package import PlayheadModel

/// Reads what ``ScenarioJSON`` wrote; a person or another program may have changed it since.
package enum ScenarioReading {
  static func definition(_ contents: [UInt8]) throws(JSONError) -> Scenario.Definition {
    let reader = try JSONReader.document(contents)
    let network = try reader.member("network")
    let run = try reader.member("run")
    let media = try reader.member("media")
    var options = try self.options(run)
    options.recordsEvents = try run.member("recordsEvents").bool()
    let player = try reader.member("player")
    var definition = Scenario.Definition(
      media: MediaIdentity(
        path: try media.member("path").string(), bytes: try media.member("bytes").bytes(),
        indexDigest: try media.optional("indexSha256") { value throws(JSONError) in
          try digest(value)
        },
        tracks: try media.member("playedTracks").list { value throws(JSONError) in
          Int(try value.whole(in: 0...Int64(UInt16.max)))
        }),
      network: try profile(network), transport: try transport(network),
      policy: try PlayerReading.policy(player), adaptation: try PlayerReading.adaptation(player),
      actions: try actions(run), repeats: try loops(run) - 1, options: options,
      limit: try run.member("limitSeconds").seconds())
    if run.has("faults") { definition.faults = try faults(try run.member("faults")) }
    definition.live = try LiveEventReading.value(run)
    return definition
  }

  /// The requests that fail, of a list of their texts.
  package static func faults(_ reader: JSONReader) throws(JSONError) -> [RequestFault] {
    try reader.list { value throws(JSONError) in
      let text = try value.string()
      do throws(GrammarError) {
        return try RequestFault(parsing: text)
      } catch {
        throw value.refusal(error.problem)
      }
    }
  }

  package static func digest(_ reader: JSONReader) throws(JSONError) -> String {
    let text = try reader.string()
    guard text.utf8.count == 64, text.allSatisfy({ "0123456789abcdef".contains($0) }) else {
      throw reader.refusal("expected 64 lowercase hexadecimal digits")
    }
    return text
  }

  // MARK: What is done, and for how long

  package static func loops(_ run: JSONReader) throws(JSONError) -> Int {
    Int(try run.member("loops").whole(in: 1...Int64(SessionOptions.maximumLoops)))
  }

  package static func options(_ run: JSONReader) throws(JSONError) -> SessionOptions {
    let limit: WallTime = try run.member("limitSeconds").seconds()
    let tick = try run.optional("tickSeconds") { value throws(JSONError) in
      let tick: WallTime = try value.seconds()
      guard tick >= SessionOptions.shortestTick else {
        throw value.refusal("the minimum is \(SessionOptions.shortestTick.secondsText)")
      }
      return tick
    }
    return SessionOptions(
      tickInterval: tick, limit: try run.member("isDefaultLimit").bool() ? nil : limit)
  }

  private enum Verb: String, CaseIterable {
    case play, pause, rate, playImmediately, seek
  }

  package static func actions(_ run: JSONReader) throws(JSONError) -> [UserAction] {
    try run.member("actions").list { action throws(JSONError) in
      let kind: UserAction.Kind =
        switch try action.member("action").choice(of: Verb.self) {
        case .play: .play
        case .pause: .pause
        case .rate: .setRate(try rate(action))
        case .playImmediately: .playImmediately(try rate(action, isMoving: true))
        case .seek:
          .seek(
            to: try action.member("toSeconds").seconds(),
            try action.member("precision").choice(of: SeekPrecision.self))
        }
      return UserAction(at: try action.member("wallSeconds").seconds(), kind)
    }
  }

  /// The playback rate in the member `key` of an action or a player.
  package static func rate(
    _ parent: JSONReader, _ key: String = "rate", isMoving: Bool = false
  ) throws(JSONError) -> PlaybackRate {
    let reader = try parent.member(key)
    guard
      let rate = PlaybackRate(
        thousandths: try reader.decimal(power: 3, atMost: PlaybackRate.range.upperBound)),
      rate > .zero || !isMoving
    else { throw reader.refusal("expected \(isMoving ? "" : "0 or ")a rate from 0.25 to 4") }
    return rate
  }

  // MARK: The network

  package static func transport(_ network: JSONReader) throws(JSONError) -> Transport {
    // More round trips of the longest latency would be beyond all time.
    let roundTrips = try network.optional("setUpRoundTrips") { value throws(JSONError) in
      try value.whole(in: 1...2)
    }
    let transport = roundTrips.map { Transport.slowStart(setUpRoundTrips: Int($0)) } ?? .fluid
    let name = try network.member("tcp")
    guard try name.string() == transport.name else {
      throw name.refusal(
        "expected “\(transport.name)”, as setUpRoundTrips is "
          + (roundTrips.map(String.init) ?? "null"))
    }
    return transport
  }

  package static func profile(_ network: JSONReader) throws(JSONError) -> BandwidthProfile {
    let profile = try profile(network, timeline: try network.member("timeline"))
    guard let jitter = try network.optional("jitter", jitter) else { return profile }
    return profile.replacing(jitter: jitter, note: nil)
  }

  private static func jitter(_ reader: JSONReader) throws(JSONError) -> LatencyJitter {
    let magnitude: WallTime = try reader.member("magnitudeSeconds").seconds()
    do {
      return try LatencyJitter(magnitude: magnitude, seed: try reader.member("seed").seed())
    } catch let error as JSONError {
      throw error
    } catch {
      throw reader.refusal("invalid jitter")
    }
  }

  private enum End: String, CaseIterable {
    case repeats, holdsLast
  }

  private static func afterwards(
    _ reader: JSONReader
  ) throws(JSONError) -> BandwidthProfile.Afterwards {
    switch try reader.member("afterwards").choice(of: End.self) {
    case .repeats: .repeats
    case .holdsLast: .holdsLast
    }
  }

  private static func profile(
    _ reader: JSONReader, timeline: JSONReader
  ) throws(JSONError) -> BandwidthProfile {
    let afterwards = try afterwards(reader)
    let intervals = try TimelineReading.intervals(timeline, afterwards)
    let name = try reader.member("name").string()
    let notes = try reader.member("notes").list { note throws(JSONError) in try note.string() }
    do throws(ProfileError) {
      return try BandwidthProfile(
        name: name, intervals: intervals, afterwards: afterwards, notes: notes)
    } catch {
      throw timeline.refusal(error.description)
    }
  }

  /// The network as it was asked for, which has to come to `played`.
  package static func given(
    _ network: JSONReader, played: BandwidthProfile
  ) throws(JSONError) -> GivenNetwork {
    let given = try network.optional("given") { reader throws(JSONError) in
      let base = try reader.optional("profile") { base throws(JSONError) in
        let own = try base.member("timeline")
        if case .null = own.node.content {
          return try Self.profile(base, timeline: try network.member("timeline"))
        }
        return try Self.profile(base, timeline: own)
      }
      return GivenNetwork(
        text: try reader.optional("text") { value throws(JSONError) in try value.string() },
        format: try reader.optional("format") { value throws(JSONError) in
          try value.choice(of: TraceFormat.self)
        },
        profile: base ?? played, shaping: try shaping(try reader.member("shaping")))
    }
    guard let given else { return GivenNetwork(profile: played) }
    try checkText(of: given, try network.member("given"))
    guard (try? given.shaped()) == played else {
      throw try network.member("timeline").refusal(
        "it contradicts network.given; write null for network.given to play this timeline")
    }
    return given
  }

  /// What was written of a network has to name its profile, and only a file has a format.
  private static func checkText(
    of given: GivenNetwork, _ reader: JSONReader
  ) throws(JSONError) {
    guard let text = given.text else { return }
    let isNamed: Bool
    var isFile = false
    switch try? NetworkArgument(parsing: text) {
    case .file(let path):
      // A file may have a name of its own in it; without one, its profile has that of the file.
      let name = given.profile.name
      let isPath = if case .file = try? NetworkArgument(parsing: name) { true } else { false }
      (isNamed, isFile) = (path == name || !isPath, true)
    case .preset(let preset): isNamed = preset.profile == given.profile
    case .profile(let profile): isNamed = profile == given.profile
    case nil: isNamed = false
    }
    guard isNamed else {
      throw try reader.member("text").refusal(
        "“\(text.excerpt)” is not the network of this report; write null for network.given.text")
    }
    guard given.format == nil || isFile else {
      throw try reader.member("format").refusal("only a file has a format; write null")
    }
  }

  private static func shaping(_ reader: JSONReader) throws(JSONError) -> NetworkShaping {
    var shaping = NetworkShaping()
    shaping.holdsLast = try reader.member("holdsLast").bool()
    shaping.offset = try reader.member("offsetSeconds").seconds()
    shaping.scale = try reader.optional("scale") { value throws(JSONError) in
      let text = try value.string()
      do throws(GrammarError) {
        return try RateScale(parsing: text, unit: .optional)
      } catch {
        throw value.refusal(error.problem)
      }
    }
    shaping.latency = try reader.optional("latencySeconds") { value throws(JSONError) in
      try value.seconds()
    }
    shaping.jitter = try reader.optional("jitter", jitter)
    shaping.loss = try reader.optional("loss") { value throws(JSONError) in try value.ratio() }
    shaping.isLowData = try reader.member("isLowData").bool()
    return shaping
  }
}

/// Reads the intervals of a network, which are a list for each quantity.
enum TimelineReading {
  static func intervals(
    _ timeline: JSONReader, _ afterwards: BandwidthProfile.Afterwards
  ) throws(JSONError) -> [BandwidthProfile.Interval] {
    let time = (power: 9, bound: WallTime.bound.nanoseconds)
    let rates = try timeline.member("rateBitsPerSecond")
      .decimals(power: 0, atMost: BitRate.bound.bitsPerSecond)
    let durations = try durations(timeline, afterwards)
    func optional(_ key: String, power: Int, atMost bound: Int64) throws(JSONError) -> [Int64]? {
      let list = try timeline.optional(key) { list throws(JSONError) in
        try list.decimals(power: power, atMost: bound)
      }
      try check(list?.count, key, rates.count, timeline)
      return list
    }
    try check(durations.count, "durationSeconds", rates.count, timeline)
    let latencies = try optional("latencySeconds", power: time.power, atMost: time.bound)
    let losses = try optional("loss", power: 6, atMost: 1_000_000)
    let expensive = try flags("isExpensive", timeline, rates.count)
    let constrained = try flags("isConstrained", timeline, rates.count)
    return rates.indices.map { index in
      var path: PathFlags = []
      if expensive?[index] ?? false { path.insert(.expensive) }
      if constrained?[index] ?? false { path.insert(.constrained) }
      return BandwidthProfile.Interval(
        duration: WallTime(nanoseconds: durations[index]),
        rate: BitRate(bitsPerSecond: rates[index]),
        latency: WallTime(nanoseconds: latencies?[index] ?? 0),
        loss: Ratio(millionths: losses?[index] ?? 0), path: path)
    }
  }

  private static func check(
    _ count: Int?, _ key: String, _ expected: Int, _ timeline: JSONReader
  ) throws(JSONError) {
    guard let count, count != expected else { return }
    throw timeline.refusal(
      "\(key) has \(counted(count, "element")), rateBitsPerSecond has \(expected)")
  }

  private static func flags(
    _ key: String, _ timeline: JSONReader, _ count: Int
  ) throws(JSONError) -> [Bool]? {
    let flags = try timeline.optional(key) { list throws(JSONError) in
      try list.list { value throws(JSONError) in try value.bool() }
    }
    try check(flags?.count, key, count, timeline)
    return flags
  }

  /// The durations in nanoseconds.
  ///
  /// Of an interval that is held, it is what is left of the length.
  private static func durations(
    _ timeline: JSONReader, _ afterwards: BandwidthProfile.Afterwards
  ) throws(JSONError) -> [Int64] {
    let list = try timeline.member("durationSeconds")
    let bound = WallTime.bound.nanoseconds
    // Null, or zero in older reports, where a rate is held from the start on.
    let length: WallTime =
      try timeline.optional("lengthSeconds") { value throws(JSONError) in
        try value.seconds()
      } ?? .zero
    guard afterwards == .holdsLast else {
      let durations = try list.decimals(power: 9, atMost: bound)
      guard durations.reduce(Int128(0), { $0 + Int128($1) }) == Int128(length.nanoseconds) else {
        throw timeline.refusal("lengthSeconds is not the sum of the durations")
      }
      return durations
    }
    guard case .array(let nodes) = list.node.content, let last = nodes.last,
      case .null = last.content
    else { throw list.refusal("expected null for the last interval, which is held") }
    let rest = JSONReader(
      text: list.text,
      node: JSONNode(content: .array(nodes.dropLast()), offset: list.node.offset),
      path: list.path)
    let durations = try rest.decimals(power: 9, atMost: bound)
    var left = length.nanoseconds
    for duration in durations {
      guard duration <= left else {
        throw timeline.refusal("lengthSeconds is less than the sum of the durations")
      }
      left -= duration
    }
    return durations + [left]
  }
}
