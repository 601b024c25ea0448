import Expectations
import Foundation
import PlayheadLadder
import PlayheadModel
import Testing

/// The optimum of whole sessions of players, with all that they load and wait for.
@Suite("The optimum of a session")
struct OptimumOfSessionsTests {
  /// What a session gains at most by the fractions of a nanosecond that the optimum does not count.
  private static let fractions = 1e-6

  /// A ladder of one lane with a manifest, and a link with outages.
  private func scenario(_ seed: UInt64, _ player: LadderPlayer, _ rule: String) throws
    -> LadderScenario
  {
    var random = RandomNumbers(seed: seed)
    var rates: [Int64] = [random.next(100_000...500_000)]
    for _ in 0..<random.next(1...3) {
      rates.append(rates[rates.count - 1] * random.next(11...25) / 10)
    }
    let count = Int(random.next(3...20))
    let sizes = (0..<count).map { _ in rates.map { $0 * random.next(30...90) / 100 } }
    let lane = LadderLane.made(rates, segments: count, milliseconds: random.next(1000...6000)) {
      sizes[$1][$0]
    }
    let intervals = BandwidthProfile.Interval.some(using: &random)
    let manifests = [LadderResource("main", bytes: random.next(0...200_000))]
    var player = player
    if random.next(0...2) == 0 {
      let policy = try BufferingPolicy(
        name: player.name, startupThreshold: .milliseconds(random.next(1...20_000)),
        resumeThreshold: .milliseconds(random.next(1...8000)), highWatermark: nil)
      player.policy = policy
    }
    return LadderScenario(
      Ladder(format: .hls, manifests: manifests, lanes: [lane]),
      over: NetworkLink(following: try BandwidthProfile(name: "random", intervals: intervals)),
      player: player, rule: try NamedRule(parsing: rule).rule)
  }

  @Test("No player scores higher by any rule", arguments: Seeds.each(few: 1, all: 100))
  func neverBeaten(seed: UInt64) throws {
    var compared = 0
    for (number, player) in LadderPlayer.all.enumerated() {
      let rules = [player.rule, "fixed:0", "bola", "throughput", "bba0"]
      let rule = rules[(Int(seed) + number) % rules.count]
      let scenario = try scenario(seed, player, rule)
      var simulation = LadderSimulation(scenario)
      let played = simulation.run()
      guard played.session.endReason == .ended else { continue }
      for objective in [Optimum.Objective.linear, .bola] {
        let optimum = try #require(Optimum(against: played, of: scenario, for: objective))
        guard let score = optimum.score(of: played, of: scenario.ladder) else { continue }
        compared += 1
        var summary = LadderSummary(played, of: scenario.ladder)
        expect(summary.optimumGaps.isEmpty)
        summary.findOptimumGaps(of: played, in: scenario, for: [objective])
        let gap = try #require(summary.optimumGaps[objective] ?? nil)
        expect(gap >= 0 && abs(gap - (optimum.score + optimum.bound - score)) <= Self.fractions)
        expect(
          score <= optimum.score + optimum.bound + Self.fractions,
          "seed \(seed), \(player.name), \(rule)")
      }
    }
    expect(compared > 0)
  }

  /// An outage that a session waits out before it starts costs one that starts at once a stall.
  @Test("The optimum starts to play when the session did")
  func sameStart() throws {
    let lane = LadderLane.made([400_000, 800_000], segments: 6, milliseconds: 4000)
    let rate = BitRate(bitsPerSecond: 1_600_000)
    let profile = try BandwidthProfile(
      name: "outage",
      intervals: [
        .init(duration: .seconds(2), rate: rate), .init(duration: .seconds(20), rate: .zero),
        .init(duration: .seconds(100), rate: rate),
      ])
    var player = LadderPlayer.sabreThroughput
    player.policy = try BufferingPolicy(
      name: "patient", startupThreshold: .seconds(24), resumeThreshold: .seconds(24),
      highWatermark: nil)
    let ladder = Ladder(format: .sizes, lanes: [lane])
    let scenario = LadderScenario(
      ladder, over: NetworkLink(following: profile), player: player, rule: FixedRule(level: 1))
    var simulation = LadderSimulation(scenario)
    let played = simulation.run()
    // 6 segments of 400 kB at 200 kB/s take 12 s, of which 10 s are behind the outage.
    expect(played.session.startup, equals: .seconds(32))
    let optimum = try #require(Optimum(against: played, of: scenario, for: .linear))
    expect(optimum.startup == .seconds(32) && optimum.stalled == .zero)
    // 6 × 0.8.
    expect(abs(optimum.score - 4.8) < 1e-9)
    try expect(abs(#require(optimum.score(of: played, of: ladder)) - 4.8) < 1e-9)
    let sooner = try #require(
      Optimum(of: ladder, over: scenario.link, bufferGoal: .seconds(25), for: .linear))
    expect(sooner.score < optimum.score)
  }

  @Test("The gap to the optimum is that worked out by hand, and unknown if nothing is comparable")
  func gaps() throws {
    let lane = LadderLane.made([400_000, 800_000], segments: 6, milliseconds: 4000)
    func gaps(of level: Int, rate: Int64, _ actions: [UserAction] = []) throws -> [Double?] {
      let profile = try BandwidthProfile(
        name: "steady",
        intervals: [.init(duration: .seconds(10), rate: BitRate(bitsPerSecond: rate))])
      let scenario = LadderScenario(
        Ladder(format: .sizes, lanes: [lane]), over: NetworkLink(following: profile),
        player: .sabreThroughput,
        rule: FixedRule(level: level), actions: actions)
      var simulation = LadderSimulation(scenario)
      let played = simulation.run()
      var summary = LadderSummary(played, of: scenario.ladder)
      summary.findOptimumGaps(of: played, in: scenario, for: Optimum.Objective.allCases)
      return Optimum.Objective.allCases.map { summary.optimumGaps[$0] ?? nil }
    }
    // The link carries the highest level twice: 0.4 Mbit/s and ln 2 more for each of 6 segments.
    // That its first segment comes later is no stall.
    let low = try gaps(of: 0, rate: 1_600_000).compactMap(\.self)
    for (gap, expected) in zip(low, [6 * 0.4, 6 * log(2), 6 * 0.4]) {
      expect(abs(gap - expected) < 1e-9)
    }
    expect(low.count, equals: 3)
    let high = try gaps(of: 1, rate: 1_600_000)
    expect(high, equals: [0, 0, 0])
    // 400 kB of 4 s at 75 kB/s stall for 4 ÷ 3 s each; the optimum need not.
    let stalling = try gaps(of: 1, rate: 600_000)
    expect((stalling[0] ?? 0) > 5 && (stalling[1] ?? 0) > 1 && stalling[2] == nil)
    let acting = try gaps(of: 0, rate: 1_600_000, [UserAction(at: .seconds(5), .pause)])
    expect(acting, equals: [nil, nil, nil])
  }
}
