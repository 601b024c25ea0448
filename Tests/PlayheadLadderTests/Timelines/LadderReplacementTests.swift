import Expectations
import PlayheadKit
import PlayheadLadder
import PlayheadReporting
import Testing

/// Sessions with replacements and freezes, small enough to be worked out by hand.
///
/// The ladder has six segments of 2 s. Over 16 kbit/s, which are 2000 bytes a second, those of
/// level 0 take 0.5 s each, those of level 1 take 1.5 s each. Playback starts with the first
/// segment, at 0.5 s.
@Suite("Replaced media")
struct LadderReplacementTests {
  private static func lane(_ kind: LadderLane.Kind, _ bytes: [Int64]) -> LadderLane {
    LadderLane(
      kind,
      levels: bytes.enumerated().map { number, bytes in
        Level(
          name: "\(number)", bitRate: BitRate(bitsPerSecond: 1000 * (1 + 2 * Int64(number))),
          segments: (0..<6).map {
            LadderSegment(
              LadderResource("\($0)", bytes: bytes),
              declared: TimeRange(start: .seconds(2 * $0), end: .seconds(2 * $0 + 2)))
          })
      })
  }

  private static let ladder = Ladder(format: .sizes, lanes: [lane(.muxed, [1000, 3000])])

  private static func play(
    _ ladder: Ladder, _ rule: ScriptedRule, _ actions: [UserAction] = [], rate: Int64 = 16_000,
    grace: WallTime = .zero, _ change: (inout LadderLoading) -> Void
  ) throws -> LadderSession {
    var player = LadderPlayer.basic
    var parameters = try BufferingPolicy(
      startupThreshold: .resolution, resumeThreshold: .resolution, highWatermark: nil
    ).parameters
    parameters.tracks.videoGrace = grace
    player.policy = try BufferingPolicy(parameters)
    change(&player.loading)
    let profile = try BandwidthProfile(
      name: "link",
      intervals: [.init(duration: .zero, rate: BitRate(bitsPerSecond: rate), latency: .zero)],
      afterwards: .holdsLast)
    var simulation = LadderSimulation(
      LadderScenario(
        ladder, over: NetworkLink(following: profile), player: player, rule: rule, actions: actions,
        options: SessionOptions(tickInterval: nil)))
    return simulation.run()
  }

  /// Level and number of each segment, and when it is complete in milliseconds; a star at one that
  /// replaces others.
  private static func text(_ session: LadderSession) -> String {
    session.segments.map {
      "\($0.level)/\($0.segment)@\($0.wallTime.nanoseconds / 1_000_000)\($0.isReplacement ? "*" : "")"
    }.joined(separator: " ")
  }

  @Test("A switch up goes back to the segment at the playhead, and replaces all that follows")
  func switchUp() throws {
    // With three segments in at 1.5 s, the playhead is at 1 s.
    let session = try Self.play(Self.ladder, ScriptedRule(0, 0, 0, 1, 1, 1, 1, 1, 1)) {
      $0.replacement = .fromPlayhead
    }
    expect(
      Self.text(session),
      equals: "0/0@500 0/1@1000 0/2@1500 1/0@3000* 1/1@4500* 1/2@6000* 1/3@7500 1/4@9000 1/5@10500")
    expect(session.decisions.map(\.segment), equals: [0, 1, 2, 0, 1, 2, 3, 4, 5])
    // Level 1 of segment 0 comes with the playhead at 2.5 s, too late; of segment 1 at 4 s, as it
    // ends; of segment 2 at 5.5 s, for half a second.
    let summary = LadderSummary(session, of: Self.ladder)
    expect(summary.timeAtLevel, equals: [.milliseconds(5500), .milliseconds(6500)])
    expect(summary.bytes.wasted, equals: 6000)
    expect(summary.switches.count, equals: 1)
    // (5.5 × 1000 + 6.5 × 3000) ÷ 12.
    expect(summary.meanPlayedBitRate, equals: BitRate(bitsPerSecond: 2083))
    expect(summary.meanBitRate, equals: BitRate(bitsPerSecond: 2083))
    // 2.75 segments of 0.001 Mbit/s, 3.25 of 0.003, a switch of 0.002, a stall of 1 s before
    // segment 3.
    expect(abs(summary.scores.linear - (0.0105 - 4.3)) < 1e-12)
    let shown = session.shownSegments(lane: 0).map { "\($0.segment.level)/\($0.segment.segment)" }
    expect(shown, equals: ["0/0", "0/1", "0/2", "1/2", "1/3", "1/4", "1/5"])
  }

  @Test("A switch to a level that is no higher than what plays replaces nothing")
  func switchDown() throws {
    let session = try Self.play(Self.ladder, ScriptedRule(1, 1, 0, 1, 1, 1)) {
      $0.replacement = .fromPlayhead
    }
    // At the switch up, at 3.5 s, the playhead is at 2 s, in a segment of level 1.
    expect(Self.text(session), equals: "1/0@1500 1/1@3000 0/2@3500 1/3@5000 1/4@6500 1/5@8000")
  }

