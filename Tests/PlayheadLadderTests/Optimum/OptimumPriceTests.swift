import Expectations
import PlayheadModel
import Testing

@testable import PlayheadLadder

@Suite("The price of bytes")
struct OptimumPriceTests {
  @Test("Nothing that can still follow scores more, whatever the price", arguments: [0, 1, 2])
  func bounds(kind: Int) throws {
    let score = [SessionScore.linear, .bola, .stallFree][kind]
    var (compared, near) = (0, 0)
    let seeds = Seeds.each(few: 8, all: 60)
    for seed in seeds {
      var test = try OptimumCase(seed: 5000 + seed, segments: 5, levels: 3)
      test.takesSamples = seed % 3 == 1
      if seed % 5 == 2 { test.playback = .milliseconds(Int64(seed % 7) * 4000) }
      if seed.isMultiple(of: 4) { try test.varyLatency(seed: seed) }
      var search = OptimumSearch(test.session, score, limit: 1000)
      let best = test.best(score)
      for starts in Self.groups(search.starts()) {
        guard let horizon = OptimumHorizon(test.session, score, of: starts, longest: 1000),
          let tight = OptimumPrice(test.session, score, of: starts, longest: 1000)
        else { continue }
        let prices = [0, 0.2, 1, 3].map { OptimumPrice(tight.price * $0, horizon, score) }
        for (beginning, value) in best {
          guard let root = starts.root(beginning[0]) else { continue }
          let (number, level) = (beginning.count - 1, beginning[beginning.count - 1])
          let now = try #require(test.situation(after: beginning.dropLast(), score))
          let gathered = try #require(score.value(of: beginning, stalled: .zero, in: test.lane))
          let sent = test.session.earliestSent(WallTime(nanoseconds: now.request))
          let delay = max(now.end - starts.ends[number - 1], root.delay)
          let lateness = WallTime(nanoseconds: root.lateness).seconds
          for (place, price) in prices.enumerated() {
            let bound =
              gathered + score.costOfStalledSecond(in: test.lane) * lateness
              - score.utilities(of: test.lane)[level]
              + price.rest(
                number, level: level, price.income(delay: delay),
                carried: OptimumHorizon.bytes(test.link, sent))
            expect(bound >= value - 1e-6, "seed \(seed), \(beginning), price \(place)")
            compared += 1
            if place == 2, bound <= value + abs(value) / 4 { near += 1 }
          }
        }
      }
    }
    expect(compared > 160 * seeds.count && near > compared / 20, "\(near) of \(compared) are near")
  }

  /// Each of `starts` apart, and all of them.
  private static func groups(_ starts: [OptimumStart]) -> [OptimumStarts] {
    (starts.map { [$0] } + [starts]).compactMap { OptimumStarts($0) }
  }

  @Test(
    "Who scores more than a plan is delayed no more than the price allows", arguments: [0, 1])
  func delays(kind: Int) throws {
    let score = [SessionScore.linear, .bola][kind]
    var (compared, short) = (0, 0)
    for seed in Seeds.each(few: 10, all: 200) {
      var test = try OptimumCase(seed: 7000 + seed, segments: 4, levels: 3)
      test.takesSamples = seed % 2 == 1
      var search = OptimumSearch(test.session, score, limit: 1000)
      for starts in Self.groups(search.starts()) {
        guard let price = OptimumPrice(test.session, score, of: starts, longest: 1000) else {
          continue
        }
        for plan in 0..<81 {
          guard let root = starts.root(plan / 27) else { continue }
          let levels = [27, 9, 3, 1].map { plan / $0 % 3 }
          guard let standing = test.standing(after: levels),
            let value = test.naiveScore(levels, score)
          else { continue }
          let longest = price.longestDelay(
            of: starts, above: value - 1e-6, within: 1_000_000_000_000)
          let delay = root.lateness + standing.stalled
          expect(longest >= delay, "seed \(seed), \(levels)")
          compared += 1
          if longest < delay + 5_000_000_000 { short += 1 }
        }
      }
    }
    expect(compared > 1000 && short > compared / 10, "\(short) of \(compared) are near")
  }

