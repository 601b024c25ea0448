import Expectations
import Foundation
import PlayheadLadder
import PlayheadModel
import Testing

@Suite("Published ABR rules")
struct PublishedRuleTests {
  private let lane = LadderLane.made(
    [1_000_000, 2_000_000, 3_000_000, 4_000_000], segments: 100, milliseconds: 4000)

  @Test(
    "A fixed level is limited to the highest one", arguments: [(0, 0), (3, 3), (4, 3), (99, 3)])
  func fixed(level: Int, chosen: Int) {
    var rule = FixedRule(level: level)
    expect(rule.decide(Observation(of: lane)).level, equals: chosen)
  }

  @Test("A plan is followed by the number of the segment")
  func planned() {
    var rule = PlannedRule(levels: [2, 0, 3])
    let levels = [0, 4, 8, 12].map { second in
      rule.decide(Observation(of: lane, position: .seconds(second))).level
    }
    expect(levels, equals: [2, 0, 3, 3])
  }

  @Test(
    "The textbook rule takes the highest level within its factor",
    arguments: [
      // Bytes in one second; 0.8 of 8 × 312,500 is 2 Mbit/s.
      (312_500, 1), (312_499, 0), (625_000, 3), (624_999, 2), (1000, 0),
    ] as [(Int64, Int)])
  func throughput(bytes: Int64, level: Int) {
    var rule = ThroughputRule(factor: 0.8)
    expect(rule.decide(Observation(of: lane)).level, equals: 0)
    rule.loaded(.segment(bytes, latency: 400, transfer: 600), lane)
    let decision = rule.decide(Observation(of: lane))
    expect(decision.level, equals: level)
    expect(decision.estimate, equals: Double(bytes) * 8)
  }

  @Test(
    "What the next level needs is what lets the rule take it",
    arguments: [
      // Bytes in one second; at 0.8 the levels need 1.25, 2.5, 3.75 and 5 Mbit/s.
      (1000, 1), (312_499, 1), (312_500, 2), (624_999, 3), (625_000, nil),
    ] as [(Int64, Int?)])
  func next(bytes: Int64, level: Int?) throws {
    var rule = ThroughputRule(factor: 0.8)
    expect(rule.decide(Observation(of: lane)).next == nil)
    rule.loaded(.segment(bytes, latency: 400, transfer: 600), lane)
    let next = rule.decide(Observation(of: lane)).next
    expect(next?.level, equals: level)
    guard let next, let level else { return }
    expect(next.bitRate == Double(level + 1) * 1e6 && next.share == 0.8)
    expect(next.needed, equals: Double(level + 1) * 1.25e6)
    // With as much, it is the one; with a byte a second less it is not.
    for (bytes, isChosen) in [(Int64(next.needed / 8), true), (Int64(next.needed / 8) - 1, false)] {
      var rule = ThroughputRule(factor: 0.8)
      rule.loaded(.segment(bytes, latency: 400, transfer: 600), lane)
      expect((rule.decide(Observation(of: lane)).level == level), equals: isChosen)
    }
  }

  @Test("Only whole segments are samples of the textbook rule")
  func throughputSamples() {
    var rule = ThroughputRule()
    var download = Download.segment(1_000_000, transfer: 1000)
    download.isAbandoned = true
    rule.loaded(download, lane)
    rule.loaded(
      Download(
        .playlist, lane: .video, level: 0, bytes: 1_000_000, sent: .zero, firstByte: .zero,
        end: .seconds(1)), lane)
    expect(rule.decide(Observation(of: lane)).estimate == nil)
  }

  @Test(
    "BBA-0 leaves a level when the map passes a neighbour",
    arguments: [
      // Of 240 s: reservoir 90 s, map 1 + 3 (B − 90) ÷ 126 Mbit/s, from 216 s the highest.
      (0, 90.0, 0), (3, 90, 0), (3, 90.001, 1), (0, 131.999, 0), (0, 132, 0), (0, 132.001, 1),
      (0, 174.001, 2), (1, 132, 1), (2, 173.9, 2), (2, 132.001, 2), (2, 132, 2), (2, 131.9, 1),
      (3, 174.1, 3), (3, 174, 3), (3, 173.9, 2), (3, 131.9, 1), (0, 215.999, 2), (0, 216, 3),
    ])
  func bba0(last: Int, buffer: Double, level: Int) {
    var rule = BBA0Rule()
    let observation = Observation(
      of: lane, lastLevel: last, bufferLevel: MediaTime(nanoseconds: Int64(buffer * 1e9)),
      bufferGoal: .seconds(240))
    expect(rule.decide(observation).level, equals: level)
  }