  // MARK: At the end of what is loaded

  /// The same ladder, the sound of whose segments ends 0.1 s before their pictures; with playlists,
  /// each of which takes 0.05 s.
  private static func early(hasPlaylists: Bool = false) -> Ladder {
    let levels = ladder.lanes[0].levels.map { level in
      Level(
        name: level.name, bitRate: level.bitRate,
        playlist: hasPlaylists ? LadderResource("list \(level.name)", bytes: 100) : nil,
        segments: level.segments.map {
          LadderSegment(
            $0.resource, declared: $0.declared,
            measured: TimeRange(
              start: $0.declared.start, end: $0.declared.end - .milliseconds(100)))
        })
    }
    return Ladder(format: .sizes, lanes: [LadderLane(.muxed, levels: levels)])
  }

  /// Level and number of each segment that is loaded, with a star at one that replaces others.
  private static func loaded(
    _ levels: [Int], hasPlaylists: Bool = false, tolerance: MediaTime = .milliseconds(250)
  ) throws -> String {
    let rule = ScriptedRule(
      [Script(choices: levels.map { (level: $0, delay: .zero) })], kinds: [.muxed])
    let session = try play(early(hasPlaylists: hasPlaylists), rule) {
      $0.replacement = .atEnd(tolerance: tolerance)
    }
    return session.segments.map { "\($0.level)/\($0.segment)\($0.isReplacement ? "*" : "")" }
      .joined(separator: " ")
  }

  /// Of segments 0 to 5, a search looks at 2, then at 0 and 1 or at 4 and 3 or 5.
  @Test(
    "A switch loads the last segment again where the search meets that before the next",
    arguments: [
      ([1, 0, 0], "1/0 0/0* 0/1"), ([0, 1, 1], "0/0 1/1 1/2"), ([0, 0, 1], "0/0 0/1 1/2"),
      ([0, 0, 0, 1, 1], "0/0 0/1 0/2 1/2* 1/3"), ([0, 0, 0, 0, 1], "0/0 0/1 0/2 0/3 1/4"),
      ([0, 0, 0, 0, 0, 1], "0/0 0/1 0/2 0/3 0/4 1/4*"),
    ])
  func search(levels: [Int], loaded: String) throws {
    try expect(Self.loaded(levels + [levels.last ?? 0]).hasPrefix(loaded))
  }

  @Test(
    "A level whose playlist is not there, or a tolerance too small, has the last segment again",
    arguments: [(true, 250, true), (false, 100, false), (false, 99, true), (false, 0, true)])
  func tolerance(hasPlaylists: Bool, milliseconds: Int64, isAgain: Bool) throws {
    let loaded = try Self.loaded(
      [0, 0, 1, 1, 1], hasPlaylists: hasPlaylists, tolerance: .milliseconds(milliseconds))
    expect(loaded.hasPrefix(isAgain ? "0/0 0/1 1/1* 1/2" : "0/0 0/1 1/2 1/3"))
  }

  @Test("A switch up after the first segment goes on, a switch down has it again")
  func firstSegment() throws {
    try expect(Self.loaded([0, 1, 1], hasPlaylists: true).hasPrefix("0/0 1/1 1/2"))
    try expect(Self.loaded([1, 0, 0], hasPlaylists: true).hasPrefix("1/0 0/0* 0/1"))
  }

  @Test("Times of a level follow from its segment that was loaded last")
  func knownTimes() throws {
    // Level 1's segment 1 then begins at 1.9 s, and segment 2 ends at 5.9 s, as what is loaded
    // does.
    try expect(Self.loaded([1, 0, 0, 0, 1, 1]).hasPrefix("1/0 0/0* 0/1 0/2 1/3"))
    try expect(Self.loaded([0, 0, 0, 1, 1]).hasPrefix("0/0 0/1 0/2 1/2* 1/3"))
  }

  @Test("The segment at the end of the presentation is not loaded again")
  func lastSegment() throws {
    try expect(
      Self.loaded([0, 0, 0, 0, 0, 0, 1]), equals: "0/0 0/1 0/2 0/3 0/4 0/5")
  }

  @Test("A seek ends a replacement")
  func seek() throws {
    // At 2 s the playhead is at 1.5 s, and segment 0 is on its way again.
    let session = try Self.play(
      Self.ladder, ScriptedRule(0, 0, 0, 1),
      [UserAction(at: .seconds(2), .seek(to: .seconds(3), .exact))]
    ) { $0.replacement = .fromPlayhead }
    expect(Self.text(session).hasPrefix("0/0@500 0/1@1000 0/2@1500 0/3@2500"))
    expect(session.requests[3].request.endReason, equals: .droppedBySeek)
  }

  @Test("What is on its way to replace media is kept where a seek needs it")
  func seekBack() throws {
    // At 2 s, 1.5 s are played and dropped; segment 0 is on its way again, and 6 s are loaded.
    let session = try Self.play(
      Self.ladder, ScriptedRule(0, 0, 0, 1, 0),
      [UserAction(at: .seconds(2), .seek(to: .zero, .exact))]
    ) {
      $0.replacement = .fromPlayhead
      $0.backBuffer = .zero
    }
    expect(Self.text(session).hasPrefix("0/0@500 0/1@1000 0/2@1500 1/0@3000 0/3@3500 "))
  }

