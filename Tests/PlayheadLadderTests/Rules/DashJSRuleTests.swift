import Expectations
import Foundation
import PlayheadLadder
import PlayheadModel
import Testing

@Suite("The ABR rules of dash.js")
struct DashJSRuleTests {
  private let lane = LadderLane.made(
    [300_000, 900_000, 2_400_000], segments: 50, milliseconds: 4000)

  private func observation(
    _ buffer: Double, at time: Int64 = 10_000, segments: Int = 1, last: Int = 1
  ) -> Observation {
    Observation(
      of: lane, wallTime: .milliseconds(time), position: .seconds(40),
      segmentsSinceJump: segments, lastLevel: last,
      bufferLevel: MediaTime(nanoseconds: Int64((buffer * 1e9).rounded())), isPlaying: true,
      hasStarted: true)
  }

  /// A rule that has chosen once and measured `kilobits` in a second.
  private func measured(_ kilobits: Int64) -> DashJSRule {
    var rule = DashJSRule()
    _ = rule.decide(Observation(of: lane))
    // A browser counts 300 bytes for headers.
    rule.loaded(
      .segment(kilobits * 125 - 300, level: 1, latency: 300, transfer: 1000), lane)
    return rule
  }

  @Test("Starts at 900 kbit/s of video, and below 100 kbit/s of audio")
  func start() {
    var rule = DashJSRule()
    expect(rule.decide(Observation(of: lane)).level, equals: 1)
    let audio = LadderLane.made(
      [64_000, 100_000, 128_000], segments: 9, milliseconds: 2000, kind: .audio)
    var other = DashJSRule()
    expect(other.decide(Observation(of: audio)).level, equals: 1)
  }

  @Test("Of ranges of a file, it takes the time of the first again and again")
  func ranges() {
    var rule = DashJSRule()
    func part(_ download: Download, _ content: Download.Content = .segment) -> Download {
      var download = download
      (download.content, download.isPart) = (content, true)
      return download
    }
    // 300 bytes of headers and 100 of an index in 1 ms are 3200 kbit/s.
    rule.loaded(part(.segment(100, level: 1, transfer: 1), .index), lane)
    expect(rule.decide(Observation(of: lane)).level, equals: 1)
    rule.loaded(part(.segment(50_000, level: 1, transfer: 1000)), lane)
    let decision = rule.decide(observation(10))
    expect(decision.level == 2 && decision.estimate == 3_200_000)
    // What is a file of its own is measured as it is, as 400 kbit/s.
    var other = DashJSRule()
    _ = other.decide(Observation(of: lane))
    other.loaded(.segment(50_000, level: 1, transfer: 1000), lane)
    expect(other.decide(observation(10)).level, equals: 0)
  }

  @Test(
    "Counts 300 bytes of headers, as browsers do, but not of what comes in chunks",
    arguments: [(false, 402_000), (true, 400_000)] as [(Bool, Double)])
  func headers(isInChunks: Bool, estimate: Double) {
    var rule = DashJSRule()
    _ = rule.decide(Observation(of: lane))
    var download = Download.segment(50_000, level: 1, transfer: 1000)
    download.isInChunks = isInChunks
    rule.loaded(download, lane)
    // 50,300 bytes in a second are 402.4 kbit/s, and the player rounds.
    expect(abs((rule.decide(observation(10)).estimate ?? 0) - estimate) < 1e-6)
  }

  @Test(
    "Takes the highest level within 0.9 of the throughput, without the latency",
    arguments: [(999, 0), (1000, 1), (2666, 1), (2667, 2)] as [(Int64, Int)])
  func throughput(kilobits: Int64, level: Int) {
    var rule = measured(kilobits)
    let decision = rule.decide(observation(10))
    expect(decision.level, equals: level)
    expect(abs((decision.estimate ?? 0) - Double(kilobits) * 1000) < 1e-6)
  }

  @Test("Stays while the buffer is empty and nothing else asks", arguments: [(0.3, 1), (0.301, 2)])
  func emptyBuffer(buffer: Double, level: Int) {
    var rule = measured(9000)
    expect(rule.decide(observation(buffer)).level, equals: level)
  }

