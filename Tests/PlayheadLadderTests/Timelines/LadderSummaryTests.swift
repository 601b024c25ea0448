import Expectations
import Foundation
import PlayheadKit
import PlayheadLadder
import Testing

@Suite("Figures of ladders")
struct LadderSummaryTests {
  @Test("Means, switches and scores are those worked out by hand")
  func figures() throws {
    // Levels 0, 1, 0: there at 1, 4 and 5 s, stalled from 3 to 4 s.
    let session = try LadderTimelineTests.play(ScriptedRule(0, 1, 0))
    let summary = LadderSummary(session, of: LadderTimelineTests.ladder)
    // (1000 + 3000 + 1000) ÷ 3.
    expect(summary.meanBitRate, equals: BitRate(bitsPerSecond: 1667))
    expect(summary.meanPlayedBitRate, equals: BitRate(bitsPerSecond: 1667))
    expect(summary.timeAtLevel, equals: [.seconds(4), .seconds(2)])
    expect((summary.switches.up, summary.switches.down, summary.switches.reversals) == (1, 1, 1))
    expect(summary.switches.meanAmplitude, equals: BitRate(bitsPerSecond: 2000))
    expect(summary.startupRequests.count, equals: 1)
    expect(summary.bytes.wasted, equals: 0)
    let scores = summary.scores
    let logOfThree: Double = log(3)
    // 0.005 − 4.3 × 1 − 0.004.
    expect(abs(scores.linear + 4.299) < 1e-12)
    try expect(abs(#require(scores.linearPerSegment) + 1.433) < 1e-12)
    try expect(abs(#require(scores.meanUtility) - logOfThree / 3) < 1e-12)
    // 6 s at a mean utility of ln 3 ÷ 3 and a stall of 1 s in 8 s.
    let bola: Double = (2 * logOfThree - 5 * 1) / 8
    try expect(abs(#require(scores.bola) - bola) < 1e-12)
  }

  /// `time average score` of Sabre's print, by its variables: `to_time_average × (played_utility −
  /// gamma_p × rebuffer_time ÷ segment_time)`, where the former is one over the time that it all
  /// took in segments.
  @Test("BOLA's score is Sabre's time average score", arguments: Seeds.each(few: 8, all: 60))
  func sabre(seed: UInt64) throws {
    var random = RandomNumbers(seed: seed)
    let rates: [Int64] = [230_000, 477_000, 991_000, 2_056_000]
    let segment = random.next(1000...5000)
    let lane = LadderLane.made(rates, segments: 30, milliseconds: segment)
    let profile = try BandwidthProfile(
      name: "random", intervals: BandwidthProfile.Interval.some(using: &random))
    for rule in ["sabre-throughput", "sabre-bola", "fixed:3"] {
      let ladder = Ladder(format: .sizes, lanes: [lane])
      var simulation = LadderSimulation(
        LadderScenario(
          ladder, over: NetworkLink(following: profile), player: .sabreThroughput,
          rule: try NamedRule(parsing: rule).rule))
      let played = simulation.run()
      guard played.session.endReason == .ended else { continue }
      let bola = try #require(LadderSummary(played, of: ladder).scores.bola)

      let segmentTime = Double(segment) / 1000
      let rebufferTime = played.session.stalls.compactMap(\.duration).reduce(0) { $0 + $1.seconds }
      let playedUtility = played.segments.reduce(0) {
        $0 + log(Double(rates[$1.level]) / Double(rates[0]))
      }
      let toTimeAverage = 1 / (played.session.elapsed.seconds / segmentTime)
      let score = toTimeAverage * (playedUtility - 5 * rebufferTime / segmentTime)
      expect(abs(bola - score) < 1e-9, "seed \(seed), \(rule)")
    }
  }

  @Test("A session that plays nothing has no score of BOLA")
  func nothing() throws {
    let session = try LadderTimelineTests.play(
      ScriptedRule(0), [UserAction(at: .zero, .pause)], limit: .seconds(5))
    expect(LadderSummary(session, of: LadderTimelineTests.ladder).scores.bola == nil)
  }

  @Test("What is played twice counts twice")
  func seekBack() throws {
    // At 7 s the playhead is at 5 s: 0 to 5 s, then 1 to 6 s.
    let session = try LadderTimelineTests.play(
      ScriptedRule(0, 1, 0), [UserAction(at: .seconds(7), .seek(to: .seconds(1), .exact))])
    let summary = LadderSummary(session, of: LadderTimelineTests.ladder)
    expect(summary.timeAtLevel, equals: [.seconds(6), .seconds(4)])
    // (6 × 1000 + 4 × 3000) ÷ 10.
    expect(summary.meanPlayedBitRate, equals: BitRate(bitsPerSecond: 1800))
    expect(summary.meanBitRate, equals: BitRate(bitsPerSecond: 1667))
  }

  @Test("A dropped request is wasted")
  func wasted() throws {
    // 500 bytes of segment 1 by 1.5 s.
    let session = try LadderTimelineTests.play(
      ScriptedRule(0), [UserAction(at: .milliseconds(1500), .seek(to: .seconds(5), .exact))])
    expect(LadderSummary(session, of: LadderTimelineTests.ladder).bytes.wasted, equals: 500)
  }
}
