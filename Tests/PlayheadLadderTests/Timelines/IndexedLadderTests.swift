import Expectations
import PlayheadKit
import PlayheadLadder
import Testing

/// Sessions of a player that fetches the indexes of all levels before anything else.
///
/// Over 8 kbit/s, which are 1000 bytes a second, n requests in flight have 1000 ÷ n bytes a second
/// each.
@Suite("Indexes of all levels")
struct IndexedLadderTests {
  /// A ladder whose levels have so many indexes each, of 100 bytes, and a segment of 1000 bytes.
  private static func ladder(_ lanes: [[Int]]) -> Ladder {
    Ladder(
      format: .dash,
      lanes: lanes.enumerated().map { number, counts in
        LadderLane(
          number == 0 ? .video : .audio,
          levels: counts.enumerated().map { level, count in
            Level(
              name: "\(level)", bitRate: BitRate(bitsPerSecond: Int64(1000 * (level + 1))),
              indexes: (0..<count).map { LadderResource("index \($0)", bytes: 100) },
              segments: [
                LadderSegment(
                  LadderResource("segment", bytes: 1000),
                  declared: TimeRange(start: .zero, end: .seconds(2)))
              ])
          })
      })
  }

  private static func play(
    _ ladder: Ladder, fetchesAll: Bool = true, processing: WallTime = .zero
  ) throws -> [LadderRequest] {
    var player = LadderPlayer.basic
    player.loading.fetchesAllIndexes = fetchesAll
    player.loading.processing = ProcessingTimes(playlist: processing)
    let profile = try BandwidthProfile(
      name: "link", rate: BitRate(bitsPerSecond: 8000))
    var simulation = LadderSimulation(
      LadderScenario(
        ladder, over: NetworkLink(following: profile), player: player, rule: ScriptedRule(0),
        options: SessionOptions(tickInterval: nil)))
    return simulation.run().requests
  }

  private static func text(_ request: LadderRequest) -> String {
    let milliseconds = request.request.sent.nanoseconds / 1_000_000
    return
      "\(request.subject.content) \(request.subject.lane) \(request.subject.level) \(milliseconds)"
  }

  @Test("are fetched side by side before the first segment")
  func sideBySide() throws {
    // Four requests of 100 bytes take 0.4 s.
    let requests = try Self.play(Self.ladder([[1, 1, 1], [1]]))
    expect(
      requests.map(Self.text),
      equals: [
        "index 0 0 0", "index 0 1 0", "index 0 2 0", "index 1 0 0", "segment 0 0 400",
        "segment 1 0 400",
      ])
    let lone = try Self.play(Self.ladder([[1, 1, 1], [1]]), fetchesAll: false)
    expect(lone.map(\.subject.content), equals: [.index, .index, .segment, .segment])
  }

  @Test("are fetched one after the other where one tells of the next, and six at once at most")
  func chains() throws {
    // Two levels with two each take 0.2 s twice.
    let requests = try Self.play(Self.ladder([[2, 2]]), processing: .milliseconds(30))
    expect(
      requests.map(Self.text),
      equals: [
        "index 0 0 0", "index 0 1 0", "index 0 0 200", "index 0 1 200", "segment 0 0 430",
      ])
    expect(
      requests.prefix(4).map(\.subject.resource.name),
      equals: [
        "index 0", "index 0", "index 1", "index 1",
      ])
    // Six take 0.6 s; then what waited comes before what follows.
    let many = try Self.play(Self.ladder([[2, 1, 1, 1, 1, 1, 1]]))
    expect(
      many.map(Self.text),
      equals: [
        "index 0 0 0", "index 0 1 0", "index 0 2 0", "index 0 3 0", "index 0 4 0", "index 0 5 0",
        "index 0 6 600", "index 0 0 600", "segment 0 0 800",
      ])
  }

  @Test("that refer to further ones are asked for, or end playback, as the player has it")
  func nested() throws {
    var level = Self.ladder([[3]]).lanes[0].levels[0]
    level.nestedIndexCount = 2
    let ladder = Ladder(format: .dash, lanes: [LadderLane(.video, levels: [level])])
    let profile = try BandwidthProfile(name: "link", rate: BitRate(bitsPerSecond: 8000))
    func session(_ player: LadderPlayer) -> LadderSession {
      var simulation = LadderSimulation(
        LadderScenario(
          ladder, over: NetworkLink(following: profile), player: player, rule: ScriptedRule(0),
          options: SessionOptions(tickInterval: nil)))
      return simulation.run()
    }
    let played = session(.dashJS)
    expect(played.requests.map(\.subject.content), equals: [.index, .index, .index, .segment])
    expect(played.session.endReason == .ended && played.failures.isEmpty)
    // Shaka Player's error 3006, Media3's "Unhandled indirect reference".
    for player in [LadderPlayer.shaka, .media3] {
      let failed = session(player)
      expect(failed.requests.map(\.subject.content), equals: [.index])
      expect(failed.session.endReason == .error && failed.failures.count == 1)
    }
  }

  @Test("are not waited for where there are none")
  func none() throws {
    try expect(
      Self.play(Self.ladder([[0, 0], [0]])).map(Self.text).first, equals: "segment 0 0 0")
  }

  @Test("An initialization section is fetched for each tag only by players to which that matters")
  func tags() throws {
    func segment(_ number: Int, _ section: Int, tag: Int) -> LadderSegment {
      LadderSegment(
        LadderResource("\(number)", bytes: 100), initialization: section,
        declared: TimeRange(
          start: .seconds(Int64(number)), end: .seconds(Int64(number) + 1)),
        initializationTag: tag)
    }
    let level = Level(
      name: "", bitRate: BitRate(bitsPerSecond: 1000),
      initializations: [LadderResource("a", bytes: 10), LadderResource("b", bytes: 10)],
      segments: [
        segment(0, 0, tag: 1), segment(1, 1, tag: 2), segment(2, 0, tag: 3), segment(3, 0, tag: 3),
      ])
    let ladder = Ladder(format: .hls, lanes: [LadderLane(.muxed, levels: [level])])
    var player = LadderPlayer.basic
    let profile = try BandwidthProfile(
      name: "link", rate: BitRate(bitsPerSecond: 8000))
    func names() -> [String] {
      var simulation = LadderSimulation(
        LadderScenario(
          ladder, over: NetworkLink(following: profile), player: player, rule: ScriptedRule(0),
          options: SessionOptions(tickInterval: nil)))
      return simulation.run().requests.map(\.subject.resource.name)
    }
    expect(names(), equals: ["a", "0", "b", "1", "2", "3"])
    player.loading.fetchesInitializationPerTag = true
    expect(names(), equals: ["a", "0", "b", "1", "a", "2", "3"])
    expect(LadderPlayer.hlsJS.loading.fetchesInitializationPerTag)
    expect(LadderPlayer.dashJS.loading.fetchesAllIndexes)
  }
}
