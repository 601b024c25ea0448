import Expectations
import PlayheadModel
import Testing

@testable import PlayheadLadder

@Suite("The optimal plan")
struct OptimalPlanTests {
  private static let scores = [SessionScore.linear, .bola, .stallFree]

  @Test("Equals an exhaustive search", arguments: Seeds.each(few: 2, all: 60), [0, 1, 2])
  func exhaustive(block: UInt64, kind: Int) throws {
    let score = Self.scores[kind]
    for seed in block * 8..<block * 8 + 8 {
      var test = try OptimumCase(seed: seed, segments: 5, levels: 3)
      test.takesSamples = seed % 2 == 1
      if seed % 3 == 2 { test.playback = .milliseconds(Int64(seed % 7) * 4000) }
      let best = test.best(score).values.max()
      let plan = OptimalPlan(for: test.session, by: score)
      expect((plan == nil), equals: (best == nil), "seed \(seed)")
      guard let plan, let best else { continue }
      expect(abs(plan.score - best) < 1e-9, "seed \(seed)")
      expect(plan.bound, equals: 0)
      expect(abs((test.naiveScore(plan.levels, score) ?? .nan) - best) < 1e-9)
    }
  }

  @Test("Is within its bound of an exhaustive search when candidates are thinned")
  func thinned() throws {
    var (inexact, proven, compared) = (0, 0, 0)
    for seed in Seeds.each(few: 10, all: 60) {
      let test = try OptimumCase(seed: seed, segments: 6, levels: 3)
      for score in Self.scores {
        guard let exact = OptimalPlan(for: test.session, by: score, candidates: 100_000) else {
          continue
        }
        expect(exact.bound, equals: 0)
        compared += 1
        // A few candidates for each segment mostly do with what is proven of the others.
        if let few = OptimalPlan(for: test.session, by: score, candidates: 10) {
          expect(few.score <= exact.score + 1e-9, "seed \(seed)")
          expect(few.score + few.bound >= exact.score - 1e-9, "seed \(seed)")
          if few.bound == 0 { proven += 1 }
        }
        guard let plan = OptimalPlan(for: test.session, by: score, candidates: 8, effort: 0)
        else {
          expect(score, equals: .stallFree, "seed \(seed)")
          continue
        }
        expect(plan.score <= exact.score + 1e-9, "seed \(seed)")
        expect(plan.score + plan.bound >= exact.score - 1e-9, "seed \(seed)")
        if plan.score < exact.score - 1e-9 { inexact += 1 }
      }
    }
    expect(inexact > 0, "nothing was thinned away")
    expect(proven > compared * 9 / 10, "\(proven) of \(compared) are proven")
  }

