import PlayheadModel
import Testing

@testable import PlayheadLadder

@Suite("The optimal plan")
struct OptimalPlanTests {
  private static let scores = [SessionScore.linear, .bola, .stallFree]

  @Test("Equals an exhaustive search", arguments: LadderSeeds.each(few: 5, all: 60), [0, 1, 2])
  func exhaustive(block: UInt64, kind: Int) throws {
    let score = Self.scores[kind]
    for seed in block * 8..<block * 8 + 8 {
      var test = try OptimumCase(seed: seed, segments: 5, levels: 3)
      test.takesSamples = seed % 2 == 1
      if seed % 3 == 2 { test.playback = .milliseconds(Int64(seed % 7) * 4000) }
      var best: Double?
      for plan in 0..<243 {
        let levels = [81, 27, 9, 3, 1].map { plan / $0 % 3 }
        if let value = test.naiveScore(levels, score) { best = max(best ?? value, value) }
      }
      let plan = OptimalPlan(for: test.session, by: score)
      #expect((plan == nil) == (best == nil), "seed \(seed)")
      guard let plan, let best else { continue }
      #expect(abs(plan.score - best) < 1e-9, "seed \(seed)")
      #expect(plan.isExact)
      #expect(abs((test.naiveScore(plan.levels, score) ?? .nan) - best) < 1e-9)
    }
  }

  @Test("Is within its bound of an exhaustive search when candidates are thinned")
  func thinned() throws {
    var inexact = 0
    for seed in LadderSeeds.each(few: 30, all: 60) {
      let test = try OptimumCase(seed: seed, segments: 6, levels: 3)
      for score in Self.scores {
        guard let exact = OptimalPlan(for: test.session, by: score, candidates: 100_000) else {
          continue
        }
        #expect(exact.bound == 0)
        // With room for all that may be better, nothing is left open.
        let second = OptimalPlan(for: test.session, by: score, candidates: 2)
        #expect(second?.bound == 0)
        #expect(abs((second?.score ?? .nan) - exact.score) < 1e-9, "seed \(seed)")
        guard let plan = OptimalPlan(for: test.session, by: score, candidates: 8, total: 30)
        else {
          #expect(score == .stallFree, "seed \(seed)")
          continue
        }
        #expect(plan.score <= exact.score + 1e-9, "seed \(seed)")
        #expect(plan.score + plan.bound >= exact.score - 1e-9, "seed \(seed)")
        if plan.score < exact.score - 1e-9 { inexact += 1 }
      }
    }
    #expect(inexact > 0, "nothing was thinned away")
  }

  @Test("No rule scores higher", arguments: [UInt64](0..<6))
  func neverBeaten(seed: UInt64) throws {
    let test = try OptimumCase(seed: 1000 + seed, segments: 25, levels: 4)
    for score in Self.scores {
      let plan = OptimalPlan(for: test.session, by: score, candidates: 200)
      for name in AdaptationRuleName.allCases {
        var rule = LanewiseRule(
          try NamedRule(parsing: name == .fixed ? "fixed:0" : name.rawValue).rule)
        var session = RuleSession(test.lane, test.link, bufferGoal: test.goal)
        let ended = session.play(&rule)
        #expect(ended)
        guard let value = score.value(of: session.levels, stalled: session.stalled, in: test.lane)
        else { continue }
        let best = try #require(plan)
        #expect(value <= best.score + best.bound + 1e-9, "seed \(seed), \(name)")
      }
    }
  }

  @Test("A plan that is followed scores what was said")
  func followed() throws {
    for seed in UInt64(0)..<20 {
      let test = try OptimumCase(seed: 2000 + seed, segments: 15, levels: 3)
      let plan = try #require(OptimalPlan(for: test.session, by: .linear))
      var rule = PlannedRule(levels: plan.levels)
      var session = RuleSession(test.lane, test.link, bufferGoal: test.goal)
      let ended = session.play(&rule)
      #expect(ended)
      #expect(session.levels == plan.levels)
      #expect(session.stalled == plan.outcome.stalled)
      #expect(session.startup == plan.outcome.startup)
    }
  }

