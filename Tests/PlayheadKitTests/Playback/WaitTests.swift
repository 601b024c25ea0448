import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

/// Three frames of a second and 1500 bytes each, over a link that carries a byte a millisecond.
///
/// They are loaded at 1.5 s, 3 s and 4.5 s. A second of media is enough to play on.
@Suite struct `A wait` {
  typealias Actions = [(Int64, UserAction.Kind)]

  private static func play(
    _ actions: Actions, waits: Bool = true, over profile: BandwidthProfile? = nil,
    limit: Int64? = nil
  ) throws -> Session {
    var parameters = BufferingPolicy.Parameters()
    (parameters.startupThreshold, parameters.resumeThreshold) = (.seconds(1), .seconds(1))
    parameters.highWatermark = nil
    parameters.automaticallyWaitsToMinimizeStalling = waits
    return try Clip.frames(3, lasting: .seconds(1), of: 1500).play(
      over: profile ?? .byteAMillisecond(), BufferingPolicy(parameters),
      do: actions.map { UserAction(at: .milliseconds($0.0), $0.1) },
      limit: limit.map { .milliseconds($0) }, ticks: .milliseconds(500))
  }

  private static func seek(_ milliseconds: Int64) -> UserAction.Kind {
    .seek(to: .milliseconds(milliseconds), .exact)
  }

  @Test(
    arguments: [
      ([], 1500, 0, 0), ([(1000, .pause), (1200, .play)], 1500, 0, 0),
      ([(1000, .pause), (1499, .play)], 1500, 0, 0),
      ([(1000, .pause), (1500, .play)], 1500, 0, 0),
      ([(1000, .pause), (2000, .play)], 1500, 0, 500),
      ([(0, .pause), (5000, .play)], 1500, 0, 3500),
      // A seek in it does not end it, whether paused or not.
      ([(1000, seek(1000))], 3000, 0, 0),
      ([(1000, .pause), (1100, seek(1000)), (4000, .play)], 3000, 0, 1000),
      // What could have played is over with its startup: the next wait is one after a seek.
      ([(1000, .pause), (2000, seek(1000)), (2500, .play)], 1500, 500, 1000),
    ] as [(Actions, Int64, Int64, Int64)])
  func `to start lasts until playback starts, or could have but for a pause`(
    actions: Actions, startup: Int64, seeking: Int64, paused: Int64
  ) throws {
    let session = try Self.play(actions)
    expect(session.startup, equals: .milliseconds(startup))
    expect(session.startupPhases.total, equals: .milliseconds(startup))
    expect(session.phases.startup, equals: .milliseconds(startup))
    expect(session.phases.seeking, equals: .milliseconds(seeking))
    expect(session.phases.paused, equals: .milliseconds(paused))
    expect(session.endReason == .ended && session.openWait == nil)
  }

  @Test func `to start in which the user pauses ends when the buffer would have let it start`()
    throws
  {
    let session = try Self.play([(1000, .pause), (2000, .play)])
    expect(
      session.timeline.prefix(10),
      equals: [
        "0 @0 play", "0 @0 waiting, evaluatingBufferingRate", "0 @0 request from 0",
        "1 @0 pause", "1 @0 paused", "1.5 @0 not empty", "1.5 @0 likely",
        "1.5 @0 ready to start after 1.5", "2 @0 play", "2 @0 start",
      ])
    expect(
      session.ticks.prefix(5).map(\.phase),
      equals: [
        .waiting(.startup), .waiting(.startup), .waiting(.startup), .paused, .playing,
      ])
  }

  @Test(arguments: [(1500, nil), (1499, .startup)] as [(Int64, WaitingCause?)])
  func `to start of a player that is never played on is no startup`(
    bytes: Int64, cause: WaitingCause?
  ) throws {
    let profile = try BandwidthProfile.steps([(bytes, 1), (0, 0)])
    let session = try Self.play([(1000, .pause)], over: profile)
    expect(session.startup == nil && session.endReason == .paused)
    expect(session.openWait?.cause, equals: cause)
    let milestone: StartupPhases.Milestone = cause == nil ? .started : .opened
    expect(session.startupPhases.milestone, equals: milestone)
  }

