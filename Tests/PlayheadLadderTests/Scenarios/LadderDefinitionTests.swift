import Expectations
import PlayheadFiles
import PlayheadKit
import Testing

@testable import PlayheadLadder

@Suite struct `The definition of a ladder's session` {
  typealias Definition = Scenario.Definition

  /// The built-in players, and players made up of all that a player can be.
  private static func players() throws -> [LadderPlayer] {
    try LadderPlayer.all
      + Seeds.each(few: 60, all: 1000).map {
        try RandomLadderSession(seed: $0).scenario.player
      }
  }

  private static func definition(_ change: (inout LadderScenario) throws -> Void) throws
    -> Definition
  {
    var scenario = try RandomLadderSession(seed: 3).scenario
    try change(&scenario)
    return Definition(.ladder(scenario), mediaAt: "main.m3u8")
  }

  @Test func `has every value of the player, and is read back as it was`() throws {
    for player in try Self.players() {
      let rule = RuleChoice.named(try NamedRule(parsing: "bola:basic,u"))
      let definition = try Self.definition {
        $0.player = player
        $0 = $0.adapting(by: FixedRule(level: 0), chosenBy: rule)
      }
      let read = try Definition(json: definition.json)
      expect(read, equals: definition, "\(player.name)")
      expect(read.adaptation?.loading == player.loading && read.adaptation?.rule == rule)
      expect(read.policy.parameters.name, equals: player.name)
    }
  }

  @Test func `has all of a live event and of faults, and is read back as it was`() throws {
    var event = LiveEvent(join: .seconds(300), delay: .seconds(2), holdBack: .seconds(12))
    event.clockOffset = .zero - .milliseconds(500)
    event.lateness = [75: .seconds(2), 3: .milliseconds(1)]
    event.staleTimes = [.seconds(303)..<(.seconds(311))]
    let addressings: [LiveAddressing] = [
      .playlists, .numbers, .timeline(updatePeriod: .seconds(4)),
    ]
    let faults = [
      "segment 7 404", "segment timeout", "10s..25.5s 503", "playlist of level 2 timeout",
      "initialization 0 of level 1 500",
    ]
    for addressing in addressings {
      event.addressing = addressing
      for catchUp in [nil, CatchUp.Way.hlsJS.catchUp(to: nil)] {
        var definition = try Self.definition { $0.live = event }
        definition.live?.catchUp = catchUp
        definition.faults = try faults.map { try RequestFault(parsing: $0) }
        expect(definition.faults.map(\.text), equals: faults)
        try expect(Definition(json: definition.json), equals: definition)
      }
    }
  }

  @Test func `has a key for each property of a player's loading`() throws {
    // The goal is five values and when it looks again, processing four; the rest is one each.
    let properties = Mirror(reflecting: LadderLoading()).children.compactMap(\.label)
    let goal = Mirror(reflecting: BufferGoal()).children.count
    let processing = Mirror(reflecting: ProcessingTimes()).children.count
    guard case .object(let members) = LadderLoadingJSON.allValues(LadderLoading()) else {
      Issue.record("no object")
      return
    }
    expect(members.count, equals: properties.count - 2 + goal + processing)
    expect(Set(members.map(\.key)).count, equals: members.count)
  }

  @Test func `has another digest with any other part`() throws {
    let changes: [(String, (inout LadderScenario) throws -> Void)] = [
      ("nothing", { _ in }),
      ("the player's name", { $0.player.name = "other" }),
      ("the player's policy", { $0.player.policy = .basic }),
      ("the goal", { $0.player.loading.goal.level += .resolution }),
      ("the moment of keys", { $0.player.loading.keyMoment = .after }),
      ("the sharing of keys", { $0.player.loading.keySharing = .inFlight }),
      ("failures", { $0.player.loading.failures.missing.lastDelay += .resolution }),
      ("the rule", { $0 = $0.adapting(by: $0.rule, chosenBy: .named(.bba0)) }),
      (
        "the rule's estimate",
        {
          $0 = $0.adapting(
            by: $0.rule, chosenBy: .named(.media3(BitRate(bitsPerSecond: 2_000_000))))
        }
      ),
      (
        "the rule's other estimate",
        {
          $0 = $0.adapting(
            by: $0.rule, chosenBy: .named(.media3(BitRate(bitsPerSecond: 2_000_001))))
        }
      ),
      ("the transport", { $0.transport = .slowStart(setUpRoundTrips: 1) }),
      ("actions", { $0.actions = [UserAction(at: .seconds(1), .pause)] }),
      ("the limit", { $0.options.limit = .seconds(1) }),
      ("events", { $0.options.recordsEvents = false }),
      ("a fault", { $0.faults = [try RequestFault(parsing: "segment 1 404")] }),
      ("another answer", { $0.faults = [try RequestFault(parsing: "segment 1 503")] }),
      ("a live event", { $0.live = LiveEvent(join: .seconds(1)) }),
      ("a late segment", { $0.live = LiveEvent(join: .seconds(1), lateness: [2: .seconds(1)]) }),
      (
        "a player that catches up",
        {
          $0.live = LiveEvent(join: .seconds(1))
          let rules = LadderPlayer.hlsJS.live.catchingUp(to: nil).hls
          $0.player.live = LivePlayback(hls: rules, dash: rules)
        }
      ),
      ("the ladder", { $0.ladder = Ladder(format: .hls, lanes: $0.ladder.lanes) }),
    ]
    var digests: [String: String] = [:]
    for (name, change) in changes {
      let other = digests.updateValue(name, forKey: try Self.definition(change).digest)
      expect(other == nil, "\(name) and \(other ?? "") have one digest")
    }
  }

