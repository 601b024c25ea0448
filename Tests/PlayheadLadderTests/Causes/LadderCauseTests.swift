import Expectations
import PlayheadKit
import PlayheadLadder
import Testing

/// Over 8 kbit/s, a segment of 1000 bytes takes 1 s.
///
/// The player starts and resumes with any media.
@Suite("The causes of waits on ladders")
struct LadderCauseTests {
  /// Levels of segments of 2 s and of these sizes; each declares the bit rate given.
  private func scenario(
    _ levels: [(declared: Int64, bytes: [Int64])], _ rule: any AdaptationRule,
    over intervals: [(length: WallTime, rate: Int64)] = [(.seconds(1), 8000)],
    latency: WallTime = .zero, goal: MediaTime = .seconds(30)
  ) throws -> LadderScenario {
    let ladder = Ladder(
      format: .sizes,
      lanes: [
        LadderLane(
          .muxed,
          levels: levels.map { level in
            Level(
              name: "\(level.declared)", bitRate: BitRate(bitsPerSecond: level.declared),
              segments: level.bytes.enumerated().map { number, bytes in
                LadderSegment(
                  LadderResource("\(number)", bytes: bytes),
                  declared: TimeRange(
                    start: .seconds(Int64(2 * number)), end: .seconds(Int64(2 * number + 2))))
              })
          })
      ])
    var player = LadderPlayer.basic
    player.policy = try BufferingPolicy(
      startupThreshold: .resolution, resumeThreshold: .resolution, highWatermark: nil)
    player.loading.goal = BufferGoal(goal)
    let profile = try BandwidthProfile(
      name: "link",
      intervals: intervals.map {
        .init(duration: $0.length, rate: BitRate(bitsPerSecond: $0.rate), latency: latency)
      }, afterwards: .holdsLast)
    return LadderScenario(ladder, over: NetworkLink(following: profile), player: player, rule: rule)
  }

  private func play(_ scenario: LadderScenario) -> LadderSession {
    var simulation = LadderSimulation(scenario)
    return simulation.run()
  }

  private func causes(_ scenario: LadderScenario) -> SessionCauses {
    SessionCauses(of: play(scenario), in: scenario)
  }

  private func level(_ number: Int, _ rate: Int64) -> WaitCause.Facts.LevelRate {
    WaitCause.Facts.LevelRate(level: number, rate: BitRate(bitsPerSecond: rate))
  }

  @Test("are none where every segment is in time, and nothing would make it start earlier")
  func none() throws {
    let scenario = try scenario([(4000, [1000, 1000, 1000])], FixedRule(level: 0))
    expect(play(scenario).session.stalls.isEmpty)
    expect(causes(scenario).isEmpty)
  }

  @Test("are the level of the one segment that comes too late, where a lower one is in time")
  func levelOfOneSegment() throws {
    // The second segment takes 3 s from 1 s on, and is due at 3 s.
    let scenario = try scenario(
      [(4000, [1000, 1000, 1000]), (12_000, [3000, 3000, 3000])], ScriptedRule(0, 1, 0))
    let cause = try #require(causes(scenario).stalls[1])
    expect(
      cause.parts.map(\.facts),
      equals: [
        .levels(segments: 1...1, highest: level(1, 12_000), better: level(0, 4000))
      ])
    expect(cause.kind, equals: .level)
    expect(cause.saves, equals: .finite(.seconds(1)))
    expect(cause.sessionSaves, equals: .finite(.seconds(1)))
  }

  @Test("name the highest level that is in time")
  func highestLevel() throws {
    // 2000 bytes are there after 1 + 2 s, which is when they are due.
    let scenario = try scenario(
      [
        (4000, [1000, 1000, 1000]), (6000, [1500, 1500, 1500]), (8000, [2000, 2000, 2000]),
        (16_000, [4000, 4000, 4000]),
      ], ScriptedRule(0, 3, 0))
    let cause = try #require(causes(scenario).stalls[1])
    expect(
      cause.parts.map(\.facts),
      equals: [
        .levels(segments: 1...1, highest: level(3, 16_000), better: level(2, 8000))
      ])
  }

