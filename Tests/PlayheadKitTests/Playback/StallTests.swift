import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

/// Frames of a second each, over a link that carries a byte a millisecond, worked out by hand.
@Suite struct `A stall` {
  private static func policy(
    waits: Bool = true, threshold: MediaTime = .seconds(1), backBuffer: MediaTime? = nil
  ) throws -> BufferingPolicy {
    var parameters = BufferingPolicy.Parameters()
    (parameters.startupThreshold, parameters.resumeThreshold) = (.seconds(1), threshold)
    parameters.highWatermark = nil
    parameters.backBuffer = backBuffer
    parameters.automaticallyWaitsToMinimizeStalling = waits
    return try BufferingPolicy(parameters)
  }

  /// Frames of 1.5 s on the link: the first plays from 1.5 s to 2.5 s, and the second is in at 3 s.
  private static let clip = Clip.frames(3, lasting: .seconds(1), of: 1500)

  private static func play(
    _ actions: [UserAction] = [], waits: Bool = true, limit: WallTime? = nil
  ) throws -> Session {
    try clip.play(
      over: .byteAMillisecond(), policy(waits: waits), do: actions, limit: limit,
      ticks: .milliseconds(500))
  }

  // The buffer would let playback resume at 3 s, whatever the user does before.
  @Test(
    arguments: [
      ([], 500), ([(2600, .pause)], 500), ([(2600, .pause), (2800, .play)], 500),
      ([(2600, .pause), (3500, .play)], 500), ([(2600, .pause), (2999, .play)], 500),
      ([(2500, .pause)], 500), ([(3000, .pause)], 500),
      ([(2600, .pause), (2700, .seek(to: .zero, .exact))], 200),
      ([(2600, .seek(to: .milliseconds(500), .exact))], 100),
      ([(2500, .seek(to: .zero, .exact))], 0),
    ] as [([(Int64, UserAction.Kind)], Int64)])
  func `is as long as the picture stands still for want of media, paused or not`(
    actions: [(Int64, UserAction.Kind)], length: Int64
  ) throws {
    let session = try Self.play(actions.map { UserAction(at: .milliseconds($0.0), $0.1) })
    expect(session.stalls.first?.start, equals: .milliseconds(2500))
    expect(session.stalls.first?.duration, equals: .milliseconds(length))
    let all = session.stalls.reduce(WallTime.zero) { $0 + $1.elapsed }
    expect(session.phases.stalled, equals: all)
  }

  @Test func `in which the user pauses ends when the buffer would have let it resume`() throws {
    let session = try Self.play([UserAction(at: .milliseconds(2600), .pause)])
    expect(
      session.timeline.suffix(10),
      equals: [
        "2.5 @1 empty", "2.5 @1 unlikely", "2.5 @1 waiting, toMinimizeStalls", "2.5 @1 stall 1",
        "2.6 @1 pause", "2.6 @1 paused", "3 @1 not empty", "3 @1 likely",
        "3 @1 stall 1 over after 0.5",
        "4.5 @1 all loaded",
      ])
    expect(session.endReason == .paused && session.phases.paused == .milliseconds(1500))
    // At 3 s it is over, as arrivals come before the row.
    expect(session.ticks.map(\.isInStall), equals: [5: true].row(count: 10))
  }

  @Test(arguments: [2999, 3000, 3001] as [Int64])
  func `is one until playback resumes, if the user plays on before the buffer is there`(
    wallTime: Int64
  ) throws {
    let session = try Self.play(
      [
        UserAction(at: .milliseconds(2600), .pause),
        UserAction(at: .milliseconds(wallTime), .play),
      ], limit: .seconds(4))
    let isBefore = wallTime < 3000
    expect(session.timeline.contains("3 @1 resume 1 after 0.5"), equals: isBefore)
    expect(session.timeline.contains("3 @1 stall 1 over after 0.5") != isBefore)
    expect(session.phases.paused, equals: .milliseconds(max(0, wallTime - 3000)))
  }

  @Test func `of a player that pauses by itself lasts until it plays again`() throws {
    // The second frame is in at 3 s; nobody plays it before 4 s.
    let session = try Self.play([UserAction(at: .seconds(4), .play)], waits: false)
    expect(session.stalls.map(\.duration), equals: [.milliseconds(1500)])
    expect(session.phases.paused, equals: .zero)
    expect(session.timeline.contains("4 @1 resume 1 after 1.5"))
    expect(session.endReason, equals: .ended)
  }

  @Test func `of a player that pauses by itself lasts across a seek`() throws {
    // The third frame is in at 4.5 s; nobody plays it before 6 s.
    let session = try Self.play(
      [
        UserAction(at: .milliseconds(2700), .seek(to: .seconds(2), .exact)),
        UserAction(at: .seconds(6), .play),
      ], waits: false)
    expect(
      session.timeline.suffix(13),
      equals: [
        "2.5 @1 empty", "2.5 @1 unlikely", "2.5 @1 paused", "2.5 @1 stall 1",
        "2.7 @1 seek to 2 from 2", "4.5 @2 not empty", "4.5 @2 likely", "4.5 @2 there",
        "4.5 @2 all loaded", "6 @2 play", "6 @2 resume 1 after 3.5", "7 @3 empty", "7 @3 end",
      ])
    expect(session.stalls.map(\.duration), equals: [.milliseconds(3500)])
    expect(session.phases.seeking == .zero && session.phases.paused == .zero)
    expect(session.seeks.map(\.latency), equals: [.milliseconds(1800)])
    expect(session.ticks[5...11].allSatisfy(\.isInStall) && !session.ticks[12].isInStall)
  }

