import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadReporting

@Suite struct `An action performed in a running simulation` {
  /// At an event, at a time in which nothing happens, after a number of steps, or at the end.
  private static func bring(
    _ simulation: inout Simulation, to session: Session, _ random: inout SplitMix64
  ) {
    switch random.int(0...4) {
    case 0 where !session.events.isEmpty:
      let event = session.events[random.int(0...session.events.count - 1)]
      simulation.run(until: event.wallTime)
    case 1:
      let length = min(session.elapsed, .seconds(1000))
      simulation.run(until: WallTime(nanoseconds: Int64(random.int(0...Int(length.nanoseconds)))))
    case 2: _ = simulation.run()
    case 3 where !session.ticks.isEmpty:
      simulation.run(until: session.ticks[random.int(0...session.ticks.count - 1)].wallTime)
    default:
      for _ in 0..<random.int(0...60) { _ = simulation.step() }
    }
  }

  @Test(arguments: Seeds.blocks(0..<3_000, of: 50, few: 100))
  func `is one of the scenario`(block: Range<UInt64>) throws {
    for seed in block {
      var choices = SplitMix64(seed: seed &* 3 + 2)
      var random = try RandomSession.connected(seed: seed)
      random.options.limit = try random.scenario.limit
      var simulation = try random.simulation()
      let original = try random.run()
      for round in 0..<choices.int(1...3) {
        if round == 0 { Self.bring(&simulation, to: original, &choices) }
        let action = SwitchedSession.action(&choices, of: simulation.presentation.duration)
        let now = simulation.player.wallTime
        let later = choices.chance(30) ? now + .milliseconds(Int64(choices.int(0...8)) * 250) : nil
        simulation.perform(action, at: later)
        random.actions.append(UserAction(at: later ?? now, action))
        if round == 0, choices.chance(50) { _ = simulation.step() }
      }
      expect(simulation.hasInterventions)
      let (found, expected) = (simulation.run(), try random.run())
      expect(differences(found, expected), equals: [], "seed \(seed)")
    }
  }

  private static func simulation(
    _ actions: [UserAction] = [], limit: WallTime? = nil
  ) throws -> Simulation {
    // A byte a millisecond, a second of media each half second; playback from 1 s to 9 s.
    Simulation(
      try Clip.frames(8, lasting: .seconds(1), of: 500).scenario(
        over: .byteAMillisecond(), BufferingPolicy(), do: actions, limit: limit,
        ticks: .milliseconds(500)))
  }

  @Test func `comes before the row of its instant, which is written once`() throws {
    var simulation = try Self.simulation()
    simulation.run(until: .seconds(3))
    expect(simulation.record.ticks.last?.rate, equals: .normal)
    simulation.perform(.pause)
    simulation.run(until: .seconds(3))
    let rows = simulation.record.ticks.filter { $0.wallTime == .seconds(3) }
    expect(rows.map(\.rate), equals: [.zero])
  }

  @Test func `comes after those of the scenario in its instant`() throws {
    var simulation = try Self.simulation([UserAction(at: .seconds(3), .pause)])
    simulation.run(until: .seconds(2))
    simulation.perform(.play, at: .seconds(3))
    expect(simulation.player.wallTime, equals: .seconds(3))
    expect(simulation.player.timeControlStatus, equals: .playing)
    expect(simulation.record.phases.paused, equals: .zero)
  }

  @Test func `lets a session go on that has ended`() throws {
    var simulation = try Self.simulation()
    expect(simulation.run().elapsed, equals: .seconds(9))
    // Everything is loaded, so that it plays on at once, a second later.
    simulation.perform(.seek(to: .seconds(5), .exact), at: .seconds(10))
    expect(simulation.endReason == nil)
    simulation.perform(.play)
    let session = simulation.run()
    expect(session.endReason == .ended && session.elapsed == .seconds(13))
    expect(session.phases.ended == .seconds(1) && session.phases.playing == .seconds(11))
    let ticks = (0...26).map { WallTime.milliseconds(500 * $0) }
    expect(session.ticks.map(\.wallTime), equals: ticks)
  }

  @Test func `is not performed beyond the limit`() throws {
    var simulation = try Self.simulation(limit: .seconds(4))
    simulation.perform(.pause, at: .seconds(4) + .resolution)
    let session = try #require(simulation.session)
    expect(session.endReason == .limit && session.elapsed == .seconds(4))
    expect(session.unperformedActions, equals: [UserAction(at: .seconds(4) + .resolution, .pause)])

    var punctual = try Self.simulation(limit: .seconds(4))
    punctual.perform(.pause, at: .seconds(4))
    expect(punctual.player.rate, equals: .zero)
    expect(punctual.run().unperformedActions.isEmpty)
  }

