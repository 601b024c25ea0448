import Expectations
import PlayheadKit
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadLadder

@Suite struct `A ladder that is played again` {
  /// Ten segments of 2 s, of 25 kB each, at one level.
  private static func scenario(
    repeats: Int = 0, rate: Int64 = 400_000, backBuffer: MediaTime? = nil,
    actions: [UserAction] = []
  ) throws -> LadderScenario {
    let segments = (0..<10).map { number in
      LadderSegment(
        LadderResource("s\(number)", bytes: 25_000),
        declared: TimeRange(start: .seconds(2 * number), end: .seconds(2 * number + 2)))
    }
    let level = Level(name: "only", bitRate: BitRate(bitsPerSecond: 100_000), segments: segments)
    var player = LadderPlayer.basic
    player.loading.backBuffer = backBuffer
    return LadderScenario(
      Ladder(format: .hls, lanes: [LadderLane(.muxed, levels: [level])]),
      over: NetworkLink(
        following: try BandwidthProfile(name: "n", rate: BitRate(bitsPerSecond: rate))),
      player: player, rule: FixedRule(level: 0), actions: actions, repeats: repeats)
  }

  @Test(arguments: 1...3)
  func `plays from the start at its end, from what it keeps`(repeats: Int) throws {
    var simulation = LadderSimulation(try Self.scenario(repeats: repeats))
    let played = simulation.run()
    // A segment takes 0.5 s; then all that is played is loaded once.
    expect(played.session.startup, equals: .milliseconds(500))
    let length = Int64(20 * (repeats + 1))
    let end = WallTime.milliseconds(500 + 1000 * length)
    expect(played.session.elapsed, equals: end)
    expect(played.session.stalls.isEmpty && played.session.endReason == .ended)
    expect(played.segments.count, equals: 10)
    let loops = played.session.events.compactMap { event in
      if case .playbackLooped(let number) = event.kind { number } else { nil }
    }
    expect(loops, equals: Array(1...repeats))
    expect(played.played.map(\.range.start), equals: Array(repeating: .zero, count: repeats + 1))
    let summary = LadderSummary(played, of: simulation.ladder)
    expect(summary.timeAtLevel, equals: [MediaTime.seconds(length)])
  }

  @Test func `loads again what it has dropped, and waits for it`() throws {
    var simulation = LadderSimulation(try Self.scenario(repeats: 1, backBuffer: .zero))
    let played = simulation.run()
    expect(played.segments.count, equals: 20)
    // It stands still until the first segment is there, which takes half a second.
    let end = WallTime.milliseconds(500 + 20_000 + 500 + 20_000)
    expect(played.session.elapsed, equals: end)
    expect(played.session.stalls.map(\.duration), equals: [.milliseconds(500)])
    expect(
      LadderSummary(played, of: simulation.ladder).timeAtLevel, equals: [.seconds(40)])
  }

  @Test(arguments: [0, 3, 20] as [Int64])
  func `loads as after a seek of the user at the same instant`(kept: Int64) throws {
    let once = try Self.scenario(backBuffer: .seconds(kept))
    let end = Scenario.ladder(once).play().session.elapsed
    let sought = try Self.scenario(
      backBuffer: .seconds(kept),
      actions: [UserAction(at: end - .resolution, .seek(to: .zero, .exact))])
    let looped = try Self.scenario(repeats: 1, backBuffer: .seconds(kept))
    let one = try #require(Scenario.ladder(sought).play().ladder)
    let other = try #require(Scenario.ladder(looped).play().ladder)
    expect(one.segments.map(\.segment), equals: other.segments.map(\.segment))
    expect(one.requests.count, equals: other.requests.count)
  }

