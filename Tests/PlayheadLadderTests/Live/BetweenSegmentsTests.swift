import Expectations
import PlayheadKit
import Testing

@testable import PlayheadLadder

/// What players do at the edge between two segments, worked out by hand in whole milliseconds.
@Suite("Between two segments at the edge")
struct BetweenSegmentsTests {
  /// Chooses level 1 up to `time`, then level 0.
  private struct FallingRule: AdaptationRule {
    var time: WallTime

    mutating func decide(_ observation: Observation) -> Decision {
      Decision(level: observation.wallTime < time ? 1 : 0, reason: "by the time")
    }
  }

  /// Abandons the first segment of level 1 for level 0, at its second look.
  private struct AbandoningRule: AdaptationRule {
    var keepsDownload: Bool
    var hasAbandoned = false

    init(keepsDownload: Bool) { self.keepsDownload = keepsDownload }

    mutating func decide(_ observation: Observation) -> Decision {
      Decision(level: hasAbandoned ? 0 : 1, reason: "until it abandons")
    }

    var progressInterval: ProgressInterval? {
      ProgressInterval(.milliseconds(100), isTimer: true)
    }

    mutating func abandon(
      _ progress: DownloadProgress, _ observation: Observation
    ) -> Decision? {
      guard progress.looks == 2, !hasAbandoned else { return nil }
      hasAbandoned = true
      var decision = Decision(level: 0, reason: "by the look")
      decision.keepsDownload = keepsDownload
      return decision
    }
  }

  /// The ladder of `one` at two levels, each with an initialization section if they are `opened`.
  private func ladder(of one: LiveCase, opened: Bool) -> Ladder {
    let plain = one.ladder
    let levels = ["low", "high"].enumerated().map { number, name in
      var level = plain.lanes[0].levels[0]
      level.name = name
      level.bitRate = BitRate(bitsPerSecond: Int64(number + 1) * 1_000_000)
      if level.playlist != nil { level.playlist = LadderResource("\(name).m3u8", bytes: 0) }
      guard opened else { return level }
      return Level(
        name: name, bitRate: level.bitRate,
        initializations: [LadderResource("\(name).init", bytes: 0)],
        segments: level.segments.map {
          LadderSegment($0.resource, initialization: 0, declared: $0.declared)
        }, targetDuration: level.targetDuration)
    }
    return Ladder(
      format: plain.format, manifests: plain.manifests,
      lanes: [LadderLane(.video, levels: levels)])
  }

  /// The session of `player`, which takes no time for anything, by `rule`.
  private func played(
    _ one: LiveCase, opened: Bool = false, by player: LadderPlayer, _ rule: any AdaptationRule
  ) throws -> LadderSession {
    var player = player
    player.loading.processing = ProcessingTimes()
    let profile = try BandwidthProfile(
      name: "link",
      intervals: [
        .init(
          duration: .zero, rate: BitRate(bitsPerSecond: 1_000_000), latency: .milliseconds(50))
      ], afterwards: .holdsLast)
    var simulation = LadderSimulation(
      LadderScenario(
        ladder(of: one, opened: opened), over: NetworkLink(following: profile), player: player,
        rule: rule, options: SessionOptions(tickInterval: nil), live: one.event))
    return simulation.run()
  }

  /// Requests for `content` as level and milliseconds, and when they were dropped.
  private func requests(_ session: LadderSession, _ content: Download.Content) -> [String] {
    session.requests.filter { $0.subject.content == content }.map { request in
      let end = (request.request.end?.nanoseconds ?? 0) / 1_000_000
      let dropped = request.request.endReason == .abandoned ? " to \(end)" : ""
      return "\(request.subject.level)@\(request.request.sent.nanoseconds / 1_000_000)\(dropped)"
    }
  }

  @Test("dash.js turns to another level as it looks for a segment that is not there yet")
  func turning() throws {
    var one = LiveCase(holdBack: 8000)
    one.addressing = .numbers
    let session = try played(
      one, opened: true, by: .dashJS, FallingRule(time: .milliseconds(1800)))
    // Four segments from 52 s on take a latency and 400 ms each, behind the MPD and a section. As
    // the fourth is in at 1.9 s, the fifth is not there; its section is in at 1.95 s, and the next
    // look is half a second later.
    expect(requests(session, .initialization).prefix(2), equals: ["1@50", "0@1900"])
    expect(
      requests(session, .segment).prefix(5),
      equals: ["1@100", "1@550", "1@1000", "1@1450", "0@2450"])
  }

  @Test(
    "hls.js goes on with what it abandons until the playlist is in, unless it aborts at once",
    arguments: [(true, "1@50 to 300"), (false, "1@50 to 250")])
  func abandoning(_ keepsDownload: Bool, _ first: String) throws {
    let session = try played(
      LiveCase(), by: .hlsJS, AbandoningRule(keepsDownload: keepsDownload))
    // The second look is at 250 ms; the playlist of the other level takes a latency.
    expect(requests(session, .playlist).prefix(2), equals: ["1@0", "0@250"])
    expect(requests(session, .segment).prefix(2), equals: [first, "0@300"])
  }

  @Test(
    "Each stall moves hls.js a second further from the edge, up to a target duration in all",
    arguments: [(0, 0), (1000, 1000), (5000, 2000)] as [(Int64, Int64)])
  func stalls(_ increase: Int64, _ expected: Int64) throws {
    let one = LiveCase(window: 10_000, stale: [61_000..<80_000])
    func place(_ increase: Int64) throws -> MediaTime {
      var player = LadderPlayer.hlsJS
      player.live.hls?.stallIncrease = .milliseconds(increase)
      let session = try one.played(by: player)
      expect(session.session.stalls.count >= 1)
      return try #require(session.live?.jumps.first?.range.end)
    }
    expect(LadderPlayer.hlsJS.live.hls?.stallIncrease, equals: .seconds(1))
    expect(try place(0) - place(increase), equals: .milliseconds(expected))
  }
}