  @Test("BOLA changes level where the scores of two levels are equal", arguments: [-1, 1])
  func bola(side: Int64) {
    let two = LadderLane.made([1_000_000, 2_000_000], segments: 100, milliseconds: 4000)
    // Six segments of buffer: V = 5 ÷ (ln 2 + 5); the scores are equal at V (5 − ln 2) segments.
    let crossing = 4e9 * 5 / (log(2.0) + 5) * (5 - log(2.0))
    var rule = BOLARule(mode: .basic)
    let observation = Observation(
      of: two, position: .seconds(200), lastLevel: 0,
      bufferLevel: MediaTime(nanoseconds: Int64(crossing) + side * 1000), bufferGoal: .seconds(24))
    let decision = rule.decide(observation)
    expect(decision.level, equals: (side < 0 ? 0 : 1))
    expect(decision.delay, equals: .zero)
  }

  @Test("BOLA waits while no segment is worth its buffer")
  func bolaWaits() {
    var rule = BOLARule(mode: .basic)
    // The highest level scores zero at Qmax − 1 = 5 segments.
    let decision = rule.decide(
      Observation(of: lane, bufferLevel: .seconds(21), bufferGoal: .seconds(24)))
    expect(decision.level, equals: 3)
    expect(abs((decision.delay - .seconds(1)).nanoseconds) < 10)
  }

  @Test(
    "BOLA finite scales utility to less buffer near the start and the end",
    arguments: [
      // Halves of 12 s, 40 s and 8 s; at least 3 segments, at most the goal.
      (12, 12.0), (40, 20), (100, 24), (360, 20), (392, 12),
    ] as [(Int64, Double)])
  func bolaFinite(position: Int64, buffer: Double) {
    let two = LadderLane.made([1_000_000, 2_000_000], segments: 100, milliseconds: 4000)
    let scale = 4 * (buffer / 4 - 1) / (log(2.0) + 5)
    let crossing = MediaTime(nanoseconds: Int64(1e9 * scale * (5 - log(2.0))))
    for (side, level) in [(-1, 0), (1, 1)] as [(Int64, Int)] {
      var rule = BOLARule()
      let observation = Observation(
        of: two, position: .seconds(position), bufferLevel: crossing + .resolution * 1000 * side,
        bufferGoal: .seconds(24))
      expect(rule.decide(observation).level, equals: level)
    }
  }

  @Test(
    "BOLA-U goes one level above the throughput, BOLA-O none and waits",
    arguments: [
      // With 2.5 Mbit/s, level 1 is carried; the buffer asks for level 3.
      (BOLARule.Restraint.none, 0, 3, false), (.u, 0, 2, false), (.o, 0, 1, true),
      // No drop below the last level.
      (.u, 2, 2, false), (.o, 2, 2, false), (.o, 3, 3, false),
    ])
  func bolaRestraints(restraint: BOLARule.Restraint, last: Int, level: Int, waits: Bool) {
    var rule = BOLARule(mode: .basic, restraint: restraint)
    rule.loaded(.segment(312_500, transfer: 1000), lane)
    let decision = rule.decide(
      Observation(
        of: lane, lastLevel: last, bufferLevel: .seconds(19), bufferGoal: .seconds(24)))
    expect(decision.level, equals: level)
    if waits {
      // Levels 1 and 2 score the same at Q: (V (ln 2 + 5) − Q) ÷ 2 = (V (ln 3 + 5) − Q) ÷ 3.
      let scale = 5 / (log(4.0) + 5)
      let equal = 4 * scale * (3 * (log(2.0) + 5) - 2 * (log(3.0) + 5))
      expect(abs(decision.delay.seconds - (19 - equal)) < 1e-6)
    } else {
      expect(decision.delay, equals: .zero)
    }
  }

