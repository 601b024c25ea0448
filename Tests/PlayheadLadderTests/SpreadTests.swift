import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadLadder
@testable import PlayheadModel

@Suite struct `What varies from run to run` {
  @Test func `is drawn between the least and the most, half of it up to the median`() {
    let range = VariedTime(.milliseconds(4), .milliseconds(8), .milliseconds(20))
    let times = (0..<2000).map { RunDraw(run: $0, seed: 1).time(in: range, 7) }
    expect(times.allSatisfy { $0 >= range.least && $0 <= range.most })
    expect((900...1100).contains(times.count { $0 < range.median }))
    // The same keys give the same, others something else.
    expect(RunDraw(run: 3, seed: 1).time(in: range, 7), equals: times[3])
    expect(Set(times).count > 1900)
    expect(RunDraw(run: 3, seed: 2).time(in: range, 7) != times[3])
    let none = VariedTime(.zero, .zero, .zero)
    expect(RunDraw(run: 3, seed: 1).time(in: none, 7), equals: .zero)
  }

  @Test(arguments: LadderPlayer.all)
  func `has the usual time of each player within it`(player: LadderPlayer) {
    let variation = player.variation
    guard variation.evidence == .measured else { return }
    let processing = player.loading.processing
    for (usual, range) in [
      (processing.manifest, variation.manifest), (processing.playlist, variation.playlist),
      (processing.initialization, variation.initialization),
      (processing.segment, variation.segment), (player.loading.startupCost, variation.startup),
    ] {
      expect(range.least <= usual && usual <= range.most, "\(player.name)")
    }
  }

  /// Three levels of 20 segments of 4 s.
  private static func scenario(_ player: LadderPlayer) throws -> LadderScenario {
    let levels = [300_000, 800_000, 2_000_000].enumerated().map { number, rate in
      Level(
        name: "\(number)", bitRate: BitRate(bitsPerSecond: Int64(rate)),
        playlist: LadderResource("\(number).m3u8", bytes: 900),
        segments: (0..<20).map { place in
          let start = Int64(place) * 4
          return LadderSegment(
            LadderResource("\(number)-\(place).ts", bytes: Int64(rate) / 2),
            declared: TimeRange(start: .seconds(start), end: .seconds(start + 4)))
        }, manifestIndex: number)
    }
    let ladder = Ladder(
      format: .hls, manifests: [LadderResource("main.m3u8", bytes: 500)],
      lanes: [LadderLane(.video, levels: levels)])
    return LadderScenario(
      ladder,
      over: NetworkLink(
        following: try BandwidthProfile(
          name: "link",
          intervals: [
            .init(
              duration: .zero, rate: BitRate(bitsPerSecond: 1_100_000),
              latency: .milliseconds(70))
          ], afterwards: .holdsLast)),
      player: player, rule: try NamedRule(parsing: player.rule).rule)
  }

  @Test func `is nothing for a player of which nothing varies`() throws {
    let scenario = try Self.scenario(.basic)
    let spread = try #require(Spread(of: scenario, count: 5))
    var simulation = LadderSimulation(scenario)
    let session = simulation.run().session
    expect(spread.evidence == .none && spread.parting == nil)
    expect(spread.runs.allSatisfy { $0.summary.startup == session.startup })
  }

  @Test func `gives the same spread for the same seed, around the single run`() throws {
    let scenario = try Self.scenario(.hlsJS)
    let spread = try #require(Spread(of: scenario, count: 60, seed: 4))
    try expect(#require(Spread(of: scenario, count: 60, seed: 4)), equals: spread)
    try expect(#require(Spread(of: scenario, count: 60, seed: 5)) != spread)
    var simulation = LadderSimulation(scenario)
    let startup = try #require(simulation.run().session.startup)
    let range = try #require(spread.range(of: .startupSeconds))
    let least = try #require(range.least?.units)
    let most = try #require(range.most?.units)
    expect(least <= startup.nanoseconds && startup.nanoseconds <= most)
    // Starting takes 86 to 225 ms, and what comes before it varies too.
    expect(most - least > 100_000_000 && most - least < 300_000_000)
    // As many runs lie below the range as above it: three of sixty.
    let startups = spread.runs.compactMap { $0.summary.startup?.nanoseconds }
    expect(startups.count { $0 < least } <= 3 && startups.count { $0 > most } <= 3)
    expect(Spread(of: scenario, count: 5, isCancelled: { true }) == nil)
  }

  @Test func `counts the levels of a segment, the most frequent first`() throws {
    let key = Spread.SegmentKey(lane: 0, segment: 1)
    let summary = try #require(Spread(of: Self.scenario(.basic), count: 1)).runs[0].summary
    let spread = Spread(
      seed: 1, evidence: .measured,
      runs: [2, 3, 3, nil, 3].map { level in
        Spread.Run(
          summary: summary, stalls: [],
          levels: level.map { [key: $0, Spread.SegmentKey(lane: 0, segment: 0): 1] } ?? [
            Spread.SegmentKey(lane: 0, segment: 0): 1
          ])
      })
    let parting = try #require(spread.parting)
    expect(parting.segment, equals: key)
    expect(
      parting.levels.map(\.level) == [3, nil, 2] && parting.levels.map(\.count) == [3, 1, 1])
  }
}