  @Test("Media played before a replacement and again after it counts at both levels")
  func playedTwice() throws {
    // Segments 0 to 2 are in at 1.5 s, replaced from the playhead at 1 s on by 6 s; back to 4 s at
    // 7 s.
    let session = try Self.play(
      Self.ladder, ScriptedRule(0, 0, 0, 1, 1, 1, 1, 1, 1),
      [UserAction(at: .seconds(7), .seek(to: .seconds(4), .exact))]
    ) { $0.replacement = .fromPlayhead }
    // 0 to 5.5 s of level 0 and up to 6 s, where it stalls, of level 1; then 4 to 12 s of level 1.
    let summary = LadderSummary(session, of: Self.ladder)
    expect(summary.timeAtLevel, equals: [.milliseconds(5500), .milliseconds(8500)])
  }

  @Test("The level of what plays is that of what was loaded by then")
  func course() throws {
    let session = try Self.play(Self.ladder, ScriptedRule(0, 0, 0, 1, 1, 1, 1, 1, 1)) {
      $0.replacement = .fromPlayhead
    }
    let course = LevelCourse(session, lane: 0, duration: .seconds(12))
    let level = { course.level(at: .milliseconds($0), by: .milliseconds($1)) }
    expect([level(5700, 5999), level(5700, 6000), level(5400, 6000)], equals: [0, 1, 0])
  }

  @Test("A player that looks after a switch waits for room by the goal of the new level")
  func looksAfterSwitch() throws {
    // Level 1 has room for 8 s, level 0 for 4 s. At 4.5 s three segments are in and 3 s played.
    let goal = BufferGoal(.seconds(4), atTopLevel: .seconds(8), includesNextSegment: true)
    let sent = try [false, true].map { looks in
      let session = try Self.play(Self.ladder, ScriptedRule(1, 1, 1, 0), rate: 32_000) {
        $0.goal = goal
        $0.looksAfterSwitch = looks
      }
      return session.requests[3].request.sent
    }
    // At 2.25 s, of 6 s loaded 1.5 s are played: 4.5 s and 2 s fit below 8 s; below 4 s at 4.75 s.
    expect(sent, equals: [.milliseconds(2250), .milliseconds(4750)])
  }

  @Test("A player is busy with what has come before it asks for more")
  func processing() throws {
    let session = try Self.play(Self.ladder, ScriptedRule(0)) {
      $0.processing = ProcessingTimes(segment: .milliseconds(100))
    }
    expect(
      session.requests.prefix(3).map(\.request.sent),
      equals: [
        .zero, .milliseconds(600), .milliseconds(1200),
      ])
  }

  /// Over 1000 bytes a second, audio is in at once and a segment of video each 3 s, the first at
  /// 3.006 s: the picture freezes at 5.006 s for a second, and with stalls between at the end of
  /// each segment.
  @Test(
    "Sound plays on for a while without new pictures",
    arguments: [
      (0, [5006, 8006, 11_006, 14_006, 17_006], 20_006, 0),
      (999, [6005, 8006, 11_006, 14_006, 17_006], 19_007, 4995),
      // Video that comes as the grace ends is in time.
      (1000, [8006, 11_006, 14_006, 17_006], 19_006, 5000),
      (3000, [10_006, 16_006], 19_006, 7000),
    ] as [(Int64, [Int64], Int64, Int64)])
  func freezes(grace: Int64, stalls: [Int64], end: Int64, frozen: Int64) throws {
    let apart = Ladder(format: .sizes, lanes: [Self.lane(.video, [3000]), Self.lane(.audio, [1])])
    let session = try Self.play(
      apart, ScriptedRule([], kinds: []), rate: 8000, grace: .milliseconds(grace)
    ) { _ in }
    let begun = session.session.stalls.map { $0.start.nanoseconds / 1_000_000 }
    expect(begun, equals: stalls)
    expect(session.session.elapsed, equals: .milliseconds(end))
    expect(session.session.phases.frozen, equals: .milliseconds(frozen))
  }

  @Test("Audio follows the video that is loaded, as far as its goal, but one segment at least")
  func audioGoal() throws {
    // Over 1000 bytes a second, a segment of video takes 2 s, one of audio 0.2 s.
    let apart = Ladder(
      format: .sizes, lanes: [Self.lane(.video, [2000]), Self.lane(.audio, [200])])
    let session = try Self.play(apart, ScriptedRule([], kinds: []), rate: 8000) {
      $0.audioGoal = .seconds(1)
    }
    // The first is in at 0.4 s; each other is asked for as another 2 s of video are in, which drain
    // until the next are.
    let audio = session.requests.filter { $0.subject.lane == 1 }.map(\.request.sent)
    expect(audio, equals: [0, 2200, 4400, 6600, 8800, 11_000].map { .milliseconds($0) })
  }
}