  @Test(
    "Limits the level to what loads within the buffer, after two segments",
    arguments: [
      // 0.7 × 1000 × level ÷ 4 reaches 900 kbit/s at 5.143 s.
      (5.142, 1, 1), (5.142, 2, 0), (5.143, 2, 1), (0.3, 2, 0), (0.3, 1, 1),
    ])
  func insufficientBuffer(buffer: Double, segments: Int, level: Int) {
    var rule = measured(1000)
    expect(rule.decide(observation(buffer, segments: segments)).level, equals: level)
  }

  @Test("Uses BOLA from 18 s of buffer, and until less than 9 s")
  func strategy() {
    var rule = measured(1000)
    var isBOLA: [Bool] = []
    for buffer in [17.999, 18, 9, 8.999, 17.999, 18] {
      isBOLA.append(rule.decide(observation(buffer)).reason.hasPrefix("BOLA"))
    }
    expect(isBOLA, equals: [false, true, true, false, false, true])
  }

  @Test("BOLA changes level where the scores of two levels are equal", arguments: [-0.001, 0.001])
  func bola(side: Double) {
    var rule = measured(20_000)
    // From the first segment that is loaded after it has been asked, it goes by the buffer.
    for number in 1...3 as ClosedRange<Int64> {
      _ = rule.decide(observation(18, at: 10_000 * (number - 1), last: 2))
      rule.downloaded(
        .segment(2_500_000, level: 2, number: Int(number), end: 10_000 * number, transfer: 1000),
        observation(18, at: 10_000 * number))
    }
    // Three levels take 18 s: gp = ln 8 ÷ 0.8, Vp = 10 ÷ gp.
    let gp = log(8.0) / 0.8
    let equal = 10 / gp * (gp + (2400 * log(3.0) - 900 * log(8.0)) / 1500)
    // The download ended as it is asked: no placeholder.
    expect(
      rule.decide(observation(equal + side, at: 30_000, last: 2)).level, equals: (side < 0 ? 1 : 2))
  }

  @Test("BOLA does not switch up above the throughput, and waits with more than it is worth")
  func bolaRestraint() {
    var rule = measured(1000)
    for number in 1...3 as ClosedRange<Int64> {
      _ = rule.decide(observation(18, at: 10_000 * (number - 1)))
      rule.downloaded(
        .segment(125_000, level: 1, number: Int(number), end: 10_000 * number, transfer: 1000),
        observation(18, at: 10_000 * number))
    }
    // Level 1 is worth Vp (1 + ln 3 + gp) s.
    let gp = log(8.0) / 0.8
    let worth = 10 / gp * (1 + log(3.0) + gp)
    let decision = rule.decide(observation(worth + 2, at: 30_000))
    expect(decision.level, equals: 1)
    expect(abs(decision.delay.seconds - 2) < 1e-6)
  }

  @Test(
    "Time without a download counts as buffer, for BOLA", arguments: [(10.95, 1), (10.97, 2)])
  func placeholder(buffer: Double, level: Int) {
    var rule = measured(20_000)
    for number in 1...3 as ClosedRange<Int64> {
      _ = rule.decide(observation(18, at: 10_000 * (number - 1), last: 2))
      rule.downloaded(
        .segment(2_500_000, level: 2, number: Int(number), end: 10_000 * number, transfer: 1000),
        observation(18, at: 10_000 * number))
    }
    // Level 2 needs 11.96 s, of which one is the time since the download.
    expect(rule.decide(observation(buffer, at: 31_000, last: 2)).level, equals: level)
  }

  @Test("A level that was left too often is avoided")
  func switchHistory() {
    var rule = DashJSRule()
    _ = rule.decide(Observation(of: lane))
    // A minute each, so that only the latest counts. One drop from level 1, then back and six more:
    // 1 of 7 is above 0.075.
    let rates: [Int64] = [300, 2000, 2000, 2000, 2000, 2000, 2000, 2000]
    for (number, rate) in rates.enumerated() {
      let time = Int64(number + 1) * 61_000
      rule.downloaded(
        .segment(rate * 7500, number: number, end: time, transfer: 60_000),
        observation(17, at: time))
      expect(rule.decide(observation(17, at: time)).level, equals: (number == 0 ? 0 : 1))
    }
    let decision = rule.decide(observation(17, at: 600_000))
    expect(decision.level, equals: 0)
    expect(decision.reason.contains("switches down"))
  }