  @Test(arguments: Seeds.each(few: 100, all: 2000))
  func `ends, whatever the ladder`(seed: UInt64) throws {
    var scenario = try RandomLadderSession(seed: seed).scenario
    let once = Scenario.ladder(scenario).play().session
    scenario.repeats = 1
    let twice = Scenario.ladder(scenario).play()
    let session = twice.session
    expect(session.events.first, equals: once.events.first)
    if session.endReason == .ended, once.endReason == .ended {
      expect(session.phases.playing >= once.phases.playing)
      expect(
        session.events.contains { if case .playbackLooped = $0.kind { true } else { false } })
    }
    let summary = try #require(twice.adaptation(in: .ladder(scenario)))
    let played = twice.ladder?.played.reduce(MediaTime.zero) { $0 + $1.range.duration }
    expect(summary.timeAtLevel.reduce(.zero, +) <= played ?? .zero)
  }

  @Test func `keeps some of its lanes`() throws {
    let random = try RandomLadderSession(seed: 7).scenario.ladder
    let lanes = random.lanes
    for number in lanes.indices {
      let kept = random.keeping(lanes: [number])
      expect(kept.lanes.count == 1 && kept.lanes[0].kind == lanes[number].kind)
      expect(kept.lanes[0].levels.allSatisfy { $0.audioLevel == nil })
    }
    expect(random.keeping(lanes: Set(lanes.indices)), equals: random)
  }

  /// A ladder of two lanes of which a manifest says all that it can, with a key in each level.
  private static var described: Ladder {
    func lane(_ kind: LadderLane.Kind, _ keys: [String]) -> LadderLane {
      LadderLane(
        kind,
        levels: keys.map { key in
          Level(
            name: key, bitRate: BitRate(bitsPerSecond: 8000),
            keys: [LevelKey(LadderResource(key, bytes: 16))],
            segments: (0..<4).map {
              LadderSegment(
                LadderResource("\(key) \($0)", bytes: 1000),
                declared: TimeRange(start: .seconds(2 * $0), end: .seconds(2 * $0 + 2)), key: 0)
            })
        }, language: "sv")
    }
    var ladder = Ladder(
      format: .dash, manifests: [LadderResource("m", bytes: 100)],
      lanes: [lane(.video, ["low", "high"]), lane(.audio, ["sound"])],
      listing: MultivariantListing(),
      updates: MPDUpdates(listsSegments: false, window: .seconds(4)))
    ladder.declaredLength = .init(periods: .seconds(9), segments: .seconds(8))
    ladder.start = LadderStart(.seconds(2))
    ladder.refusal = LadderRefusal("of its lanes", isOfManifest: false)
    ladder.sessionKeys = [.init(lane: 0, level: 1, key: 0), .init(lane: 1, level: 0, key: 0)]
    return ladder
  }

  /// What is changed with lanes is what a key is of.
  @Test(arguments: [
    ("its video", described.keeping(lanes: [0]), ["high"]),
    ("its audio", described.keeping(lanes: [1]), ["sound"]),
    ("parts", described.inParts(of: .seconds(1)), ["high", "sound"]),
    (
      "joined parts", described.inParts(of: .seconds(1)).joiningParts(2), ["high", "sound"]
    ),
    (
      "one level", described.replacing(lane: 0, with: [described.lanes[0].levels[1]]),
      ["high", "sound"]
    ),
    (
      "another level", described.replacing(lane: 0, with: [described.lanes[0].levels[0]]),
      ["sound"]
    ),
  ])
  func `keeps what its manifest says, whatever becomes of its lanes`(
    name: String, changed: Ladder, keys: [String]
  ) {
    let ladder = Self.described
    expect(changed.format, equals: ladder.format, "\(name)")
    expect(changed.manifests, equals: ladder.manifests, "\(name)")
    expect(changed.listing, equals: ladder.listing, "\(name)")
    expect(changed.updates, equals: ladder.updates, "\(name)")
    expect(changed.declaredLength, equals: ladder.declaredLength, "\(name)")
    expect(changed.start, equals: ladder.start, "\(name)")
    expect(changed.refusal, equals: ladder.refusal, "\(name)")
    expect(changed.lanes.allSatisfy { $0.language == "sv" }, "\(name)")
    expect(
      changed.sessionKeys.map {
        changed.lanes[$0.lane].levels[$0.level].keys[$0.key].resource.name
      }, equals: keys, "\(name)")
    expect(changed.duration, equals: .seconds(8), "\(name)")
  }
}