  @Test("are the size of a segment where it would be in time at its level's mean rate")
  func segmentPeak() throws {
    // 5000 bytes in 6 s are 6666 bit/s. At 1666 or 1667 bytes a segment, each is in time.
    let scenario = try scenario([(12_000, [1000, 3000, 1000])], FixedRule(level: 0))
    let cause = try #require(causes(scenario).stalls[1])
    expect(
      cause.parts.map(\.facts),
      equals: [
        .segmentPeak(
          segments: 1...1, range: TimeRange(start: .seconds(2), end: .seconds(4)),
          rate: BitRate(bitsPerSecond: 12_000), mean: BitRate(bitsPerSecond: 6666))
      ])
    // It starts with 1666 bytes after 1.666 s instead of 1 s, and does not stall for 1 s.
    expect(cause.saves, equals: .finite(.seconds(1)))
    expect(cause.sessionSaves, equals: .finite(.milliseconds(334)))
  }

  /// Takes the highest level that declares no more than 5000 bit/s.
  private struct Trusting: AdaptationRule {
    mutating func decide(_ observation: Observation) -> Decision {
      let level = observation.levels.lastIndex { $0.bitRate.bitsPerSecond <= 5000 } ?? 0
      return Decision(level: observation.segmentsSinceJump == 0 ? 0 : level, reason: "declared")
    }
  }

  @Test("are a declared rate that a rule trusts")
  func declaredRate() throws {
    let scenario = try scenario(
      [(4000, [1000, 1000, 1000]), (5000, [3000, 3000, 3000])], Trusting())
    let session = play(scenario)
    expect(session.session.stalls.count, equals: 2)
    let causes = causes(scenario)
    for number in 1...2 {
      expect(
        causes.stalls[number]?.parts.map(\.facts),
        equals: [
          .declaredRate(
            level: 1, declared: BitRate(bitsPerSecond: 5000),
            measured: BitRate(bitsPerSecond: 12_000))
        ])
    }
  }

  @Test("are a dip of the link where the lowest level plays")
  func dip() throws {
    // From 2 to 7 s nothing comes, of which 3 s are played from what there is: 2 segments from 1 s
    // on.
    let scenario = try scenario(
      [(4000, [1000, 1000, 1000, 1000])], FixedRule(level: 0),
      over: [(.seconds(2), 8000), (.seconds(5), 0), (.seconds(20), 8000)])
    let session = play(scenario).session
    expect(session.stalls.map(\.start), equals: [.seconds(5)])
    let cause = try #require(causes(scenario).stalls[1])
    guard case .dip(let start, let end, let rate, _) = cause.parts[0].facts else {
      Issue.record("\(cause)")
      return
    }
    expect(start, equals: .seconds(2))
    expect(end, equals: .seconds(7))
    expect(rate, equals: .zero)
    expect(cause.saves, equals: .finite(.seconds(3)))
  }

  @Test("are the link's rate where it is below the lowest level throughout, to a thousandth")
  func bandwidth() throws {
    // At r bytes a second segment k is there after 1000 (k + 1)/r, and due 2k s after the first:
    // all are from 500 bytes a second on, or 4000 bit/s.
    let scenario = try scenario(
      [(4000, [1000, 1000, 1000])], FixedRule(level: 0), over: [(.seconds(1), 3200)])
    let session = play(scenario).session
    expect(session.stalls.map(\.duration), equals: [.milliseconds(500), .milliseconds(500)])
    let causes = causes(scenario)
    for number in 1...2 {
      expect(
        causes.stalls[number]?.parts.map(\.facts),
        equals: [
          .bandwidth(mean: BitRate(bitsPerSecond: 3200), needed: BitRate(bitsPerSecond: 4000))
        ])
    }
  }

  @Test("are the latency where each segment pays for it")
  func latency() throws {
    // Each segment takes 1.5 s of latency and 1 s; without it they take 1 s.
    let scenario = try scenario(
      [(4000, [1000, 1000, 1000])], FixedRule(level: 0), latency: .milliseconds(1500))
    let session = play(scenario).session
    expect(session.stalls.map(\.duration), equals: [.milliseconds(500), .milliseconds(500)])
    let causes = causes(scenario)
    expect(
      causes.stalls[2]?.parts.map(\.facts),
      equals: [
        .latency(longest: .milliseconds(1500), requests: 3)
      ])
    expect(causes.startup?.kind, equals: .latency)
    expect(causes.startup?.saves, equals: .finite(.milliseconds(1500)))
  }