  @Test(
    "Looks for a segment that is not there yet are decisions to stay",
    arguments: [(0, 0), (1, 1), (1000, 1)])
  func looks(count: Int, level: Int) {
    var rule = DashJSRule()
    _ = rule.decide(Observation(of: lane))
    // One drop from level 1 and seven decisions to stay: the eighth has the drop forgotten.
    for number in 0..<8 {
      let time = Int64(number + 1) * 61_000
      rule.downloaded(
        .segment((number == 0 ? 300 : 2000) * 7500, number: number, end: time, transfer: 60_000),
        observation(17, at: time))
      _ = rule.decide(observation(17, at: time))
    }
    rule.looked(count, observation(17, at: 599_000))
    expect(rule.decide(observation(17, at: 600_000)).level, equals: level)
  }

  @Test("An update of the MPD starts BOLA anew", arguments: [false, true])
  func updates(isUpdated: Bool) {
    var rule = measured(20_000)
    for number in 1...3 as ClosedRange<Int64> {
      _ = rule.decide(observation(18, at: 10_000 * (number - 1), last: 2))
      rule.downloaded(
        .segment(2_500_000, level: 2, number: Int(number), end: 10_000 * number, transfer: 1000),
        observation(18, at: 10_000 * number))
    }
    if isUpdated { rule.updated(observation(18, at: 31_000, last: 2)) }
    let reason = rule.decide(observation(18, at: 31_000, last: 2)).reason
    expect(reason.hasPrefix("BOLA"))
    expect(reason.contains("startup"), equals: isUpdated)
  }

  /// Looks `count` times, 120 ms apart, at a download of 1.2 MB that gains 2000 bytes each time.
  private func abandoned(
    _ rule: inout DashJSRule, count: Int, buffer: Double = 10, gain: Int64 = 2000
  ) -> Decision? {
    var decision: Decision?
    for look in 1...count {
      decision = rule.abandon(
        DownloadProgress(
          level: 2, segment: 7, bytes: 10_000 + gain * Int64(look), totalBytes: 1_200_000,
          sent: .seconds(10), firstByte: .milliseconds(10_050), looks: look),
        observation(buffer, at: 10_000 + Int64(look) * 120, last: 2))
    }
    return decision
  }

  @Test(
    "Abandons a slow segment at the sixth progress",
    arguments: [
      // 8 × 10,000 bits in 600 ms are 133 kbit/s; 13,500 bytes each are 900 kbit/s. The segment may
      // take 7.2 s, to two decimals: 1334 kbit/s take 7.196 s, 1335 take 7.191 s.
      (5, 10.0, 2000, nil), (6, 10, 2000, 0), (6, 18, 2000, 0), (6, 18.001, 2000, nil),
      (6, 10, 13_490, 0), (6, 10, 13_500, 1), (6, 10, 20_010, 1), (6, 10, 20_025, nil),
    ] as [(Int, Double, Int64, Int?)])
  func abandonment(count: Int, buffer: Double, gain: Int64, level: Int?) {
    var rule = measured(3000)
    expect(abandoned(&rule, count: count, buffer: buffer, gain: gain)?.level, equals: level)
  }

  @Test("Abandons a segment once, and then switches only down for 10 s")
  func afterAbandonment() throws {
    var rule = measured(9000)
    let decision = try #require(abandoned(&rule, count: 6))
    expect(decision.level, equals: 0)
    expect(abandoned(&rule, count: 6) == nil)
    expect(rule.decide(observation(10, at: 20_719, last: 0)).level, equals: 0)
    expect(rule.decide(observation(10, at: 20_720, last: 0)).level, equals: 2)
  }
}
