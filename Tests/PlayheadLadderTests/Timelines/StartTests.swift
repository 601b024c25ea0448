import Expectations
import PlayheadKit
import Testing

@testable import PlayheadLadder

/// Sessions that do not start at the beginning, or not at all, over 8 kbit/s: a segment of 2 s has
/// 1000 bytes, and takes 1 s.
@Suite("Where sessions of ladders start")
struct StartTests {
  private static func session(
    _ start: LadderStart?, _ rule: StartRule, refusal: LadderRefusal? = nil
  ) throws -> LadderSession {
    let level = Level(
      name: "1", bitRate: BitRate(bitsPerSecond: 4000), playlist: LadderResource("p", bytes: 100),
      segments: (0..<5).map { number in
        LadderSegment(
          LadderResource("\(number)", bytes: 1000),
          declared: TimeRange(start: .seconds(2 * number), end: .seconds(2 * number + 2)))
      })
    var ladder = Ladder(
      format: .hls, manifests: [LadderResource("m", bytes: 100)],
      lanes: [LadderLane(.muxed, levels: [level])])
    (ladder.start, ladder.refusal) = (start, refusal)
    var player = LadderPlayer.basic
    player.loading.startRule = rule
    let profile = try BandwidthProfile(
      name: "link",
      intervals: [.init(duration: .zero, rate: BitRate(bitsPerSecond: 8000), latency: .zero)],
      afterwards: .holdsLast)
    var simulation = LadderSimulation(
      LadderScenario(
        ladder, over: NetworkLink(following: profile), player: player, rule: FixedRule(level: 0),
        options: SessionOptions(tickInterval: nil)))
    return simulation.run()
  }

  @Test(
    "A player starts there, with the segment that holds it, or at the beginning",
    arguments: [
      (false, .exactly, 5000, 2), (false, .bySegment, 4000, 2), (true, .bySegment, 5000, 2),
      (true, .ignores, 0, 0),
    ] as [(Bool, StartRule, Int64, Int)])
  func start(isPrecise: Bool, rule: StartRule, playhead: Int64, segment: Int) throws {
    let session = try Self.session(LadderStart(.seconds(5), isPrecise: isPrecise), rule)
    let segments = session.requests.compactMap(\.subject.segment)
    expect(segments, equals: Array(segment..<5))
    expect(session.played.first?.range.start, equals: .milliseconds(playhead))
    expect(session.played.last?.range.end, equals: .seconds(10))
    expect(session.session.endReason == .ended && session.session.seeks.isEmpty)
    // The playlists take 0.2 s, and 2 s of media from a playhead in the middle take two segments.
    let needed = rule == .exactly || isPrecise && rule == .bySegment ? 2 : 1
    expect(session.session.startup, equals: .milliseconds(Int64(200 + 1000 * needed)))
  }

  @Test("A start behind the end is none")
  func late() throws {
    let session = try Self.session(LadderStart(.seconds(10)), .exactly)
    expect(session.played.first?.range.start, equals: .zero)
  }

  @Test(
    "A player that refuses a document ends with an error as that is in",
    arguments: [(true, 100, 1), (false, 200, 2)] as [(Bool, Int64, Int)])
  func refusal(isOfManifest: Bool, milliseconds: Int64, requests: Int) throws {
    let session = try Self.session(
      nil, .exactly, refusal: LadderRefusal("why", isOfManifest: isOfManifest))
    expect(session.session.endReason == .error && session.session.startup == nil)
    expect(session.session.elapsed, equals: .milliseconds(milliseconds))
    expect(session.requests.count, equals: requests)
  }

  @Test("Players start as their sources say")
  func players() {
    let rules = LadderPlayer.all.filter { $0.loading.startRule != .exactly }
      .map { "\($0.product) \($0.loading.startRule)" }
    expect(rules, equals: ["media3 bySegment", "chromium ignores"])
  }
}