  @Test(
    arguments: [
      ([(2000, seek(2000))], 2500, 0), ([(2000, seek(2000)), (3000, .pause)], 2500, 0),
      ([(2000, seek(2000)), (3000, .pause), (6000, .play)], 2500, 1500),
      ([(2000, seek(2000)), (3000, .pause), (4499, .play)], 2500, 0),
      // Another seek in it leads elsewhere, but does not end it.
      ([(2000, seek(2000)), (2500, seek(1000))], 1000, 0),
      ([(2000, seek(2000)), (2500, .pause), (2600, seek(1000)), (5000, .play)], 1000, 2000),
      // Who has paused waits for nothing until playing on.
      ([(2000, .pause), (2200, seek(2000)), (3000, .play)], 1500, 1000),
      ([(2000, .pause), (2200, seek(2000)), (6000, .play)], 0, 4000),
      // A seek in a stall ends the stall, and the wait goes on, paused or not.
      ([(2600, seek(2000))], 1900, 0),
      ([(2600, .pause), (2700, seek(2000)), (6000, .play)], 1800, 1500),
    ] as [(Actions, Int64, Int64)])
  func `after a seek lasts until playback resumes, or could have but for a pause`(
    actions: Actions, seeking: Int64, paused: Int64
  ) throws {
    let session = try Self.play(actions)
    expect(session.phases.seeking, equals: .milliseconds(seeking))
    expect(session.phases.paused, equals: .milliseconds(paused))
    expect(session.openWait == nil && !session.seeks.contains(where: \.isOpen))
    expect(SessionSummary(session).seeking, equals: .finite(.milliseconds(seeking)))
  }

  @Test func `after a seek in a paused stall follows the stall`() throws {
    let session = try Self.play([(2600, .pause), (2700, Self.seek(2000)), (6000, .play)])
    expect(session.stalls.map(\.duration), equals: [.milliseconds(200)])
    expect(
      session.timeline.filter { $0.hasPrefix("2.7 ") || $0.hasPrefix("4.5 ") },
      equals: [
        "2.7 @1 seek to 2 from 2", "2.7 @2 stall 1 over after 0.2", "4.5 @2 not empty",
        "4.5 @2 likely", "4.5 @2 ready after 1.8", "4.5 @2 there", "4.5 @2 all loaded",
      ])
  }

  @Test func `after a seek to what is loaded is none`() throws {
    let session = try Self.play([(2600, .pause), (2700, Self.seek(0))])
    expect(session.stalls.map(\.duration), equals: [.milliseconds(200)])
    expect(session.phases.seeking, equals: .zero)
    expect(!session.events.contains { $0.kind == .waitEnded(duration: .zero) })
  }

  @Test(
    arguments: [
      // While it plays, a seek has it wait like any other player.
      ([(2000, seek(2000))], 2500, false),
      // Asked to play with nothing loaded it pauses, and waits to be asked again.
      ([(2000, .pause), (2100, seek(2000)), (3000, .play), (6000, .play)], 3000, false),
      ([(2000, .pause), (2100, seek(2000)), (3000, .play), (4000, .pause)], 1500, false),
      ([(2000, .pause), (2100, seek(2000)), (3000, .play)], 1500, true),
    ] as [(Actions, Int64, Bool)])
  func `of a player that pauses by itself lasts until it plays, or the user pauses it`(
    actions: Actions, seeking: Int64, isOpen: Bool
  ) throws {
    let session = try Self.play(actions, waits: false)
    expect(session.phases.seeking, equals: .milliseconds(seeking))
    expect((session.openWait == OpenWait(.seek, since: .seconds(3))), equals: isOpen)
    expect(
      SessionSummary(session).seeking, equals: StallLength(.milliseconds(seeking), isOpen: isOpen))
  }

  @Test(arguments: [4499, 4500] as [Int64])
  func `after a seek is open if the session is given up before it ends`(limit: Int64) throws {
    let session = try Self.play([(2000, Self.seek(2000))], limit: limit)
    let isOpen = limit < 4500
    expect(session.endReason, equals: .limit)
    expect(session.openWait, equals: (isOpen ? OpenWait(.seek, since: .seconds(2)) : nil))
    expect(session.seeks.map(\.isOpen), equals: [isOpen])
  }

