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
    #expect(summary.meanBitRate == BitRate(bitsPerSecond: 1667))
    #expect(summary.meanPlayedBitRate == BitRate(bitsPerSecond: 1667))
    #expect(summary.timeAtLevel == [.seconds(4), .seconds(2)])
    #expect((summary.switches.up, summary.switches.down, summary.switches.reversals) == (1, 1, 1))
    #expect(summary.switches.meanAmplitude == BitRate(bitsPerSecond: 2000))
    #expect(summary.startupRequests.count == 1)
    #expect(summary.bytesWasted == 0)
    // 0.005 − 4.3 × 1 − 0.004.
    #expect(abs(summary.scores.linear + 4.299) < 1e-12)
    #expect(abs((summary.scores.linearPerSegment ?? 0) + 1.433) < 1e-12)
    #expect(abs((summary.scores.meanUtility ?? 0) - log(3) / 3) < 1e-12)
  }

  @Test("What is played twice counts twice")
  func seekBack() throws {
    // At 7 s the playhead is at 5 s: 0 to 5 s, then 1 to 6 s.
    let session = try LadderTimelineTests.play(
      ScriptedRule(0, 1, 0), [UserAction(at: .seconds(7), .seek(to: .seconds(1), .exact))])
    let summary = LadderSummary(session, of: LadderTimelineTests.ladder)
    #expect(summary.timeAtLevel == [.seconds(6), .seconds(4)])
    // (6 × 1000 + 4 × 3000) ÷ 10.
    #expect(summary.meanPlayedBitRate == BitRate(bitsPerSecond: 1800))
    #expect(summary.meanBitRate == BitRate(bitsPerSecond: 1667))
  }

  @Test("A dropped request is wasted")
  func wasted() throws {
    // 500 bytes of segment 1 by 1.5 s.
    let session = try LadderTimelineTests.play(
      ScriptedRule(0), [UserAction(at: .milliseconds(1500), .seek(to: .seconds(5), .exact))])
    #expect(LadderSummary(session, of: LadderTimelineTests.ladder).bytesWasted == 500)
  }
}
