import Expectations
import PlayheadKit
import PlayheadLadder
import Testing

@Suite("A segment of EXTINF 0")
struct SegmentWithoutLengthTests {
  /// Three segments of 2 s of media, of which the second is declared without a length.
  private static let ladder: Ladder = {
    let declared: [(Int64, Int64)] = [(0, 2), (2, 2), (2, 4)]
    let segments = declared.enumerated().map { number, range in
      LadderSegment(
        LadderResource("\(number)", bytes: 1000),
        declared: TimeRange(start: .seconds(range.0), end: .seconds(range.1)),
        measured: TimeRange(
          start: .seconds(Int64(2 * number)), end: .seconds(Int64(2 * number + 2))))
    }
    let level = Level(name: "", bitRate: BitRate(bitsPerSecond: 4000), segments: segments)
    return Ladder(format: .hls, lanes: [LadderLane(.muxed, levels: [level])])
  }()

  @Test("is loaded in its turn, so that its media is played", arguments: LadderPlayer.all)
  func isLoaded(player: LadderPlayer) throws {
    // hls.js finds it as the next one behind a buffer that ends before it
    // (`findFragmentByPTS`, `src/controller/fragment-finders.ts`); others count on.
    let profile = try BandwidthProfile(name: "link", rate: BitRate(bitsPerSecond: 80_000))
    var simulation = LadderSimulation(
      LadderScenario(
        Self.ladder, over: NetworkLink(following: profile), player: player, rule: ScriptedRule(0),
        options: SessionOptions(tickInterval: nil)))
    let session = simulation.run()
    expect(session.segments.map(\.segment), equals: [0, 1, 2])
    expect(session.session.endReason == .ended && session.session.stalls.isEmpty)
    expect(session.played.map(\.range), equals: [TimeRange(start: .zero, end: .seconds(6))])
  }
}