  @Test func `does not prolong a session that has ended before the limit`() throws {
    var simulation = try Self.simulation(limit: .seconds(12))
    let ended = simulation.run()
    expect(ended.endReason == .ended && ended.elapsed == .seconds(9))
    simulation.perform(.pause, at: .seconds(12) + .resolution)
    var expected = ended
    expected.unperformedActions = [UserAction(at: .seconds(12) + .resolution, .pause)]
    expect(simulation.session, equals: expected)
    // One at the limit does.
    simulation.perform(.seek(to: .seconds(4), .exact), at: .seconds(12))
    expect(simulation.run().elapsed, equals: .seconds(12))
  }
}

@Suite struct `A simulation that changes to another link` {
  /// What a session over two spliced links has to be compared by.
  private struct Changed {
    var found: Session
    var expected: Session
    var isFlowing: Bool
    var slack: ClosedRange<Int128>
  }

  private static func changed(_ seed: UInt64) throws -> Changed? {
    var choices = SplitMix64(seed: seed &* 5 + 3)
    var random = try RandomSession.connected(seed: seed)
    random.profile = try RandomSession(seed: seed).profile
    random.options.limit = min(try random.scenario.limit, .seconds(200))
    let other = try RandomSession(seed: seed &+ 10_000).profile
    let original = try random.run()
    let now = WallTime(nanoseconds: Int64(choices.int(0...Int(original.elapsed.nanoseconds))))
    // What is sent or done at the very instant comes before the change.
    guard now > .zero, now < original.elapsed,
      !original.events.contains(where: { $0.wallTime == now })
    else { return nil }

    var simulation = try random.simulation()
    simulation.run(until: now)
    let isFlowing = simulation.loader.isFlowing
    simulation.switchLink(to: NetworkLink(following: other))
    var found = simulation.run()
    let limit = try random.scenario.limit
    var spliced = random
    spliced.profile = try random.profile.followed(by: other, at: now, limit: limit)
    var expected = try spliced.run()
    if expected.elapsed < now {
      // Nothing is left to come over the other link: what was lived through until then stays.
      random.options.limit = now
      var lived = try random.run()
      lived.events = expected.events + lived.events.filter { $0.wallTime > expected.elapsed }
      lived.endReason = expected.endReason
      expected = lived
      // The other link may have another path at once.
      found.events.removeAll { $0.wallTime == now }
    }
    return Changed(
      found: found, expected: expected, isFlowing: isFlowing, slack: try slack(found, random))
  }

  /// By how much the integral may differ, which over a fluid link is not at all.
  ///
  /// Over others, media counts from the exact instant or from the nanosecond after, depending on
  /// the highest rate of the link, and a spliced link may have another.
  private static func slack(
    _ session: Session, _ random: RandomSession
  ) throws -> ClosedRange<Int128> {
    guard random.transport != .fluid else { return 0...0 }
    // Media is loaded again no more often than the playhead jumps.
    let times = 1 + session.seeks.count + random.repeats
    let most = 2000 * Int128(try random.presentation.duration.nanoseconds) * Int128(times)
    return -most...most
  }

  @Test(arguments: Seeds.blocks(0..<3_000, of: 50, few: 100))
  func `plays as over a link spliced of both`(block: Range<UInt64>) throws {
    for seed in block {
      guard let changed = try Self.changed(seed) else { continue }
      expect(
        differences(changed.found, changed.expected, slack: changed.slack), equals: [],
        "seed \(seed)")
    }
  }

  /// So that agreement means something.
  @Test(.enabled(if: Seeds.choice == .all)) func `does so in the middle of requests`() throws {
    let all = try (0..<300 as Range<UInt64>).compactMap { try Self.changed($0) }
    expect(all.count > 200 && all.count(where: \.isFlowing) > 50)
  }

  @Test func `goes on with the request in flight`() throws {
    // A byte a millisecond up to 2.25 s, then two; requests sent then would take 10 s more.
    var simulation = Simulation(
      try Clip.frames(8, lasting: .seconds(1), of: 1000).scenario(
        over: .byteAMillisecond(), BufferingPolicy()))
    simulation.run(until: .milliseconds(2250))
    let faster = try BandwidthProfile(
      name: "faster", rate: BitRate(bitsPerSecond: 16_000), latency: .seconds(10))
    simulation.switchLink(to: NetworkLink(following: faster))
    let session = simulation.run()
    // 5750 bytes are left at 2.25 s.
    expect(
      session.times { $0 == .loadingFinished }, equals: [.milliseconds(2250) + .milliseconds(2875)])
    expect(session.requestCount == 1 && session.bytesDownloaded == 8000)
  }

  @Test func `has the other latency for what is sent from then on`() throws {
    var simulation = Simulation(
      try Clip.frames(40, lasting: .seconds(1), of: 1000).scenario(
        over: .byteAMillisecond(), BufferingPolicy(readThrough: 0)))
    simulation.run(until: .milliseconds(2250))
    let slower = try BandwidthProfile.byteAMillisecond(latency: .milliseconds(700))
    simulation.switchLink(to: NetworkLink(following: slower))
    simulation.perform(.seek(to: .seconds(20), .exact))
    let session = simulation.run()
    // What the sender does not know of yet, 0.7 s of the link, is wasted; the wanted media follows.
    expect(session.bytesWasted, equals: 700)
    expect(session.seeks.map(\.latency), equals: [.milliseconds(1700)])
  }