  @Test("No rule scores higher", arguments: Seeds.each(few: 2, all: 6))
  func neverBeaten(seed: UInt64) throws {
    let test = try OptimumCase(seed: 1000 + seed, segments: 25, levels: 4)
    for score in Self.scores {
      let plan = OptimalPlan(for: test.session, by: score, candidates: 200)
      for name in AdaptationRuleName.allCases {
        var rule = LanewiseRule(
          try NamedRule(parsing: name == .fixed ? "fixed:0" : name.rawValue).rule)
        var session = RuleSession(test.lane, test.link, bufferGoal: test.goal)
        let ended = session.play(&rule)
        expect(ended)
        guard let value = score.value(of: session.levels, stalled: session.stalled, in: test.lane)
        else { continue }
        let best = try #require(plan)
        expect(value <= best.score + best.bound + 1e-9, "seed \(seed), \(name)")
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
      expect(ended)
      expect(session.levels, equals: plan.levels)
      expect(session.stalled, equals: plan.outcome.stalled)
      expect(session.startup, equals: plan.outcome.startup)
    }
  }

  @Test("Until playback starts it loads what there is room for, and then as it drains")
  func lateStart() throws {
    // Segments of 4 s, each in a second, and room for three of them.
    let lane = LadderLane.made([100_000], segments: 5, milliseconds: 4000)
    let profile = try BandwidthProfile(name: "even", rate: BitRate(bitsPerSecond: 400_000))
    func requests(goal: Int64) -> [WallTime]? {
      SequentialSession(
        of: lane, over: NetworkLink(following: profile), bufferGoal: .milliseconds(goal),
        playback: .seconds(30)
      ).played([0, 0, 0, 0, 0])?.requests
    }
    expect(
      requests(goal: 12_000), equals: [.zero, .seconds(1), .seconds(2), .seconds(34), .seconds(38)])
    expect(
      requests(goal: 11_999),
      equals: [
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
      of: lane, over: NetworkLink(following: profile), bufferGoal: .seconds(30))
    expect(OptimalPlan(for: session, by: .linear) == nil)
  }

  @Test(
    "Is within its bound of an exhaustive search, however little effort it makes",
    arguments: [0, 1, 2, 3, 4])
  func bounds(kind: Int) throws {
    let cheap = SessionScore(.bitRate, changeCost: 0.3, stallCost: .perSecond(0.05))
    let free = SessionScore(.logarithm, changeCost: 0.5, stallCost: .perSecond(0))
    let score = (Self.scores + [cheap, free])[kind]
    var (open, near) = (0, 0)
    for seed in Seeds.each(few: 40, all: 600) {
      var test = try OptimumCase(seed: 3000 + seed, segments: 5, levels: 3)
      test.takesSamples = seed % 2 == 1
      if seed % 4 == 1 { try test.varyLatency(seed: seed) }
      if seed % 8 == 3 { try test.jitterLatency(seed: seed) }
      if seed % 3 == 2 { test.playback = .milliseconds(Int64(seed % 7) * 4000) }
      let best = test.best(score).values.max()
      for (candidates, effort) in [(1000, 1_000_000), (2, 0), (2, 60), (2, 400), (2, 4000)] {
        let plan = OptimalPlan(
          for: test.session, by: score, candidates: candidates, effort: effort)
        guard let plan, let best else {
          expect(plan == nil && (best == nil || candidates == 2), "seed \(seed)")
          continue
        }
        expect(plan.score <= best + 1e-9, "seed \(seed), effort \(effort)")
        expect(plan.score + plan.bound >= best - 1e-9, "seed \(seed), effort \(effort)")
        expect(plan.bound == 0 || candidates == 2, "seed \(seed)")
        if plan.bound != 0 { open += 1 }
        if plan.bound != 0, plan.bound < abs(best) / 4 { near += 1 }
      }
    }
    // Where stalls are free, the highest level throughout is known to be the best.
    expect(kind == 4 ? open == 0 : open > 0 && near > open / 4, "\(near) of \(open) are near")
  }

  @Test("A later request is better where the latency falls")
  func fallingLatency() throws {
    // The first segment takes 1 s at the low level, 0.9 s at the high one, and the second 4.05 s.
    let lane = LadderLane.made([400_000, 440_000], segments: 2, milliseconds: 4000) {
      $1 == 0 ? [100_000, 90_000][$0] : 405_000
    }
    let rate = BitRate(bitsPerSecond: 800_000)
    let half = WallTime.milliseconds(500)
    let profile = try BandwidthProfile(
      name: "falling",
      intervals: [
        .init(duration: half, rate: rate), .init(duration: half, rate: rate, latency: half),
        .init(duration: .seconds(100), rate: rate),
      ])
    let session = SequentialSession(
      of: lane, over: NetworkLink(following: profile), bufferGoal: .seconds(30),
      playback: .seconds(1))
    let plan = try #require(
      OptimalPlan(for: session, by: SessionScore(.bitRate, stallCost: .perSecond(4.3))))
    // Requested at 1 s, the second comes at 5.05 s; requested at 0.9 s, at 5.45 s. It is due at 5
    // s.
    expect(plan.levels == [0, 1] && plan.bound == 0)
    expect(plan.outcome.stalled, equals: .milliseconds(50))
    expect(abs(plan.score - (0.84 - 4.3 * 0.05)) < 1e-9)
  }
}