  @Test func `has another digest with any other value of a segment or level`() throws {
    func digest(_ segment: LadderSegment, target: MediaTime? = nil, tracks: [MeasuredTrack] = [])
      -> String
    {
      let level = Level(
        name: "a", bitRate: BitRate(bitsPerSecond: 1000),
        initializations: [LadderResource("i", bytes: 1)],
        keys: [LevelKey(LadderResource("k", bytes: 1))], segments: [segment],
        targetDuration: target, tracks: tracks)
      let ladder = Ladder(format: .hls, lanes: [LadderLane(.muxed, levels: [level])])
      return MediaIdentity(of: ladder, at: "a").indexDigest ?? ""
    }
    let (resource, range) = (
      LadderResource("s", bytes: 5), TimeRange(start: .zero, end: .seconds(4))
    )
    func part(_ number: Int) -> LadderSegment {
      var segment = LadderSegment(resource, declared: range)
      segment.partNumber = number
      return segment
    }
    let digests = [
      digest(LadderSegment(resource, declared: range)),
      digest(LadderSegment(LadderResource("s", bytes: 6), declared: range)),
      digest(LadderSegment(resource, initialization: 0, declared: range)),
      digest(LadderSegment(resource, declared: TimeRange(start: .zero, end: .seconds(5)))),
      digest(LadderSegment(resource, declared: range, measured: range)),
      digest(LadderSegment(resource, declared: range, startsWithSync: false)),
      digest(LadderSegment(resource, declared: range, isGap: true)),
      digest(LadderSegment(resource, declared: range, isDiscontinuity: true)),
      digest(LadderSegment(resource, declared: range, damage: "cut")),
      digest(LadderSegment(resource, declared: range, isTruncated: true)),
      digest(LadderSegment(resource, declared: range, parts: [.init(bytes: 2, end: .seconds(1))])),
      digest(LadderSegment(resource, declared: range, parts: [.init(bytes: 2, end: .seconds(2))])),
      digest(LadderSegment(resource, declared: range, trackLength: .seconds(3))),
      digest(LadderSegment(resource, declared: range, initializationTag: 1)),
      digest(LadderSegment(resource, declared: range, key: 0)),
      digest(LadderSegment(resource, declared: range, uncutLength: .seconds(9))), digest(part(1)),
      digest(LadderSegment(resource, declared: range), target: .seconds(4)),
      digest(LadderSegment(resource, declared: range), tracks: [MeasuredTrack(kind: .video)]),
    ]
    expect(Set(digests).count, equals: digests.count)
    // A property that was added belongs into the list, and into the digest.
    expect(
      Mirror(reflecting: LadderSegment(resource, declared: range)).children.count, equals: 15)
  }

  @Test(arguments: [
    (#""everySeconds":0.1"#, #""everySeconds":0"#, "the interval must be above 0"),
    (#""goalSeconds":30"#, #""goalSeconds":-1"#, "below zero"),
    (#""appends":"segments""#, #""appends":"bytes""#, "expected segments or samples"),
    (#""rule":"bba0""#, #""rule":"bbb0""#, "unknown ABR rule"),
    (#""outcome":"failsNext""#, #""outcome":"x""#, "expected elapses"),
    (#""keepsPlaylists":true,"#, "", "keepsPlaylists is missing"),
  ])
  func `is refused where a value is not what it should be`(
    part: String, wrong: String, problem: String
  ) throws {
    let definition = try Self.definition {
      $0.player = .hlsJS
      $0 = $0.adapting(by: $0.rule, chosenBy: .named(.bba0))
    }
    let json = String(decoding: definition.json, as: UTF8.self)
      .replacing(": ", with: ":").replacing(", ", with: ",")
    expect(json.contains(part))
    let changed = json.replacing(part, with: wrong, maxReplacements: 1)
    let error = #expect(throws: JSONError.self) { try Definition(json: Array(changed.utf8)) }
    expect(error?.description.contains(problem) ?? false, "\(error?.description ?? "")")
  }
}