  @Test("are the first level where a lower one starts earlier")
  func startup() throws {
    let scenario = try scenario(
      [(4000, [1000, 1000]), (16_000, [4000, 4000])], ScriptedRule(1, 0))
    let cause = try #require(causes(scenario).startup)
    expect(
      cause.parts.map(\.facts),
      equals: [
        .levels(segments: 0...0, highest: level(1, 16_000), better: level(0, 4000))
      ])
    expect(cause.saves, equals: .finite(.seconds(3)))
  }

  @Test(
    "are told of a startup that a change shortens by 100 ms, and of none less",
    arguments: [(100, true), (101, false)] as [(Int64, Bool)])
  func shortestStartup(lowest: Int64, isTold: Bool) throws {
    // The first segment takes 200 ms at level 1.
    let scenario = try scenario(
      [(4000, [lowest, lowest]), (16_000, [200, 200])], ScriptedRule(1, 0))
    expect((causes(scenario).startup != nil), equals: isTold)
  }

  /// Ten segments, of which the player loads no more than 2 s ahead, and a seek at 2.5 s, as
  /// nothing is in flight, to the sixth.
  private func seeking(
    _ levels: [(declared: Int64, bytes: Int64)], _ rule: any AdaptationRule
  ) throws -> LadderScenario {
    var scenario = try scenario(
      levels.map { ($0.declared, [Int64](repeating: $0.bytes, count: 10)) }, rule,
      goal: .seconds(2))
    scenario.actions = [UserAction(at: .milliseconds(2500), .seek(to: .seconds(10), .exact))]
    return scenario
  }

  @Test(
    "are told of seeks of a second, and of none shorter",
    arguments: [(1000, true), (999, false)] as [(Int64, Bool)])
  func shortestSeek(bytes: Int64, isTold: Bool) throws {
    let scenario = try seeking([(4000, bytes)], FixedRule(level: 0))
    let seek = try #require(play(scenario).session.seeks.first)
    expect(seek.latency, equals: .milliseconds(bytes))
    expect((causes(scenario).seeks[1] != nil), equals: isTold)
  }

  @Test(
    "are the level of a seek's segment where a lower one saves half of it",
    arguments: [(1000, WaitCause.Kind.level), (1001, .seek)] as [(Int64, WaitCause.Kind)])
  func halfOfASeek(lowest: Int64, kind: WaitCause.Kind) throws {
    let scenario = try seeking(
      [(4000, lowest), (8000, 2000)], ScriptedRule(0, 0, 1, 1, 1, 1, 1))
    let seek = try #require(play(scenario).session.seeks.first)
    expect(seek.latency, equals: .seconds(2))
    expect(causes(scenario).seeks[1]?.kind, equals: kind)
  }

  @Test(
    "hold what they promise: the session with the change has no stall there, and waits so much less",
    arguments: Seeds.blocks(0..<2000, of: 50, few: 100))
  func promises(_ seeds: Range<UInt64>) throws {
    var kept = 0
    for seed in seeds {
      let scenario = try RandomLadderSession(seed: seed).scenario
      let session = play(scenario)
      let causes = SessionCauses(of: session, in: scenario)
      for (number, cause) in causes.stalls {
        let changed = try #require(
          cause.parts.reduce(scenario) { scenario, part in
            scenario.flatMap { part.change.applied(to: $0) }
          }, "seed \(seed)")
        let after = play(changed).session
        let stall = session.session.stalls[number - 1]
        let others = session.session.stalls.map(\.mediaTime)
        let lower = others.last { $0 < stall.mediaTime } ?? MediaTime(nanoseconds: -1)
        let upper = others.first { $0 > stall.mediaTime } ?? .bound
        let inside = after.stalls.filter { $0.mediaTime > lower && $0.mediaTime < upper }
        // Stalls at the same media time, with nothing played between them, can only be counted.
        let former = others.count { $0 == stall.mediaTime }
        expect(inside.count < former, "seed \(seed), stall \(number), \(cause)")
        expect(cause.saves.time, equals: stall.duration, "seed \(seed), stall \(number)")
        guard session.session.openWait == nil, after.openWait == nil,
          session.session.startup != nil, after.startup != nil
        else { continue }
        let (old, new) = (session.session.phases, after.phases)
        let saved = old.startup + old.stalled - new.startup - new.stalled
        expect(
          cause.sessionSaves, equals: .finite(saved), "seed \(seed), stall \(number), \(cause)")
        expect(saved > .zero, "seed \(seed), stall \(number), \(cause)")
        kept += 1
      }
    }
    expect(kept > 5)
  }
}
