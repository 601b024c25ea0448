import Expectations
import PlayheadModel
import Testing

@testable import PlayheadLadder

@Suite("What no plan scores more than")
struct OptimumProofTests {
  @Test(
    "Nothing that can still follow scores more, however closely it is looked", arguments: [0, 1, 2])
  func follows(kind: Int) throws {
    let score = [SessionScore.linear, .bola, .stallFree][kind]
    var (compared, near) = (0, 0)
    let seeds = Seeds.each(few: 12, all: 60)
    for seed in seeds {
      var test = try OptimumCase(seed: 5000 + seed, segments: 5, levels: 3)
      test.takesSamples = seed % 3 == 1
      if seed % 5 == 2 { test.playback = .milliseconds(Int64(seed % 7) * 4000) }
      if seed.isMultiple(of: 4) { try test.varyLatency(seed: seed) }
      let best = test.best(score)
      guard let least = best.values.min(), let most = best.values.max() else { continue }
      // With nothing left out, and with what cannot score more than most plans.
      for floor in [least - 1, most - abs(most) / 10] {
        var search = OptimumSearch(test.session, score, limit: 1000)
        var proof = OptimumProof(
          test.session, score, of: search.starts(), above: floor, effort: 1_000_000)
        if proof == nil { expect(floor >= most - 1e-9) }
        for look in 0..<20 {
          let closer = proof?.refine(above: floor) == true
          expect((proof?.ceiling(above: floor) ?? floor) >= most - 1e-9)
          guard closer, let focus = proof?.focus else { break }
          for (beginning, value) in best where value > floor {
            let (number, level) = (beginning.count - 1, beginning[beginning.count - 1])
            let now = try #require(test.situation(after: beginning.dropLast(), score))
            guard let row = focus.row(first: beginning[0], number, end: now.end),
              var sweep = focus.sweep(number, level: level)
            else { continue }
            let gathered = try #require(score.value(of: beginning, stalled: .zero, in: test.lane))
            let credit =
              score.costOfStalledSecond(in: test.lane)
              * focus.lateness(first: beginning[0]).seconds
            let bound = gathered + credit + sweep.value(from: now.request, row: row)
            expect(bound >= value - 1e-9, "seed \(seed), \(beginning), look \(look)")
            compared += 1
            if bound <= value + 0.02 * abs(value) { near += 1 }
          }
        }
      }
    }
    expect(
      compared > 300 * seeds.count && near > compared / 4, "\(near) of \(compared) are near")
  }

  @Test("A stall is paid for though later segments come in time")
  func earlyStall() throws {
    // Segments of 50 kB take 1 s each, of either level, but 13 s for the second at the high level,
    // which is late by 9 s. The last comes at 18 s, and is due at 21 s without stalls.
    let lane = LadderLane.made([100_000, 800_000], segments: 6, milliseconds: 4000) {
      $0 == 1 && $1 == 1 ? 650_000 : 50_000
    }
    let profile = try BandwidthProfile(name: "even", rate: BitRate(bitsPerSecond: 400_000))
    let session = SequentialSession(
      of: lane, over: NetworkLink(following: profile), bufferGoal: .seconds(30))
    let score = SessionScore(.bitRate, stallCost: .perSecond(0.1))
    var search = OptimumSearch(session, score, limit: 1000)
    var proof = try #require(
      OptimumProof(session, score, of: search.starts(), above: 3, effort: 100_000))
    while proof.refine(above: 3) {}
    // Five times 0.8 and once 0.1, rather than 0.7 more for 9 s.
    expect(abs(proof.ceiling(above: 3) - 4.1) < 1e-9)
  }

  @Test(
    "Of a request at a time or later, the earliest bytes are known",
    arguments: Seeds.each(few: 8, all: 40))
  func earliestSent(seed: UInt64) throws {
    var test = try OptimumCase(seed: 8000 + seed, segments: 1, levels: 1)
    try test.varyLatency(seed: seed)
    if seed % 2 == 1 { try test.jitterLatency(seed: seed) }
    var random = RandomNumbers(seed: seed)
    for _ in 0..<10 {
      let time = WallTime.milliseconds(random.next(0...30_000))
      // Latencies change at whole milliseconds only, and none is longer than 1.7 s.
      let times = (0...1700).map { time + .milliseconds($0) }
      let sent = times.map { $0 + test.link.latency(at: $0) }.min()
      expect(test.session.earliestSent(time), equals: sent, "seed \(seed), \(time)")
    }
  }

  @Test("What every plan stalls is known of each start")
  func forced() throws {
    // Segments of 50 kB at 50 kB/s, and an outage from 3 s to 20 s.
    let lane = LadderLane.made([100_000, 200_000], segments: 5, milliseconds: 4000)
    let rate = BitRate(bitsPerSecond: 400_000)
    let profile = try BandwidthProfile(
      name: "outage",
      intervals: [
        .init(duration: .seconds(3), rate: rate), .init(duration: .seconds(17), rate: .zero),
        .init(duration: .seconds(100), rate: rate),
      ])
    let session = SequentialSession(
      of: lane, over: NetworkLink(following: profile), bufferGoal: .seconds(30))
    var search = OptimumSearch(session, .linear, limit: 1000)
    let starts = search.starts()
    expect(starts.map(\.roots.count) == [1, 1] && starts.map { $0.roots[0].level } == [0, 1])
    // After a first segment of the low level, two more are there before the outage, and the fourth,
    // due at 13 s, comes at 21 s. After one of the high level, the third does, which is due at 10
    // s.
    expect(starts.map(\.forced), equals: [8_000_000_000, 11_000_000_000])
    expect(starts[0].ends.map { $0 / 1_000_000 }, equals: [5000, 9000, 13_000, 17_000, 21_000])
    expect(
      starts[0].leastEnds.map { $0 / 1_000_000 }, equals: [5000, 9000, 13_000, 25_000, 29_000])
    // All of them: the second start is later by 1 s.
    let all = try #require(OptimumStarts(starts.reversed()))
    expect(all.delays == [8_000_000_000, 12_000_000_000] && all.lateness == 1_000_000_000)
    expect(all.ends == starts[0].ends && all.leastEnds == starts[0].leastEnds)
    expect(all.root(0)?.lateness == 0 && all.root(1)?.lateness == 1_000_000_000)
    expect(all.root(1)?.delay == 12_000_000_000 && all.root(2) == nil)
    func ends(_ number: Int, _ delays: [Int64]) -> [Int64] {
      delays.map { all.leastEnd(number, delay: $0 * 1_000_000_000) / 1_000_000_000 }
    }
    // Before the outage none of it is stalled yet; a delay beyond what the starts have in any case
    // is.
    expect(ends(1, [0, 1, 8, 9, 12, 13]), equals: [9, 9, 9, 10, 10, 22])
    expect(ends(2, [0, 8, 9, 12, 13]), equals: [13, 13, 22, 25, 26])
  }
}
