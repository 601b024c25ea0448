import Expectations
import PlayheadKit
import Testing

@Suite struct `The changes of a simulated player` {
  /// The first byte at 100 ms, then a frame of a second each 500 ms; starts with two of four.
  private func simulation(
    _ actions: [UserAction] = [], limit: WallTime? = nil
  ) throws -> Simulation {
    let clip = Clip.frames(4, lasting: .seconds(1), of: 500)
    return Simulation(
      try clip.scenario(
        over: .byteAMillisecond(latency: .milliseconds(100)),
        BufferingPolicy(highWatermark: nil), do: actions, limit: limit))
  }

  private func texts<C: Clock>(_ changes: PlaybackChanges<C>) async -> [String] {
    var texts: [String] = []
    for await change in changes {
      let player = change.player
      texts.append(
        "\(change.wallTime.secondsText) @\(player.currentTime.secondsText) \(change.transition)")
    }
    return texts
  }

  private let expected = [
    "0 @0 waiting",
    "0.6 @0 readyToPlay", "0.6 @0 bufferNoLongerEmpty", "0.6 @0 waiting",
    "1.1 @0 likelyToKeepUp", "1.1 @0 started",
    "5.1 @4 bufferEmptied", "5.1 @4 playedToEnd",
  ]

  @Test func `come in order, with the player as it was then`() async throws {
    let changes = PlaybackChanges(try simulation())
    await expect(texts(changes), equals: expected)
    // And again, from the start.
    await expect(texts(changes), equals: expected)
  }

  @Test(
    arguments: [
      (1_000_000, [0, 600_000_000, 1_100_000_000, 5_100_000_000]),
      (2_000_000, [0, 300_000_000, 550_000_000, 2_550_000_000]),
      (500_000, [0, 1_200_000_000, 2_200_000_000, 10_200_000_000]),
      // 1.1 s ÷ 3 are not over a nanosecond earlier.
      (3_000_000, [0, 200_000_000, 366_666_667, 1_700_000_000]),
    ] as [(Int64, [Int64])])
  func `come at their times on a clock of any speed`(
    millionths: Int64, nanoseconds: [Int64]
  ) async throws {
    let clock = InstantClock()
    let changes = PlaybackChanges(
      try simulation(), clock: clock, speed: Ratio(millionths: millionths))
    await expect(texts(changes), equals: expected)
    expect(clock.sleeps, equals: nanoseconds.map { .nanoseconds($0) })
  }

  @Test func `are made only as they are asked for`() async throws {
    let clock = InstantClock()
    var changes = PlaybackChanges(try simulation(), clock: clock).makeAsyncIterator()
    expect(clock.sleeps.isEmpty)
    await expect(changes.next()?.transition, equals: .waiting)
    expect(clock.sleeps, equals: [.zero])
    await expect(changes.next()?.transition, equals: .readyToPlay)
    expect(clock.sleeps, equals: [.zero, .milliseconds(600)])
    // The rest of the same instant takes no more waiting.
    await expect(changes.next()?.transition, equals: .bufferNoLongerEmpty)
    await expect(changes.next()?.transition, equals: .waiting)
    expect(clock.sleeps, equals: [.zero, .milliseconds(600)])
  }

  @Test func `keep the order in which the inputs of one instant came`() async throws {
    // It ends as the user goes back: what the end changes is told before what the seek does.
    let changes = PlaybackChanges(
      try simulation([UserAction(at: .milliseconds(5100), .seek(to: .seconds(3), .exact))]))
    await expect(
      texts(changes).drop { !$0.hasPrefix("5.1 ") },
      equals: [
        "5.1 @4 bufferEmptied", "5.1 @4 playedToEnd",
        "5.1 @3 timeJumped", "5.1 @3 bufferNoLongerEmpty", "5.1 @3 seekFinished", "5.1 @3 paused",
      ])
  }

  @Test func `end with the session, also where nothing changes at its end`() async throws {
    let clock = InstantClock()
    let changes = PlaybackChanges(try simulation(limit: .seconds(3)), clock: clock)
    await expect(texts(changes), equals: Array(expected.prefix(6)))
    expect(clock.sleeps.last, equals: .seconds(3))
  }

  @Test func `end when the task is cancelled that waits for them`() async throws {
    let clock = InstantClock { length in
      if length > .seconds(1) { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
    }
    let simulation = try simulation()
    let told = await Task { await texts(PlaybackChanges(simulation, clock: clock)) }.value
    expect(told, equals: Array(expected.prefix(4)))
    expect(clock.sleeps.last, equals: .milliseconds(1100))
  }

  @Test func `end when the task is cancelled that takes them`() async throws {
    let simulation = try simulation()
    let count = await Task {
      var count = 0
      for await _ in PlaybackChanges(simulation) {
        count += 1
        if count == 2 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
      }
      return count
    }.value
    expect(count, equals: 2)
  }

  @Test func `feed an observer of time`() async throws {
    let simulation = try simulation([
      UserAction(at: .milliseconds(3000), .seek(to: .milliseconds(500), .exact))
    ])
    var observer = PeriodicTimeObserver(interval: .seconds(1))
    var before = simulation.player
    var told: [String] = []
    for await change in PlaybackChanges(simulation) {
      var transitions = Transitions()
      transitions.insert(change.transition)
      for time in observer.times(from: before, to: change.player, transitions) {
        told.append("\(time.wallTime.secondsText) @\(time.mediaTime.secondsText)")
      }
      before = change.player
    }
    // It starts at 1.1 s, is at 1.9 s when the user goes back, and has 3.5 s left then.
    expect(
      told,
      equals: [
        "1.1 @0", "2.1 @1", "3 @0.5", "3.5 @1", "4.5 @2", "5.5 @3", "6.5 @4",
      ])
  }

  @Test(arguments: Seeds.some(Array(0..<100 as Range<UInt64>), oneIn: 2))
  func `are the events that the session records of the player`(seed: UInt64) async throws {
    let random = try RandomSession(seed: seed)
    let simulation = Simulation(try random.scenario)
    var found: [String] = []
    for await change in PlaybackChanges(simulation) {
      guard let kind = Self.kinds[change.transition] else { continue }
      found.append(
        "\(change.wallTime.secondsText) @\(change.player.currentTime.secondsText) \(kind)")
    }
    let told = Set(Self.kinds.values)
    let expected = try random.run().timeline.filter { line in
      told.contains { line.hasSuffix(" \($0)") }
    }
    expect(found, equals: expected)
  }

  /// Transitions that are told as an event of their own, and nothing else is.
  private static let kinds: [PlaybackTransition: String] = [
    .bufferEmptied: "empty", .bufferNoLongerEmpty: "not empty", .bufferFilled: "full",
    .bufferNoLongerFull: "not full", .likelyToKeepUp: "likely", .unlikelyToKeepUp: "unlikely",
    .looped: "end", .started: "start", .continued: "continue", .paused: "paused",
    .playedToEnd: "end",
  ]
}
