import PlayheadModel
import Testing

@testable import PlayheadLadder

@Suite("The optimal plan")
struct OptimalPlanTests {
  /// A ladder, a link and a buffer goal.
  private struct Case {
    let lane: LadderLane
    var link: Link
    let goal: MediaTime
    /// Whether segments are played as they come.
    var takesSamples = false

    init(seed: UInt64, segments: Int, levels: Int) throws {
      var random = RandomNumbers(seed: seed)
      var rates: [Int64] = [random.next(100_000...500_000)]
      while rates.count < levels {
        rates.append(rates[rates.count - 1] * random.next(11...25) / 10)
      }
      let sizes = (0..<segments).map { _ in rates.map { $0 * random.next(30...90) / 100 } }
      let made = LadderLane.made(rates, segments: segments, milliseconds: 4000) { sizes[$1][$0] }
      lane = LadderLane(
        made.kind,
        levels: made.levels.map { level in
          var level = level
          for place in level.segments.indices {
            level.segments[place].parts = Self.parts(of: level.segments[place], seed: seed)
          }
          return level
        })
      let latency = WallTime.milliseconds(random.next(0...200))
      let intervals = (0..<random.next(1...6)).map { number in
        BandwidthProfile.Interval(
          duration: .milliseconds(random.next(300...9000)),
          rate: BitRate(
            bitsPerSecond: number > 0 && random.next(0...4) == 0
              ? 0 : random.next(50_000...3_000_000)),
          latency: latency)
      }
      link = Link(following: try BandwidthProfile(name: "random", intervals: intervals))
      goal = .milliseconds(random.next(5000...30_000))
    }

    var session: SequentialSession {
      SequentialSession(of: lane, over: link, bufferGoal: goal, takesSamples: takesSamples)
    }

    /// Up to three parts of a segment.
    private static func parts(of segment: LadderSegment, seed: UInt64) -> [LadderSegment.Part] {
      var random = RandomNumbers(seed: seed &+ UInt64(segment.resource.bytes))
      let count = random.next(0...3)
      let bytes = Set((0..<count).map { _ in random.next(1...segment.resource.bytes - 1) })
      let ends = Set((0..<count).map { _ in random.next(1...8) * 500 })
      return zip(bytes.sorted(), ends.sorted()).map {
        .init(bytes: $0, end: segment.shown.start + .milliseconds($1))
      }
    }
  }

  /// The score of a plan, played step by step with the buffer as a number of its own.
  private func naiveScore(_ levels: [Int], _ test: Case, _ score: SessionScore) -> Double? {
    var now = WallTime.zero
    var buffer = Int64(0)
    var stalled = Int64(0)
    var hasStarted = false
    for (number, level) in levels.enumerated() {
      let segment = test.lane.levels[level].segments[number]
      if number > 0, buffer > 0 {
        let wait = min(
          max(buffer + segment.duration.nanoseconds - test.goal.nanoseconds, 0), buffer)
        now += WallTime(nanoseconds: wait)
        buffer -= wait
      }
      let sent = now + test.link.latency(at: now)
      let parts = test.takesSamples ? segment.parts : []
      let whole = LadderSegment.Part(bytes: segment.resource.bytes, end: segment.shown.end)
      var end = segment.shown.start
      for part in parts + [whole] {
        guard let arrival = test.link.arrival(of: part.bytes, from: sent) else { return nil }
        let time = (arrival - now).nanoseconds
        if hasStarted {
          stalled += max(time - buffer, 0)
          buffer = max(buffer - time, 0)
        }
        hasStarted = true
        buffer += (part.end - end).nanoseconds
        end = part.end
        now = arrival
      }
    }
    return score.value(of: levels, stalled: WallTime(nanoseconds: stalled), in: test.lane)
  }

  private static let scores = [SessionScore.linear, .bola, .stallFree]

  @Test("Equals an exhaustive search", arguments: LadderSeeds.each(few: 15, all: 60), [0, 1, 2])
  func exhaustive(block: UInt64, kind: Int) throws {
    let score = Self.scores[kind]
    for seed in block * 8..<block * 8 + 8 {
      var test = try Case(seed: seed, segments: 5, levels: 3)
      test.takesSamples = seed % 2 == 1
      var best: Double?
      for plan in 0..<243 {
        let levels = [81, 27, 9, 3, 1].map { plan / $0 % 3 }
        if let value = naiveScore(levels, test, score) { best = max(best ?? value, value) }
      }
      let plan = OptimalPlan(for: test.session, by: score)
      #expect((plan == nil) == (best == nil), "seed \(seed)")
      guard let plan, let best else { continue }
      #expect(abs(plan.score - best) < 1e-9, "seed \(seed)")
      #expect(plan.isExact)
      #expect(abs((naiveScore(plan.levels, test, score) ?? .nan) - best) < 1e-9)
    }
  }

  @Test("Is within its bound of an exhaustive search when candidates are thinned")
  func thinned() throws {
    var inexact = 0
    for seed in UInt64(0)..<60 {
      let test = try Case(seed: seed, segments: 6, levels: 3)
      for score in Self.scores {
        guard let exact = OptimalPlan(for: test.session, by: score, candidates: 100_000) else {
          continue
        }
        #expect(exact.bound == 0)
        guard let plan = OptimalPlan(for: test.session, by: score, candidates: 8) else {
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
    let test = try Case(seed: 1000 + seed, segments: 25, levels: 4)
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
      let test = try Case(seed: 2000 + seed, segments: 15, levels: 3)
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
    for seed in UInt64(0)..<150 {
      var test = try Case(seed: 3000 + seed, segments: 5, levels: 3)
      var random = RandomNumbers(seed: seed)
      if seed.isMultiple(of: 2) {
        let intervals = test.link.profile.intervals.map {
          BandwidthProfile.Interval(
            duration: $0.duration, rate: $0.rate, latency: .milliseconds(random.next(0...900)))
        }
        test.link = Link(following: try BandwidthProfile(name: "varying", intervals: intervals))
      }
      var best: Double?
      for plan in 0..<243 {
        let levels = [81, 27, 9, 3, 1].map { plan / $0 % 3 }
        if let value = naiveScore(levels, test, score) { best = max(best ?? value, value) }
      }
      guard let best else { continue }
      let ceiling = OptimumCeiling(test.session, score).value(above: -1e6)
      #expect(ceiling >= best - 1e-9, "seed \(seed)")
      compared += 1
      if ceiling <= best + abs(best) / 4 { tight += 1 }
      guard let plan = OptimalPlan(for: test.session, by: score) else { continue }
      #expect(plan.score + plan.bound >= best - 1e-9, "seed \(seed)")
    }
    #expect(compared > 100 && tight > compared / 3, "\(tight) of \(compared) are near")
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
