import Expectations
import PlayheadKit
import PlayheadLadder
import Testing

/// Sessions small enough to be worked out by hand.
///
/// The ladder has three segments of 2 s. Over 8 kbit/s, which are 1000 bytes a second, those of
/// level 0 take 1 s each, those of level 1 take 3 s each. The player starts and resumes with any
/// media.
@Suite("Timelines of ladders")
struct LadderTimelineTests {
  static let ladder = Ladder(
    format: .sizes,
    lanes: [
      LadderLane(
        .muxed,
        levels: [(1000, 1000), (3000, 3000)].map { bitRate, bytes in
          Level(
            name: "\(bitRate)", bitRate: BitRate(bitsPerSecond: bitRate),
            segments: (0..<3).map {
              LadderSegment(
                LadderResource("\($0)", bytes: bytes),
                declared: TimeRange(start: .seconds(2 * $0), end: .seconds(2 * $0 + 2)))
            })
        })
    ])

  /// The same, of which each segment but the first shows its media 50 ms late.
  static let lateLadder = Ladder(
    format: .sizes,
    lanes: [
      LadderLane(
        .muxed,
        levels: [
          Level(
            name: "1000", bitRate: BitRate(bitsPerSecond: 1000),
            segments: (0..<3).map {
              LadderSegment(
                LadderResource("\($0)", bytes: 1000),
                declared: TimeRange(start: .seconds(2 * $0), end: .seconds(2 * $0 + 2)),
                measured: TimeRange(
                  start: .milliseconds($0 == 0 ? 0 : 2000 * $0 + 50),
                  end: .milliseconds($0 == 2 ? 6000 : 2000 * $0 + 2050)))
            })
        ])
    ])

  static func play(
    _ rule: ScriptedRule = ScriptedRule(0), _ actions: [UserAction] = [],
    of ladder: Ladder = ladder, tolerance: MediaTime? = nil, latency: WallTime = .zero,
    startup: MediaTime = .resolution, goal: BufferGoal = BufferGoal(), reports: WallTime? = nil,
    intervals: [(WallTime, Int64)] = [(.zero, 8000)], limit: WallTime? = nil
  ) throws -> LadderSession {
    var player = LadderPlayer.basic
    player.policy = try BufferingPolicy(
      startupThreshold: startup, resumeThreshold: .resolution, highWatermark: nil)
    player.loading.goal = goal
    player.loading.levelReportInterval = reports
    if let tolerance { player.loading.gapTolerance = tolerance }
    let profile = try BandwidthProfile(
      name: "link",
      intervals: intervals.map {
        .init(duration: $0.0, rate: BitRate(bitsPerSecond: $0.1), latency: latency)
      }, afterwards: .holdsLast)
    var simulation = LadderSimulation(
      LadderScenario(
        ladder, over: NetworkLink(following: profile), player: player, rule: rule, actions: actions,
        options: SessionOptions(tickInterval: nil, limit: limit)))
    return simulation.run()
  }