  /// The least bound of a session of four segments of 4 s at 0.1 and 0.2 Mbit/s: 50 and 100 kB.
  ///
  /// Over 120 kbit/s, 180 kB come in the 12 s between the first segment of level 0 and when the
  /// last is due.
  private func tight(_ score: SessionScore, latency: WallTime = .zero) throws -> Double {
    var test = try OptimumCase(seed: 1, segments: 4, levels: 2)
    test.lane = LadderLane.made([100_000, 200_000], segments: 4, milliseconds: 4000)
    test.link = NetworkLink(
      following: try BandwidthProfile(
        name: "even", rate: BitRate(bitsPerSecond: 120_000), latency: latency))
    var search = OptimumSearch(test.session, score, limit: 1000)
    // Who begins at the high level starts later.
    let starts = try #require(OptimumStarts(search.starts().suffix(1)))
    let price = try #require(OptimumPrice(test.session, score, of: starts, longest: 1000))
    return price.bound(of: starts)
  }

  @Test("The least bound takes all that the link brings")
  func byHand() throws {
    // At 0.1 for 50 kB, 30 kB more are 0.06.
    expect(abs(try tight(.stallFree) - (0.2 + 0.3 + 0.06)) < 1e-4)
    // Of 1 1 1 1 and 1 0 0 0, which cost 300 and 150 kB, a fifth and four fifths.
    expect(abs(try tight(.linear) - (0.8 / 5 + 0.4 * 4 / 5)) < 1e-4)
    // From the second request on, 0.2 s of the 12 are over, and each after it takes 3 kB: 21 kB are
    // left.
    let late = try tight(.stallFree, latency: .milliseconds(200))
    expect(abs(late - (0.2 + 0.3 + 0.1 * 21 / 50)) < 1e-4)
  }

  @Test("A latency loses what the link carries in it at the least")
  func losses() throws {
    // 5 kB a second, but 3 from 60 s on and 8 from 60.5 s on: of a second, half is at 5 and half at
    // 3.
    var test = try OptimumCase(seed: 1, segments: 20, levels: 2)
    test.lane = LadderLane.made([10_000, 20_000], segments: 20, milliseconds: 4000)
    let latency = WallTime.seconds(1)
    test.link = NetworkLink(
      following: try BandwidthProfile(
        name: "dip",
        intervals: [
          .init(duration: .seconds(60), rate: BitRate(bitsPerSecond: 40_000), latency: latency),
          .init(
            duration: .milliseconds(500), rate: BitRate(bitsPerSecond: 24_000), latency: latency),
          .init(duration: .seconds(60), rate: BitRate(bitsPerSecond: 64_000), latency: latency),
        ], afterwards: .holdsLast))
    let session = SequentialSession(of: test.lane, over: test.link, bufferGoal: .seconds(6))
    var search = OptimumSearch(session, .stallFree, limit: 1000)
    let starts = try #require(OptimumStarts(search.starts().prefix(1)))
    expect(starts.ends[0], equals: 6_000_000_000)
    let horizon = try #require(OptimumHorizon(session, .stallFree, of: starts, longest: 0))
    expect(horizon.farLosses.allSatisfy { abs($0 - 4000) < 1e-3 })
    // Segment 12 is due at 50 s, or 55 s with stalls, 14 at 58 s. Segment 15 is asked for from 62 −
    // 2 s on, and 17 from 70 − 2 s on.
    let expected = [12: 5000.0, 14: 4000, 15: 5500, 17: 8000]
    for (number, loss) in expected {
      expect(abs(horizon.nearLosses[number] - loss) < 1e-3, "segment \(number)")
    }
  }
}
