import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadReporting

@Suite struct `A copy of a running simulation` {
  /// Seeds and how many steps into the session the copy is made.
  private static func copies(
    _ block: Range<UInt64>,
    _ body: (_ random: RandomSession, _ original: Simulation, _ seed: UInt64) throws -> Void
  ) throws {
    for seed in block {
      var choices = SplitMix64(seed: seed &* 7 + 1)
      let random = try RandomSession.connected(seed: seed)
      var simulation = try random.simulation()
      for _ in 0..<choices.int(0...choices.pick(3, 30, 300)) { _ = simulation.step() }
      try body(random, simulation, seed)
    }
  }

  @Test(arguments: Seeds.blocks(0..<2_000, of: 50, few: 100))
  func `ends as the original does, whichever runs first`(block: Range<UInt64>) throws {
    try Self.copies(block) { random, original, seed in
      let expected = try random.run()
      var (original, fork) = (original, original)
      let record = original.record
      expect(fork.run(), equals: expected, "seed \(seed)")
      // The original is where it was.
      expect(original.record, equals: record, "seed \(seed)")
      expect(original.run(), equals: expected, "seed \(seed)")
    }
  }

  @Test(arguments: Seeds.blocks(0..<2_000, of: 50, few: 100))
  func `does not notice what is done to the original`(block: Range<UInt64>) throws {
    try Self.copies(block) { random, original, seed in
      let expected = try random.run()
      var disturbed = original
      var fork = original
      let other = NetworkLink(following: try .byteAMillisecond(latency: .milliseconds(300)))
      // In turns, step by step.
      for step in 0..<40 {
        if step == 3 { disturbed.perform(.seek(to: .milliseconds(1100), .exact)) }
        if step == 7 { disturbed.switchLink(to: other) }
        if step == 11 { disturbed.perform(.setRate(.zero)) }
        _ = disturbed.step()
        _ = fork.step()
      }
      _ = disturbed.run()
      expect(fork.run(), equals: expected, "seed \(seed)")
      expect(disturbed.hasInterventions && !fork.hasInterventions)
    }
  }

  /// So that agreement means something.
  @Test(.enabled(if: Seeds.choice == .all)) func `is made in the middle of everything`() throws {
    var (requests, estimates, stalls, full, waste) = (0, 0, 0, 0, 0)
    try Self.copies(0..<400) { _, simulation, _ in
      let player = simulation.player
      if let request = simulation.loader.channel.request, request.isFlowing,
        request.position(at: player.wallTime) > request.start,
        request.position(at: player.wallTime) < request.end
      {
        requests += 1
      }
      if player.throughput?.estimate != nil { estimates += 1 }
      if player.isInStall { stalls += 1 }
      if player.isPlaybackBufferFull { full += 1 }
      if simulation.loader.channel.waste.end > player.wallTime { waste += 1 }
    }
    expect([requests, estimates, stalls, full, waste].allSatisfy { $0 > 3 })
  }

  @Test(arguments: Seeds.some(Array(0..<100 as Range<UInt64>), oneIn: 2))
  func `has the same changes and observed times ahead`(seed: UInt64) async throws {
    var choices = SplitMix64(seed: seed)
    var simulation = try RandomSession(seed: seed).simulation()
    for _ in 0..<choices.int(1...40) { _ = simulation.step() }
    func observed(_ simulation: Simulation) async -> [ObservedTime] {
      var observer = PeriodicTimeObserver(interval: .milliseconds(700))
      var before = simulation.player
      var times: [ObservedTime] = []
      for await change in PlaybackChanges(simulation) {
        var transitions = Transitions()
        transitions.insert(change.transition)
        times += observer.times(from: before, to: change.player, transitions)
        before = change.player
      }
      return times
    }
    let fork = simulation
    let expected = await observed(simulation)
    _ = simulation.run()
    await expect(observed(fork), equals: expected)
  }
}

@Suite struct `A running simulation` {
  @Test(arguments: Seeds.some(Array(0..<100 as Range<UInt64>), oneIn: 2))
  func `has a record at each step, and a session only when it has ended`(seed: UInt64) throws {
    var simulation = try RandomSession(seed: seed).simulation()
    var elapsed = WallTime.zero
    while simulation.step() {
      expect(simulation.session == nil && simulation.endReason == nil)
      let record = simulation.record
      expect(record.elapsed >= elapsed && record.elapsed == simulation.player.wallTime)
      expect(record.events, equals: simulation.events)
      elapsed = record.elapsed
    }
    let session = try #require(simulation.session)
    expect(session.record == simulation.record && session.endReason == simulation.endReason)
    expect(simulation.run(), equals: session)
  }

  @Test(arguments: Seeds.blocks(0..<2_000, of: 50, few: 100))
  func `can be stopped at any time without a trace`(block: Range<UInt64>) throws {
    for seed in block {
      var choices = SplitMix64(seed: ~seed)
      let random = try RandomSession.connected(seed: seed)
      let expected = try random.run()
      var simulation = try random.simulation()
      let length = Int(min(expected.elapsed, .seconds(1000)).nanoseconds)
      var times = (0..<8).map { _ in
        WallTime(nanoseconds: Int64(choices.int(0...max(0, length))))
      }
      // At events, and twice at the same time.
      times += expected.events.indices.filter { $0 % 7 == 3 }.map { expected.events[$0].wallTime }
      for time in (times + times.prefix(2)).sorted() {
        simulation.run(until: time)
        expect(
          simulation.endReason != nil || simulation.player.wallTime == time, "seed \(seed), \(time)"
        )
      }
      expect(differences(simulation.run(), expected), equals: [], "seed \(seed)")
    }
  }

  @Test func `does everything that happens at the time to which it runs`() throws {
    // Media that lasts a second comes every half second from 0.5 s on; 2 s start playback at 1 s.
    var simulation = Simulation(
      try Clip.frames(8, lasting: .seconds(1), of: 500).scenario(
        over: .byteAMillisecond(), BufferingPolicy()))
    simulation.run(until: .milliseconds(999))
    expect(simulation.player.timeControlStatus, equals: .waiting(.toMinimizeStalls))
    simulation.run(until: .seconds(1))
    expect(simulation.player.timeControlStatus, equals: .playing)
    expect(simulation.record.startup, equals: .seconds(1))
    simulation.run(until: .zero)
    expect(simulation.player.wallTime, equals: .seconds(1))
    simulation.run(until: .bound)
    expect(simulation.endReason == .ended && simulation.player.wallTime == .seconds(9))
  }

  @Test func `ends at its limit if it is to run beyond`() throws {
    var simulation = Simulation(
      try Clip.frames(8, lasting: .seconds(1), of: 500).scenario(
        over: .byteAMillisecond(), BufferingPolicy(), limit: .seconds(3)))
    simulation.run(until: .seconds(3))
    expect(simulation.endReason == nil && simulation.player.wallTime == .seconds(3))
    simulation.run(until: .seconds(3) + .resolution)
    expect(simulation.endReason == .limit && simulation.player.wallTime == .seconds(3))
  }
}