  // Played on too early, it pauses again in the same stall; a pause of the user ends it when media
  // is there, be that then or later.
  @Test(
    arguments: [
      ([(2600, .play), (4000, .play)], 1500), ([(2600, .pause), (4000, .play)], 500),
      ([(3500, .pause), (4000, .play)], 1000), ([(2600, .pause), (2700, .play)], nil),
      ([(2600, .pause)], 500), ([(2999, .pause)], 500), ([(3001, .pause)], 501), ([], nil),
    ] as [([(Int64, UserAction.Kind)], Int64?)])
  func `of a player that pauses by itself heeds what the user asks for`(
    actions: [(Int64, UserAction.Kind)], length: Int64?
  ) throws {
    let session = try Self.play(
      actions.map { UserAction(at: .milliseconds($0.0), $0.1) }, waits: false)
    expect(session.stalls.first?.duration, equals: length.map { .milliseconds($0) })
    expect(session.stalls.count, equals: 1)
  }

  @Test(arguments: [2999, 3000] as [Int64])
  func `is open if the session is given up before it ends`(limit: Int64) throws {
    let session = try Self.play(limit: .milliseconds(limit))
    expect(session.endReason, equals: .limit)
    expect(session.stalls.map(\.isOpen), equals: [limit < 3000])
    expect(session.phases.stalled, equals: .milliseconds(limit - 2500))
  }

  @Test func `that is open is a lower bound in all that counts it`() throws {
    let dies = try BandwidthProfile.steps([(1500, 1), (0, 0)])
    let actions = [UserAction(at: .seconds(9), .pause)]
    let sessions = [
      try Self.clip.play(over: dies, Self.policy()),
      try Self.clip.play(over: dies, Self.policy(), do: actions),
      try Self.play(waits: false), try Self.play(limit: .milliseconds(2600)),
    ]
    expect(sessions.map(\.endReason), equals: [.starved, .paused, .paused, .limit])
    for session in sessions {
      let summary = SessionSummary(session)
      let phases = session.phases
      let length = StallLength.atLeast(phases.stalled)
      expect(session.stalls.map(\.length), equals: [length])
      expect(summary.stalled == length && summary.longestStall == length)
      expect(
        summary.rebufferRatio, equals: Ratio(phases.stalled, of: phases.stalled + phases.playing))
      expect(
        summary.metrics.filter { summary[$0]?.isLowerBound ?? false },
        equals: [.stallSeconds, .longestStallSeconds, .rebufferRatio, .rebufferRatioWatch])
      expect(summary[.stallSeconds]?.plainText, equals: phases.stalled.secondsText)
      expect(summary.stallCount, equals: 1)
      expect(phases.startup + phases.playing + phases.stalled, equals: session.elapsed)
    }
  }

  @Test func `that is open is longer than one that ends`() {
    expect(StallLength.finite(WallTime(nanoseconds: .max)) < .atLeast(.zero))
    expect(StallLength.finite(.seconds(1)) < .finite(.seconds(2)))
    expect(StallLength.atLeast(.seconds(1)) < .atLeast(.seconds(2)))
    expect(StallLength.atLeast(.seconds(1)).time == nil)
    let lengths = [StallLength.finite(.seconds(5)), .atLeast(.seconds(1))]
    expect(lengths.longest == .atLeast(.seconds(5)) && [StallLength]().longest == nil)
  }

  @Test func `is what a loop has to wait for media`() throws {
    // Two frames of 500 bytes, of which none is kept: the start is asked for again at 2.5 s and its
    // first frame is in at 3 s.
    let session = try Clip.frames(2, lasting: .seconds(1), of: 500).play(
      over: .byteAMillisecond(), Self.policy(backBuffer: .zero), repeats: 1)
    expect(
      session.stalls,
      equals: [
        Stall(
          number: 1, start: .milliseconds(2500), mediaTime: .zero, elapsed: .milliseconds(500))
      ])
    expect(session.phases.seeking == .zero && session.phases.stalled == .milliseconds(500))
    expect(session.timeline.contains("2.5 @0 stall 1"))
    expect(session.timeline.contains("3 @0 resume 1 after 0.5"))
    expect(session.elapsed, equals: .seconds(5))
  }

  @Test(
    arguments: [([], 500), ([(2600, .pause), (3200, .play)], 500)]
      as [([(Int64, UserAction.Kind)], Int64)])
  func `that a loop waits in lasts as long if the user pauses in it`(
    actions: [(Int64, UserAction.Kind)], length: Int64
  ) throws {
    let session = try Clip.frames(2, lasting: .seconds(1), of: 500).play(
      over: .byteAMillisecond(), Self.policy(backBuffer: .zero),
      do: actions.map { UserAction(at: .milliseconds($0.0), $0.1) }, repeats: 1)
    expect(session.stalls.map(\.duration), equals: [.milliseconds(length)])
    expect(session.phases.paused, equals: (actions.isEmpty ? .zero : .milliseconds(200)))
  }
}

extension [Int: Bool] {
  /// A row of so many values, false where there is none.
  fileprivate func row(count: Int) -> [Bool] { (0..<count).map { self[$0] ?? false } }
}
