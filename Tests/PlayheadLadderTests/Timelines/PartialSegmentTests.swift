import Expectations
import PlayheadKit
import PlayheadLadder
import Testing

/// Sessions of a player that takes samples as they come, worked out by hand.
///
/// The link carries 1000 bytes a second. A segment has 4 s and 4000 bytes at level 0 and twice as
/// many at level 1; of its first second it takes a quarter, of its first three seconds three
/// quarters.
@Suite("Segments that are played as they come")
struct PartialSegmentTests {
  private static let ladder = Ladder(
    format: .sizes,
    lanes: [
      LadderLane(
        .muxed,
        levels: [4000, 8000].map { (bytes: Int64) in
          Level(
            name: "\(bytes)", bitRate: BitRate(bitsPerSecond: bytes * 2),
            segments: (0..<2).map { number in
              let start = MediaTime.seconds(4 * Int64(number))
              return LadderSegment(
                LadderResource("\(number)", bytes: bytes),
                declared: TimeRange(start: start, end: start + .seconds(4)),
                parts: [
                  .init(bytes: bytes / 4, end: start + .seconds(1)),
                  .init(bytes: bytes * 3 / 4, end: start + .seconds(3)),
                ])
            })
        })
    ])

  private func play(
    _ rule: ScriptedRule = ScriptedRule(0), _ actions: [UserAction] = [],
    appends: AppendGranularity = .samples, startup: MediaTime = .seconds(1),
    resume: MediaTime = .seconds(2), limit: WallTime? = nil
  ) throws -> LadderSession {
    var player = LadderPlayer.basic
    player.policy = try BufferingPolicy(
      startupThreshold: startup, resumeThreshold: resume, highWatermark: nil)
    player.loading.appends = appends
    let profile = try BandwidthProfile(
      name: "link",
      intervals: [.init(duration: .seconds(1), rate: BitRate(bitsPerSecond: 8000))],
      afterwards: .holdsLast)
    var simulation = LadderSimulation(
      LadderScenario(
        Self.ladder, over: NetworkLink(following: profile), player: player, rule: rule,
        actions: actions, options: SessionOptions(tickInterval: nil, limit: limit)))
    return simulation.run()
  }

  @Test("Playback starts with the first part that is enough")
  func startup() throws {
    // It stalls with one second played, and resumes with two more loaded; then each part is in
    // time.
    try expect(
      LadderTimelineTests.figures(play()),
      equals: "0@4000 1@8000, start 1000, stall 2000+1000, ended 10000")
    try expect(play(appends: .segments).session.startup, equals: .seconds(4))
    try expect(play(startup: .seconds(2)).session.startup, equals: .seconds(3))
    // A nanosecond more than the first part has takes the second.
    try expect(play(startup: .seconds(1) + .resolution).session.startup, equals: .seconds(3))
  }

  @Test("A segment is noted with when the first of it could be played")
  func notes() throws {
    let session = try play()
    expect(session.segments.map(\.begun), equals: [.seconds(1), .seconds(5)])
    expect(session.segments.map(\.wallTime), equals: [.seconds(4), .seconds(8)])
    try expect(play(appends: .segments).segments.map(\.begun), equals: [.seconds(4), .seconds(8)])
  }

  @Test(
    "What is played of a segment counts at its level, though the session ends before all of it is in"
  )
  func cutOff() throws {
    let session = try play(ScriptedRule(1), limit: .milliseconds(2500))
    expect(session.session.startup, equals: .seconds(2))
    let summary = LadderSummary(session, of: Self.ladder)
    expect(summary.timeAtLevel, equals: [.zero, .milliseconds(500)])
    let segment = try #require(session.segments.first)
    expect(session.segments.count, equals: 1)
    expect(segment.shown == TimeRange(start: .zero, end: .seconds(1)) && segment.bytes == 2000)
  }

  @Test("A download is abandoned with what came of it, unless that is played")
  func abandonment() throws {
    let script = Script(choices: [(1, .zero), (0, .zero)], abandonments: [1: 0])
    let progress = ProgressInterval(.milliseconds(2500), bytes: 0, isTimer: true)
    let rule = ScriptedRule([script], kinds: [.muxed], progress: progress)
    // It has played half a second at the first look.
    let played = try play(rule)
    expect(played.requests.allSatisfy { $0.request.endReason == .complete })
    // It is yet to start.
    let dropped = try play(rule, startup: .seconds(2))
    expect(dropped.requests.map(\.request.endReason).first, equals: .abandoned)
    // From 2.5 s on level 0: its second part is in at 5.5 s, with three seconds.
    expect(dropped.session.startup, equals: .milliseconds(5500))
    expect(dropped.segments.map(\.level), equals: [0, 0])
  }

  @Test("A seek keeps what came of a segment, and drops the rest")
  func seek() throws {
    let action = UserAction(at: .milliseconds(1500), .seek(to: .seconds(5), .exact))
    let session = try play(ScriptedRule(0), [action])
    expect(session.requests.map(\.request.endReason), equals: [.droppedBySeek, .complete])
    let first = try #require(session.segments.first)
    expect(first.shown, equals: TimeRange(start: .zero, end: .seconds(1)))
    expect(first.begun == .seconds(1) && first.wallTime == .milliseconds(1500))
  }

  @Test("The optimum plays segments as they come, too")
  func optimum() throws {
    let session = try play()
    let link = NetworkLink(
      following: try BandwidthProfile(
        name: "link", intervals: [.init(duration: .seconds(1), rate: BitRate(bitsPerSecond: 8000))],
        afterwards: .holdsLast))
    func optimum(_ appends: AppendGranularity) throws -> Optimum {
      try #require(
        Optimum(
          of: Self.ladder, over: link, bufferGoal: .seconds(60), for: .linear,
          playback: session.session.startup ?? .zero, appends: appends))
    }
    let best = try optimum(.samples)
    // The first second is there after 1 s, the second one at 3 s and so 1 s late. What follows is
    // in time: the fifth second is due at 6 s and there at 5 s, the sixth due at 7 s and there at 7
    // s.
    expect(best.levels == [0, 0] && best.startup == .seconds(1) && best.stalled == .seconds(1))
    try expect(optimum(.segments).startup, equals: .seconds(4))
  }
}