  @Test("MPC plans as a search of all plans does", arguments: [UInt64](0..<60))
  func mpc(seed: UInt64) {
    var random = RandomNumbers(seed: seed)
    let rates: [Int64] = [300_000, 750_000, 1_200_000, 2_850_000]
    let sizes = (0..<8).map { _ in rates.map { $0 * random.next(20...80) / 100 } }
    let lane = LadderLane.made(rates, segments: 8, milliseconds: 4000) { sizes[$1][$0] }
    var rule = MPCRule(isRobust: seed % 2 == 1)
    var samples: [Double] = []
    for _ in 0..<random.next(1...7) {
      let bytes = random.next(50_000...900_000)
      samples.append(Double(bytes * 8))
      rule.loaded(.segment(bytes, latency: 80, transfer: 920), lane)
    }
    func mean(_ samples: some Collection<Double>) -> Double {
      Double(samples.count) / samples.reduce(0) { $0 + 1 / $1 }
    }
    var throughput = mean(samples.suffix(5))
    if seed % 2 == 1 {
      let errors = samples.indices.map { index in
        index == 0
          ? 0 : abs(mean(samples[..<index].suffix(5)) - samples[index]) / samples[index]
      }
      throughput /= 1 + (errors.suffix(5).max() ?? 0)
    }
    let first = Int(random.next(0...7))
    let last = Int(random.next(0...3))
    let buffer = Double(random.next(0...20_000)) / 1000
    var best = [Double](repeating: -.infinity, count: 4)
    let count = min(5, 8 - first)
    for plan in 0..<Int(pow(4.0, Double(count))) {
      let levels = (0..<count).map { plan / Int(pow(4.0, Double(count - 1 - $0))) % 4 }
      var (ahead, stalled, rate, change, before) = (buffer, 0.0, 0.0, 0.0, last)
      for (place, level) in levels.enumerated() {
        let time = Double(sizes[first + place][level]) * 8 / throughput
        stalled += max(time - ahead, 0)
        ahead = max(ahead - time, 0) + 4
        rate += Double(rates[level])
        change += abs(Double(rates[level] - rates[before]))
        before = level
      }
      let value = rate / 1e6 - 4.3 * stalled - change / 1e6
      best[levels[0]] = max(best[levels[0]], value)
    }
    let decision = rule.decide(
      Observation(
        of: lane, position: .seconds(Int64(4 * first)), lastLevel: last,
        bufferLevel: .milliseconds(Int64(buffer * 1000))))
    expect(best[decision.level] > (best.max() ?? 0) - 1e-9, "seed \(seed)")
    expect(abs((decision.estimate ?? 0) - throughput) < 1e-3)
  }

  @Test("Of equal plans, MPC takes the one that begins highest")
  func mpcTies() {
    // Going up in the last segment gains what it costs.
    let lane = LadderLane.made([1_000_000, 2_000_000, 4_000_000], segments: 1, milliseconds: 4000)
    var rule = MPCRule()
    rule.loaded(.segment(10_000_000, transfer: 1000), lane)
    expect(
      rule.decide(Observation(of: lane, lastLevel: 0, bufferLevel: .seconds(10))).level, equals: 2)
  }

  @Test("MPC starts at the second lowest level")
  func mpcStart() {
    var rule = MPCRule()
    expect(rule.decide(Observation(of: lane)).level, equals: 1)
  }

  @Test("A rule for each lane remembers each by itself")
  func lanewise() {
    let audio = LadderLane.made([64_000, 128_000], segments: 100, milliseconds: 4000, kind: .audio)
    var rule = LanewiseRule(ThroughputRule(factor: 1))
    rule.loaded(.segment(500_000, transfer: 1000), lane)
    rule.loaded(.segment(10_000, transfer: 1000, lane: .audio), audio)
    expect(rule.decide(Observation(of: lane)).level, equals: 3)
    expect(rule.decide(Observation(of: audio)).level, equals: 0)
  }
}
