import Expectations
import PlayheadKit
import Testing

@testable import PlayheadLadder

/// Keys that a multivariant playlist names, over 1000 bytes a second with a latency of 100 ms:
/// manifest and playlist have 100 bytes, a key 20, a segment of 2 s has 1000.
@Suite("Keys of EXT-X-SESSION-KEY")
struct SessionKeyTests {
  private static func session(
    asks: Bool, licence: WallTime? = nil, lanes: Int = 1
  ) throws -> LadderSession {
    let level = Level(
      name: "1", bitRate: BitRate(bitsPerSecond: 4000),
      playlist: LadderResource("p", bytes: 100),
      keys: [
        LevelKey(
          LadderResource("key", bytes: 20), isLicence: licence != nil,
          serverTime: licence ?? .zero)
      ],
      segments: (0..<3).map { number in
        LadderSegment(
          LadderResource("\(number)", bytes: 1000),
          declared: TimeRange(start: .seconds(2 * number), end: .seconds(2 * number + 2)), key: 0)
      })
    var ladder = Ladder(
      format: .hls, manifests: [LadderResource("m", bytes: 100)],
      lanes: (0..<lanes).map {
        LadderLane(lanes == 1 ? .muxed : $0 == 0 ? .video : .audio, levels: [level])
      })
    ladder.sessionKeys = [Ladder.SessionKey(lane: 0, level: 0, key: 0)]
    var player = LadderPlayer.basic
    player.loading.keyMoment = .after
    player.loading.keySharing = .inFlight
    player.loading.asksForSessionKeys = asks
    let profile = try BandwidthProfile(
      name: "link",
      intervals: [
        .init(duration: .zero, rate: BitRate(bitsPerSecond: 8000), latency: .milliseconds(100))
      ], afterwards: .holdsLast)
    var simulation = LadderSimulation(
      LadderScenario(
        ladder, over: NetworkLink(following: profile), player: player, rule: FixedRule(level: 0),
        options: SessionOptions(tickInterval: nil)))
    return simulation.run()
  }

  /// What is asked for, and when in milliseconds.
  private static func asked(_ session: LadderSession) -> [String] {
    session.requests.map {
      "\($0.subject.resource.name) \($0.request.sent.nanoseconds / 1_000_000)"
    }
  }

  @Test("A key is asked for beside the first playlist, and by no segment")
  func key() throws {
    // Both begin at 300 ms: the key takes 40 ms of half the link, the playlist all until 420 ms.
    try expect(
      Self.asked(Self.session(asks: true)),
      equals: [
        "m 0", "key 200", "p 200", "0 420", "1 1520", "2 2620",
      ])
    try expect(
      Self.asked(Self.session(asks: false)),
      equals: [
        "m 0", "p 200", "0 400", "key 1500", "1 1620", "2 2720",
      ])
  }

  @Test("A licence is asked for a round trip earlier, and segments wait for it when they are in")
  func licence() throws {
    let early = try Self.session(asks: true, licence: .seconds(3))
    let late = try Self.session(asks: false, licence: .seconds(3))
    expect(Self.asked(early).prefix(4), equals: ["m 0", "key 200", "p 200", "0 400"])
    expect(Self.asked(late).prefix(4), equals: ["m 0", "p 200", "key 400", "0 400"])
    // 20 bytes behind a latency of 100 ms and the 3 s of the server.
    let taken = [early, late].map { $0.segments.first?.wallTime }
    expect(taken, equals: [.milliseconds(3320), .milliseconds(3520)])
  }

  @Test("One key serves two lanes, of which neither asks for it")
  func lanes() throws {
    let session = try Self.session(asks: true, lanes: 2)
    expect(session.requests.count { $0.subject.content == .key }, equals: 1)
    expect(session.session.endReason, equals: .ended)
  }

  @Test("Of the built-in players, only Shaka Player asks")
  func players() {
    let asking = LadderPlayer.all.filter(\.loading.asksForSessionKeys).map(\.name)
    expect(asking, equals: [LadderPlayer.shaka.name])
  }
}