  @Test func `after a seek that is open is known from below, and no expectation of stalls holds`()
    throws
  {
    let dies = try BandwidthProfile.steps([(2000, 1), (0, 0)])
    for (actions, end) in [
      ([(1800, Self.seek(2000))], .starved),
      ([(1800, Self.seek(2000)), (9000, .pause)], .paused),
    ] as [(Actions, Session.EndReason)] {
      let session = try Self.play(actions, over: dies)
      let summary = SessionSummary(session)
      expect(session.endReason, equals: end)
      expect(session.openWait, equals: OpenWait(.seek, since: .milliseconds(1800)))
      for metric in [
        SessionMetric.seekSeconds, .meanSeekLatencySeconds, .longestSeekLatencySeconds,
      ] {
        let waited = session.elapsed - .milliseconds(1800)
        expect(summary[metric], equals: .atLeast(.wallTime(waited)))
      }
      expect(summary.rebufferRatio?.text == "0" && summary.rebufferRatioWatch?.text == "0")
      expect(summary.stallCount == 0 && summary.paused == .zero)
      for text in [
        "no stall", "every stall <= 1h", "stallCount == 0", "stallSeconds < 1h",
        "longestStall < 1h", "rebufferRatio < 99%", "seekSeconds < 24h", "meanSeekLatency < 24h",
        "longestSeekLatency < 24h", "no stall before 1801ms",
      ] {
        let result = try SessionExpectation(parsing: text).result(summary, stalls: [])
        expect(!result.holds, "\(text)")
      }
      for text in ["no stall before 1800ms", "seekSeconds >= 0s"] {
        try expect(SessionExpectation(parsing: text).result(summary, stalls: []).holds, "\(text)")
      }
    }
  }

  @Test func `for a seek that the user has paused for is none, but the seek is open`() throws {
    let dies = try BandwidthProfile.steps([(2000, 1), (0, 0)])
    let session = try Self.play([(1700, .pause), (1800, Self.seek(2000))], over: dies)
    let summary = SessionSummary(session)
    expect(session.endReason == .paused && session.openWait == nil)
    expect(session.seeks.map(\.isOpen), equals: [true])
    expect(summary.longestSeekLatency?.isOpen == true && summary.seeking.isOpen)
  }

  @Test func `for a cancelled seek counts as far as it came`() throws {
    let session = try Self.play([(2000, Self.seek(2000)), (3500, Self.seek(1000))])
    let summary = SessionSummary(session)
    expect(session.seeks.map(\.latency), equals: [nil, .zero])
    expect(session.seeks.map(\.isOpen), equals: [false, false])
    expect(summary.longestSeekLatency, equals: .finite(.milliseconds(1500)))
    expect(summary.meanSeekLatency, equals: .finite(.zero))
  }

  // The media ends at 5.5 s.
  @Test(arguments: [19_999, 20_000] as [Int64])
  func `for an action after the end is neither a pause nor a reason to end at the limit`(
    limit: Int64
  ) throws {
    let session = try Self.play([(20_000, Self.seek(0))], limit: limit)
    let isPerformed = limit >= 20_000
    expect(session.endReason, equals: (isPerformed ? .paused : .ended))
    expect(session.elapsed, equals: (isPerformed ? .seconds(20) : .milliseconds(5500)))
    expect(session.phases.ended, equals: (isPerformed ? .milliseconds(14_500) : .zero))
    expect(session.phases.paused, equals: .zero)
    expect(session.unperformedActions.map(\.wallTime), equals: (isPerformed ? [] : [.seconds(20)]))
    expect(session.ticks.contains { $0.phase == .ended }, equals: true)
  }

  @Test func `for an action beyond the limit ends there, and tells of it`() throws {
    let session = try Self.play(
      [(2000, .pause), (11_000, .play), (10_001, .pause)], limit: 10_000)
    expect(session.endReason == .limit && session.elapsed == .seconds(10))
    expect(session.unperformedActions.map(\.kind), equals: [.pause, .play])
  }
}