  @Test("Until playback starts it loads what there is room for, and then as it drains")
  func lateStart() throws {
    // Segments of 4 s, each in a second, and room for three of them.
    let lane = LadderLane.made([100_000], segments: 5, milliseconds: 4000)
    let profile = try BandwidthProfile(name: "even", rate: BitRate(bitsPerSecond: 400_000))
    func requests(goal: Int64) -> [WallTime]? {
      SequentialSession(
        of: lane, over: Link(following: profile), bufferGoal: .milliseconds(goal),
        playback: .seconds(30)
      ).played([0, 0, 0, 0, 0])?.requests
    }
    #expect(
      requests(goal: 12_000) == [.zero, .seconds(1), .seconds(2), .seconds(34), .seconds(38)])
    #expect(
      requests(goal: 11_999)
        == [
          .zero, .seconds(1), .milliseconds(30_001), .milliseconds(34_001), .milliseconds(38_001),
        ])
  }

  @Test("A link that never delivers has no plan")
  func starved() throws {
    let lane = LadderLane.made([100_000, 200_000], segments: 3, milliseconds: 4000)
    let profile = try BandwidthProfile(
      name: "dead",
      intervals: [.init(duration: .seconds(1), rate: BitRate(bitsPerSecond: 1000))]
        + [.init(duration: .seconds(1), rate: .zero)], afterwards: .holdsLast)
    let session = SequentialSession(
      of: lane, over: Link(following: profile), bufferGoal: .seconds(30))
    #expect(OptimalPlan(for: session, by: .linear) == nil)
  }

  @Test("Nothing scores more than the ceiling, however the latency varies", arguments: [0, 1, 2])
  func ceiling(kind: Int) throws {
    let score = Self.scores[kind]
    var (tight, compared) = (0, 0)
    let seeds = LadderSeeds.each(few: 50, all: 150)
    for seed in seeds {
      var test = try OptimumCase(seed: 3000 + seed, segments: 5, levels: 3)
      if seed.isMultiple(of: 2) { try test.varyLatency(seed: seed) }
      if seed % 3 == 2 { test.playback = .milliseconds(Int64(seed % 7) * 4000) }
      var best: Double?
      for plan in 0..<243 {
        let levels = [81, 27, 9, 3, 1].map { plan / $0 % 3 }
        if let value = test.naiveScore(levels, score) { best = max(best ?? value, value) }
      }
      guard let best else { continue }
      let ceiling = OptimumCeiling(test.session, score).value(above: -1e6)
      #expect(ceiling >= best - 1e-9, "seed \(seed)")
      compared += 1
      if ceiling <= best + abs(best) / 4 { tight += 1 }
      guard let plan = OptimalPlan(for: test.session, by: score) else { continue }
      #expect(plan.score + plan.bound >= best - 1e-9, "seed \(seed)")
    }
    #expect(
      compared > seeds.count * 2 / 3 && tight > compared / 3,
      "\(tight) of \(compared) are near")
  }

  @Test("The ceiling takes what the link carries by each segment, the best steps first")
  func ceilingByHand() throws {
    // Four segments of 4 s at 0.1 and 0.2 Mbit/s: 50 and 100 kB. Over 120 kbit/s, 60 kB come in 4 s.
    let lane = LadderLane.made([100_000, 200_000], segments: 4, milliseconds: 4000)
    let profile = try BandwidthProfile(name: "even", rate: BitRate(bitsPerSecond: 120_000))
    let session = SequentialSession(
      of: lane, over: Link(following: profile), bufferGoal: .seconds(30))
    func ceiling(_ score: SessionScore) -> Double {
      OptimumCeiling(session, score).value(above: -100)
    }
    // From the first segment on, whose level is free, 3 × 10 kB of 150 are left: 0.6 of a step.
    #expect(abs(ceiling(.stallFree) - (0.2 + 0.3 + 0.06)) < 1e-5)
    // A second of stall brings 15 kB, or 0.03 Mbit/s, for 4.3.
    #expect(abs(ceiling(.linear) - (0.2 + 0.3 + 0.06)) < 1e-2)
    // Where stalls cost 0.01, 8 s more bring all three steps, of which 0.6 are there.
    let cheap = SessionScore(.bitRate, stallCost: .perSecond(0.01))
    #expect(abs(ceiling(cheap) - (0.8 - 0.08)) < 1e-3)
    let free = SessionScore(.bitRate, stallCost: .perSecond(0))
    #expect(abs(ceiling(free) - 0.8) < 1e-9)
  }

  @Test("A latency that varies leaves what the ceiling proves")
  func varyingLatency() throws {
    let lane = LadderLane.made([100_000, 200_000], segments: 3, milliseconds: 4000)
    let rate = BitRate(bitsPerSecond: 150_000)
    let profile = try BandwidthProfile(
      name: "varying",
      intervals: [
        .init(duration: .seconds(1), rate: rate, latency: .milliseconds(100)),
        .init(duration: .seconds(1), rate: rate, latency: .milliseconds(10)),
      ])
    let session = SequentialSession(
      of: lane, over: Link(following: profile), bufferGoal: .seconds(30))
    let plan = try #require(OptimalPlan(for: session, by: .linear))
    // 0.2 Mbit/s would take 0.2 ÷ 0.15 times as long as it plays.
    #expect(plan.bound > 0 && plan.bound <= 0.6 - plan.score)
    #expect(!plan.isExact)
  }
}