  @Test func `tells what a dropped request wastes over both links`() throws {
    var simulation = Simulation(
      try Clip.frames(40, lasting: .seconds(1), of: 1000).scenario(
        over: .byteAMillisecond(latency: .milliseconds(700)), BufferingPolicy(readThrough: 0)))
    func wasted(_ session: PlaybackRecord) -> [Int64] {
      session.events.compactMap { event in
        guard case .requestDropped(_, let bytes) = event.kind else { return nil }
        return bytes
      }
    }
    simulation.run(until: .milliseconds(2250))
    simulation.perform(.seek(to: .seconds(20), .exact))
    simulation.run(until: .milliseconds(2450))
    expect(wasted(simulation.record), equals: [700])
    simulation.switchLink(to: NetworkLink(following: try .steps([(1000, 2)])))
    // The sender hears of it at 2.95 s: 0.2 s at a byte a millisecond, and 0.5 s at two.
    expect(wasted(simulation.record), equals: [1200])
    let session = simulation.run()
    expect(session.bytesWasted == 1200 && session.requests[0].bytesWasted == 1200)
    // The first byte of the request already sent comes at the other rate as well.
    expect(session.requests[1].sent, equals: .milliseconds(2250))
    expect(session.requests[1].firstByte, equals: WallTime(nanoseconds: 2_950_500_000))
  }

  @Test func `does not end before the change though nothing is left to come`() throws {
    var simulation = Simulation(
      try Clip.frames(4, lasting: .seconds(1), of: 1000).scenario(
        over: .byteAMillisecond(), BufferingPolicy()))
    simulation.run(until: .milliseconds(500))
    simulation.switchLink(to: NetworkLink(following: try .steps([(1000, 0)])))
    let session = simulation.run()
    expect(session.endReason == .starved && session.elapsed == .milliseconds(500))
    expect(session.bytesDownloaded, equals: 500)
  }

  @Test func `leaves a session ended that has played to its end`() throws {
    var simulation = Simulation(
      try Clip.frames(4, lasting: .seconds(1), of: 1000).scenario(
        over: .byteAMillisecond(), BufferingPolicy(), ticks: .milliseconds(300)))
    let ended = simulation.run()
    expect(ended.endReason == .ended && ended.elapsed == .seconds(6))
    simulation.switchLink(
      to: NetworkLink(following: try .expensive(from: 0, until: 9000, latency: .zero)))
    expect(simulation.session, equals: ended)
    // What is done later knows the other path.
    simulation.perform(.seek(to: .zero, .exact), at: .seconds(7))
    expect(simulation.player.path, equals: .expensive)
  }

  @Test func `goes on where the link was dead`() throws {
    let dying = try BandwidthProfile.steps([(1500, 1), (1000, 0)])
    var simulation = Simulation(
      try Clip.frames(4, lasting: .seconds(1), of: 1000).scenario(over: dying, BufferingPolicy()))
    expect(simulation.run().endReason, equals: .starved)
    expect(simulation.player.wallTime, equals: .seconds(1))
    simulation.switchLink(to: NetworkLink(following: try .byteAMillisecond()))
    let session = simulation.run()
    expect(session.endReason == .ended && session.startup == .seconds(2))
  }

  @Test func `knows the path of the other link at once`() throws {
    let metered = try BandwidthProfile(
      name: "metered",
      intervals: [
        .init(
          duration: .seconds(1), rate: BitRate(bitsPerSecond: 80_000), path: .expensive)
      ], afterwards: .holdsLast)
    var parameters = BufferingPolicy.Parameters()
    parameters.expensive.peakBitRate = BitRate(bitsPerSecond: 4000)
    var simulation = Simulation(
      try Clip.frames(4, lasting: .seconds(1), of: 1000).scenario(
        over: .byteAMillisecond(), BufferingPolicy(parameters)))
    simulation.run(until: .seconds(2))
    simulation.switchLink(to: NetworkLink(following: metered))
    simulation.run(until: .seconds(2))
    expect(simulation.player.path, equals: .expensive)
    // The policy allows half a byte a millisecond: 2000 bytes take 4 s.
    expect(simulation.run().times { $0 == .loadingFinished }, equals: [.seconds(6)])
  }

  @Test func `may do so several times`() throws {
    var simulation = Simulation(
      try Clip.frames(8, lasting: .seconds(1), of: 1000).scenario(
        over: .byteAMillisecond(), BufferingPolicy()))
    for (number, rate) in [2, 4, 1].enumerated() {
      simulation.run(until: .seconds(Int64(number) + 1))
      simulation.switchLink(
        to: NetworkLink(following: try .steps([(1000, Int64(rate))])))
    }
    // 1000 + 2000 + 4000 bytes in three seconds, and the last 1000 in a fourth.
    expect(simulation.run().times { $0 == .loadingFinished }, equals: [.seconds(4)])
  }
}
