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
    #expect(parts.count == count)
    #expect(parts.independent == independent)
  }

  @Test("dash.js asks for its first update once initialization sections are in")
  func firstUpdate() throws {
    var one = LiveCase()
    one.addressing = .timeline(updatePeriod: .seconds(2))
    var ladder = one.ladder
    let level = ladder.lanes[0].levels[0]
    let sections = [LadderResource("init", bytes: 0)]
    ladder.lanes = [
      LadderLane(
        .video,
        levels: [
          Level(
            name: level.name, bitRate: level.bitRate, initializations: sections,
            segments: level.segments.map { segment in
              var own = segment
              own.initialization = 0
              return own
            }, targetDuration: level.targetDuration)
        ])
    ]
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
    // The MPD takes a latency and 52 ms, the section another latency.
    #expect(sent(.initialization).first == .milliseconds(102))
    #expect(sent(.manifest).prefix(2) == [.zero, .milliseconds(2152)])
  }
}
