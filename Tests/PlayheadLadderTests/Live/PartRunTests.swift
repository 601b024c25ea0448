import Expectations
import PlayheadKit
import Testing

@testable import PlayheadLadder

/// Runs of parts as hls.js loads them, worked out by hand in whole milliseconds.
@Suite("Runs of parts")
struct PartRunTests {
  /// hls.js, which takes no time for anything.
  private var player: LadderPlayer {
    var player = LadderPlayer.hlsJS
    player.loading.processing = ProcessingTimes()
    player.live.hls?.partRuns?.startupCost = .zero
    return player
  }

  /// Chooses the higher level from `time` to `end` on.
  private struct SwitchingRule: AdaptationRule {
    var time: WallTime
    var end = WallTime.seconds(1000)

    mutating func decide(_ observation: Observation) -> Decision {
      let isHigh = observation.wallTime >= time && observation.wallTime < end
      return Decision(level: isHigh ? 1 : 0, reason: "by the time")
    }
  }

  /// Parts of half a second that take a latency of 50 ms and 100 ms each, at two levels, and
  /// playlists that take a latency, joined as 60 s are captured.
  private func played(switchingAt time: Int64) throws -> LadderSession {
    var one = LiveCase()
    one.partLength = 500
    let plain = one.ladder
    var high = plain.lanes[0].levels[0]
    high.name = "high"
    high.bitRate = BitRate(bitsPerSecond: 2_000_000)
    high.playlist = LadderResource("high.m3u8", bytes: 0)
    let levels = [plain.lanes[0].levels[0], high]
    let ladder = Ladder(format: .hls, lanes: [LadderLane(.video, levels: levels)])
    let profile = try BandwidthProfile(
      name: "link",
      intervals: [
        .init(
          duration: .zero, rate: BitRate(bitsPerSecond: 1_000_000), latency: .milliseconds(50))
      ], afterwards: .holdsLast)
    var simulation = LadderSimulation(
      LadderScenario(
        ladder, over: NetworkLink(following: profile), player: player,
        rule: SwitchingRule(time: .milliseconds(time)),
        options: SessionOptions(tickInterval: nil), live: one.event))
    return simulation.run()
  }

  /// Requests for parts as level, number and milliseconds.
  private func parts(_ session: LadderSession) -> [String] {
    session.requests.filter { $0.subject.content == .segment }.map {
      "\($0.subject.level)/\($0.subject.segment ?? -1)@\($0.request.sent.nanoseconds / 1_000_000)"
    }
  }

  @Test("Playback begins once the first run is in, though less would be enough")
  func start() throws {
    var one = LiveCase()
    one.partLength = 500
    let figures = LiveCase.figures(of: try one.played(by: player))
    // Three part targets from 60 s; only the start of that segment can be decoded alone.
    expect(figures.place, equals: 58_500)
    expect(
      figures.segments.prefix(5),
      equals: [
        "116@50+150", "117@200+150", "118@350+150", "119@500+150", "120@650+150",
      ])
    // The first two parts, at 350 ms, hold half a second from 58.5 s on.
    expect(figures.start, equals: 650)
    expect(figures.stalls.isEmpty)
  }

  @Test("After a run, another level is loaded from the start of the segment")
  func switching() throws {
    let session = try played(switchingAt: 700)
    // At 800, part 120 is in and 121 not yet listed; the playlist of the other level takes 50 ms.
    expect(
      parts(session).prefix(7),
      equals: [
        "0/116@50", "0/117@200", "0/118@350", "0/119@500", "0/120@650", "1/120@850", "1/121@1050",
      ])
    let playlists = session.requests.filter { $0.subject.content == .playlist }
    expect(
      playlists.contains {
        $0.subject.level == 1 && $0.request.sent == .milliseconds(800)
      })
    expect(session.segments.first { $0.level == 1 }?.isReplacement, equals: true)
    expect(session.session.stalls.isEmpty)
  }

  @Test("During a run, the level stays")
  func withinRun() throws {
    // The first run ends at 650: what the rule would choose since 60 counts only then, and the
    // segment after it, of which a part is listed by 700, is the first of the other level.
    expect(
      parts(try played(switchingAt: 60)).prefix(5),
      equals: [
        "0/116@50", "0/117@200", "0/118@350", "0/119@500", "1/120@700",
      ])
  }

  @Test("Only the last part of a run is a sample of throughput")
  func samples() {
    let lane = LadderLane.made([300_000, 900_000], segments: 9, milliseconds: 4000)
    var rule = HLSJSRule()
    _ = rule.decide(Observation(of: lane))
    func estimate() -> Double? {
      let observation = Observation(
        of: lane, wallTime: .seconds(9), segmentsSinceJump: 1, lastLevel: 0,
        bufferLevel: .seconds(9), hasStarted: true, levelsWithPlaylist: [0, 1])
      return rule.decide(observation).estimate
    }
    var part = Download.segment(500_000, transfer: 1000)
    part.isInRun = true
    rule.loaded(part, lane)
    expect(estimate(), equals: 500_000)
    part.isInRun = false
    rule.loaded(part, lane)
    expect(estimate().map { abs($0 - 4_000_000) < 1 }, equals: true)
  }
}