  /// When segments are complete, when it starts, each stall from when to when, when and how it
  /// ends; in milliseconds.
  static func figures(_ session: LadderSession) -> String {
    func text(_ time: WallTime) -> String { "\(time.nanoseconds / 1_000_000)" }
    let stalls = session.session.stalls.map { stall in
      "stall \(text(stall.start))+\(stall.duration.map(text) ?? "")"
    }
    let parts = [
      session.segments.map { "\($0.segment)@\(text($0.wallTime))" }.joined(separator: " "),
      "start \(session.session.startup.map(text) ?? "-")",
      stalls.joined(separator: " "),
      "\(session.session.endReason) \(text(session.session.elapsed))",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  @Test("Segments come one after the other, and playback waits for no more than it needs")
  func loading() throws {
    // 1 s each; 6 s of media from 1 s on.
    try expect(Self.figures(Self.play()), equals: "0@1000 1@2000 2@3000, start 1000, ended 7000")
    // Half a second before each.
    try expect(
      Self.figures(Self.play(latency: .milliseconds(500))),
      equals: "0@1500 1@3000 2@4500, start 1500, ended 7500")
    // 3 s each: 2 s of each are played before the next is there.
    try expect(
      Self.figures(Self.play(ScriptedRule(1))),
      equals: "0@3000 1@6000 2@9000, start 3000, stall 5000+1000 stall 8000+1000, ended 11000")
    // 4 s of media are there with the second segment.
    try expect(
      Self.figures(Self.play(startup: .seconds(3))),
      equals: "0@1000 1@2000 2@3000, start 2000, ended 8000")
    // Less than 10 s, but everything.
    try expect(
      Self.figures(Self.play(startup: .seconds(10))),
      equals: "0@1000 1@2000 2@3000, start 3000, ended 9000")
  }

  @Test("Media that arrives as the buffer runs empty is in time")
  func inTime() throws {
    // 500 bytes a second: each segment takes the 2 s that the one before plays.
    try expect(
      Self.figures(Self.play(intervals: [(.zero, 4000)])),
      equals: "0@2000 1@4000 2@6000, start 2000, ended 8000")
  }

  @Test("A player with enough loaded looks again as its goal says")
  func goals() throws {
    // From 1 s on 2 s are there; a nanosecond later it is less than that.
    let once = try Self.play(goal: BufferGoal(.seconds(2)))
    expect(
      once.decisions.map(\.wallTime.nanoseconds),
      equals: [
        0, 1_000_000_001, 2_000_000_001 + 1_000_000_000,
      ])
    // With the next segment, 3 s hold no more than 1 s and 2 s: at 2 s, and when 1 s is left of 3 s
    // at 4 s.
    let next = try Self.play(goal: BufferGoal(.seconds(3), includesNextSegment: true))
    expect(next.decisions.map(\.wallTime), equals: [.zero, .seconds(2), .seconds(4)])
    // A segment longer than the goal waits for the empty buffer.
    let long = try Self.play(goal: BufferGoal(.seconds(1), includesNextSegment: true))
    expect(
      Self.figures(long),
      equals: "0@1000 1@4000 2@7000, start 1000, stall 3000+1000 stall 6000+1000, ended 9000")
    // Looks every 300 ms from 1 s on: at 1.3 s there is less than 2 s; so at 2.3 s, and at 3.2 s.
    let polling = try Self.play(
      goal: BufferGoal(.seconds(2), resumption: .polling(every: .milliseconds(300))))
    expect(
      polling.decisions.map(\.wallTime), equals: [.zero, .milliseconds(1300), .milliseconds(3200)])
    // Told where the playhead is every 400 ms, it knows at 1.3 s of 2 s, and at 1.6 s, by what it
    // was told at 1.4 s, of 1.6 s; so at 3.2 s of 2 s, and at 3.5 s of 1.6 s.
    let told = try Self.play(
      goal: BufferGoal(.seconds(2), resumption: .polling(every: .milliseconds(300))),
      reports: .milliseconds(400))
    expect(
      told.decisions.map(\.wallTime), equals: [.zero, .milliseconds(1600), .milliseconds(3500)])
    // From 1 s on 2 s are there, half a second is left at 2.5 s; after a stall the next is there at
    // 3.5 s, which are 2 s again.
    let after = try Self.play(
      goal: BufferGoal(.seconds(2), resumption: .after(drainingTo: .milliseconds(500))))
    expect(after.decisions.map(\.wallTime), equals: [.zero, .milliseconds(2500), .seconds(5)])
  }

  @Test("A seek into loaded media goes on at once")
  func seekIntoLoaded() throws {
    // All is there at 3 s, when the playhead is at 2 s; one more second from 5 s on.
    let session = try Self.play(actions(3000, 5000))
    expect(Self.figures(session), equals: "0@1000 1@2000 2@3000, start 1000, ended 4000")
  }

  @Test("A seek to another segment drops the request and asks for what is needed")
  func seekAhead() throws {
    // Half of segment 1 is there at 1.5 s; segment 2 comes by 2.5 s and shows its last 1.5 s.
    let session = try Self.play(actions(1500, 4500))
    expect(Self.figures(session), equals: "0@1000 2@2500, start 1000, ended 4000")
    expect(
      session.requests.map(\.request.endReason), equals: [.complete, .droppedBySeek, .complete])
    expect(session.requests[1].request.bytesReceived, equals: 500)
    expect(session.session.seeks.map(\.latency), equals: [.seconds(1)])
    // Back at 3 s to 2.5 s: segment 1 comes by 4 s; 3.5 s are played from there, segment 2 as it
    // is.
    let back = try Self.play(actions(1500, 4500) + actions(3000, 2500))
    expect(Self.figures(back), equals: "0@1000 2@2500 1@4000, start 1000, ended 7500")
  }

  @Test("A seek into the segment in flight leaves it running")
  func seekIntoFlight() throws {
    // At 2 s segment 1 is there; the last 3 s are played.
    let session = try Self.play(actions(1500, 3000))
    expect(Self.figures(session), equals: "0@1000 1@2000 2@3000, start 1000, ended 5000")
    expect(session.requests.allSatisfy { $0.request.endReason == .complete })
  }

  @Test(
    "A seek to before the first sample of a segment is one into it, if the gap is passed over",
    arguments: [(50, true), (49, false)] as [(Int64, Bool)])
  func seekBeforeFirstSample(tolerance: Int64, plays: Bool) throws {
    func figures(_ actions: [UserAction]) throws -> String {
      Self.figures(
        try Self.play(
          ScriptedRule(0), actions, of: Self.lateLadder, tolerance: .milliseconds(tolerance)))
    }
    // Segment 2 comes by 2.5 s, and shows its 2 s from there.
    let ahead = try figures(actions(1500, 4000))
    expect(
      ahead,
      equals: (plays
        ? "0@1000 2@2500, start 1000, ended 4500" : "0@1000 2@2500, start 1000, gap 2500"))
    // At 3 s, with 4.5 s to 5 s played, back to where segment 2 is loaded, all but the first 50 ms.
    let again = try figures(actions(1500, 4500) + actions(3000, 4000))
    expect(
      again,
      equals: (plays
        ? "0@1000 2@2500, start 1000, ended 5000" : "0@1000 2@2500, start 1000, gap 3000"))
  }

  @Test("A seek to a keyframe goes to the nearest start of a segment")
  func seekToKeyframe() throws {
    let session = try Self.play([
      UserAction(at: .milliseconds(1500), .seek(to: .milliseconds(4900), .keyframe))
    ])
    // Segment 2 from 2.5 s on.
    expect(Self.figures(session), equals: "0@1000 2@2500, start 1000, ended 4500")
  }

  @Test("A pause stops the playhead and not the loading; a rate moves the playhead")
  func pauseAndRate() throws {
    let paused = try Self.play([
      UserAction(at: .milliseconds(1500), .pause), UserAction(at: .milliseconds(3500), .play),
    ])
    expect(Self.figures(paused), equals: "0@1000 1@2000 2@3000, start 1000, ended 9000")
    // 6 s of media in 3 s; each segment is in time.
    let rate = try #require(PlaybackRate(thousandths: 2000))
    let fast = try Self.play([UserAction(at: .zero, .setRate(rate))])
    expect(Self.figures(fast), equals: "0@1000 1@2000 2@3000, start 1000, ended 4000")
  }

  @Test("A session ends at its limit, and where the link is dead")
  func ends() throws {
    try expect(
      Self.figures(Self.play(limit: .seconds(2))), equals: "0@1000 1@2000, start 1000, limit 2000")
    // Half of segment 1 is there; the first is played by 3 s.
    let dead = try Self.play(intervals: [(.milliseconds(1500), 8000), (.zero, 0)])
    expect(Self.figures(dead), equals: "0@1000, start 1000, stall 3000+, starved 3000")
    expect(dead.session.bytesDownloaded, equals: 1500)
  }

  private func actions(_ time: Int64, _ target: Int64) -> [UserAction] {
    [UserAction(at: .milliseconds(time), .seek(to: .milliseconds(target), .exact))]
  }
}

extension LadderTimelineTests {
  fileprivate static func play(_ actions: [UserAction]) throws -> LadderSession {
    try play(ScriptedRule(0), actions)
  }
}
