import Expectations
import PlayheadModel
import Testing

@testable import PlayheadLadder

/// What a playlist lists of parts: all of a segment that ends within three target durations of the
/// end, or none.
@Suite("Listed parts")
struct ListedPartTests {
  @Test(
    "Parts are listed of whole segments",
    arguments: [
      // Four parts of half a second each; 13 of them end at 6.5 s, three targets behind 0.5 s.
      (0..<13, 13, 4), (0..<16, 12, 3), (0..<17, 13, 4), (6..<16, 10, 2), (0..<0, 0, 0),
    ] as [(Range<Int>, Int, Int)])
  func counts(_ listed: Range<Int>, _ count: Int, _ independent: Int) {
    var one = LiveCase()
    one.partLength = 500
    let parts = one.ladder.lanes[0].levels[0].listedParts(of: listed)
    expect(parts.count, equals: count)
    expect(parts.independent, equals: independent)
  }

  @Test("dash.js asks for its first update once initialization sections are in")
  func firstUpdate() throws {
    var one = LiveCase()
    one.addressing = .timeline(updatePeriod: .seconds(2))
    let plain = one.ladder
    let level = plain.lanes[0].levels[0]
    let segments = level.segments.map {
      LadderSegment($0.resource, initialization: 0, declared: $0.declared)
    }
    let opened = Level(
      name: level.name, bitRate: level.bitRate,
      initializations: [LadderResource("init", bytes: 0)], segments: segments,
      targetDuration: level.targetDuration)
    let ladder = Ladder(
      format: .dash, manifests: plain.manifests, lanes: [LadderLane(.video, levels: [opened])])
    let profile = try BandwidthProfile(
      name: "link",
      intervals: [
        .init(
          duration: .zero, rate: BitRate(bitsPerSecond: 1_000_000), latency: .milliseconds(50))
      ], afterwards: .holdsLast)
    var simulation = LadderSimulation(
      LadderScenario(
        ladder, over: NetworkLink(following: profile), player: .dashJS, rule: FixedRule(level: 0),
        options: SessionOptions(tickInterval: nil), live: one.event))
    let session = simulation.run()
    func sent(_ content: Download.Content) -> [WallTime] {
      session.requests.filter { $0.subject.content == content }.map(\.request.sent)
    }
    // The MPD takes a latency and 40 ms, the section another latency.
    expect(sent(.initialization).first, equals: .milliseconds(90))
    expect(sent(.manifest).prefix(2), equals: [.zero, .milliseconds(2140)])
  }
}
