import Expectations
import Foundation
import PlayheadLadder
import PlayheadModel
import Testing

@Suite("The ABR rules of Sabre")
struct SabreRuleTests {
  private let lane = LadderLane.made(
    [230_000, 477_000, 991_000, 2_056_000], segments: 100, milliseconds: 3000)

  private func observation(
    _ buffer: Double, number: Int64 = 50, at time: Int64 = 10_000
  ) -> Observation {
    Observation(
      of: lane, wallTime: .milliseconds(time), position: .seconds(3 * number), lastLevel: 0,
      bufferLevel: MediaTime(nanoseconds: Int64((buffer * 1e9).rounded())),
      bufferGoal: .seconds(25))
  }

  /// A download of `kilobits` in a second after 100 ms.
  private func download(_ kilobits: Int64) -> Download {
    .segment(kilobits * 125, latency: 100, transfer: 1000, length: 3000)
  }

  @Test(
    "Throughput takes the highest level that loads with its latency in its own length at 0.9",
    arguments: [
      // 100 + 3000 × 991 ÷ (0.9 t) ≤ 3000 from t = 1139.08, 2056 from 2363.2.
      (1139, 1), (1140, 2), (2363, 2), (2364, 3), (100, 0),
    ] as [(Int64, Int)])
  func throughput(kilobits: Int64, level: Int) {
    var rule = SabreThroughputRule(limitsByBuffer: false)
    expect(rule.decide(observation(20)).level, equals: 0)
    rule.loaded(download(kilobits), lane)
    expect(rule.decide(observation(20)).level, equals: level)
  }

  @Test("Throughput loads within a buffer that it trusts less each time, down to half")
  func buffer() {
    // Level 2 of 991 kbit/s needs 2973 kbit ≤ safety × (buffer − 0.1 s) × 2000 kbit/s.
    for (calls, safety) in [(1, 0.9), (2, 0.81), (5, 0.59049), (6, 0.531441), (7, 0.5), (8, 0.5)] {
      for (side, level) in [(-0.001, 1), (0.001, 2)] {
        var rule = SabreThroughputRule()
        rule.loaded(download(2000), lane)
        let buffer = 0.1 + 2973 / 2000 / safety + side
        for _ in 1..<calls { _ = rule.decide(observation(25)) }
        expect(rule.decide(observation(buffer)).level, equals: level)
      }
    }
  }

  @Test(
    "Throughput abandons from 500 ms on what takes more than 1.8 times its length",
    arguments: [
      // At 5 s, the 968 kbit that are missing are less than level 1 has, 1431 kbit.
      (500, 10_000, 0), (499, 10_000, nil), (500, 60_000, nil), (500, 50_000, 1),
      (5000, 650_000, nil),
    ] as [(Int64, Int64, Int?)])
  func abandons(elapsed: Int64, bytes: Int64, level: Int?) {
    var rule = SabreThroughputRule()
    rule.loaded(download(3000), lane)
    let progress = DownloadProgress(
      level: 3, segment: 50, bytes: bytes, totalBytes: 771_000, sent: .seconds(10),
      firstByte: .milliseconds(10_100), looks: 1)
    expect(
      rule.abandon(progress, observation(10, at: 10_000 + elapsed))?.level, equals: level)
  }

  @Test("BOLA basic changes level where two scores are equal", arguments: [-0.001, 0.001])
  func bola(side: Double) {
    // Vp = (25 − 3) ÷ (ln(2056 ÷ 230) + 5) s.
    let scale = 22 / (log(2056.0 / 230) + 5)
    let (low, high) = (log(477.0 / 230), log(991.0 / 230))
    let equal = scale * (5 + (991 * low - 477 * high) / (991 - 477))
    var rule = SabreBOLARule(mode: .basic)
    rule.loaded(download(9000), lane)
    expect(rule.decide(observation(equal + side)).level, equals: (side < 0 ? 1 : 2))
  }

  @Test(
    "BOLA finite scales to half of the segments from the start or to the end",
    arguments: [(4, 9.0), (10, 15), (50, 25), (92, 12), (99, 9)] as [(Int64, Double)])
  func finite(number: Int64, buffer: Double) {
    let scale = (buffer - 3) / (log(2056.0 / 230) + 5)
    let (low, high) = (log(477.0 / 230), log(991.0 / 230))
    let equal = scale * (5 + (991 * low - 477 * high) / (991 - 477))
    for (side, level) in [(-0.001, 1), (0.001, 2)] {
      var rule = SabreBOLARule()
      rule.loaded(download(9000), lane)
      expect(rule.decide(observation(equal + side, number: number)).level, equals: level)
    }
  }

  @Test("BOLA goes one level above the throughput, or none and waits")
  func restraint() {
    // 600 kbit/s carry level 1; a buffer of 21 s asks for level 3, worth 22 s; level 1 is worth
    // less.
    var upper = SabreBOLARule(mode: .basic)
    upper.loaded(download(600), lane)
    expect(upper.decide(observation(21)).level, equals: 2)
    var none = SabreBOLARule(mode: .basic, avoidsOscillation: true)
    none.loaded(download(600), lane)
    let decision = none.decide(observation(21))
    expect(decision.level, equals: 1)
    let worth = 22 / (log(2056.0 / 230) + 5) * (5 + log(477.0 / 230))
    expect(abs(decision.delay.seconds - (21 - worth)) < 1e-6)
    expect(upper.decide(observation(21)).level, equals: 2, "no drop below the last level")
  }

  @Test("BOLA finite abandons for a smaller segment that scores higher")
  func bolaAbandons() {
    var rule = SabreBOLARule()
    rule.loaded(download(3000), lane)
    _ = rule.decide(observation(10))
    func level(_ bytes: Int64, _ buffer: Double) -> Int? {
      rule.abandon(
        DownloadProgress(
          level: 3, segment: 50, bytes: bytes, totalBytes: 771_000, sent: .seconds(10),
          firstByte: .milliseconds(10_100), looks: 1), observation(buffer))?.level
    }
    // With an empty buffer, the score of a level is (ln(b ÷ 230) + 5) ÷ size.
    expect(level(1000, 0), equals: 0)
    expect(level(770_000, 0) == nil)
    expect(level(0, 0) == nil)
    expect(level(1000, 23) == nil, "not above what the level is worth")
    expect(SabreBOLARule(mode: .basic).progressInterval == nil)
  }
}
