import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `The verdict in words` {
  private static func summary(
    _ stalls: Int, _ startup: Int64, _ end: Session.EndReason, frozen: WallTime = .zero
  ) throws -> SessionSummary {
    let clip = Clip.frames(2, lasting: .seconds(1), of: 1000)
    var simulation = Simulation(
      FileScenario(
        try clip.presentation,
        over: NetworkLink(
          following: try BandwidthProfile(name: "fast", rate: BitRate(parsing: "1M"))),
        policy: try BufferingPolicy()))
    var summary = SessionSummary(simulation.run())
    (summary.stallCount, summary.endReason) = (stalls, end)
    summary.startup = startup < 0 ? nil : .milliseconds(startup)
    summary.elapsed = .seconds(50)
    (summary.frozen, summary.frozenCount) = (frozen, frozen > .zero ? 1 : 0)
    return summary
  }

  @Test(
    arguments: [
      (0, 9_999, .ended, "plays through", .green),
      (0, 10_000, .ended, "plays through", .green),
      (0, 10_001, .ended, "starts after 10.001 s", .magenta),
      (0, 86_000, .ended, "starts after 86.00 s", .magenta),
      (2, 10_010, .ended, "starts after 10.01 s, stalls twice", .magenta),
      (1, 500, .ended, "stalls once", .yellow),
      (0, 500, .limit, "does not finish in 50 s", .red),
      (0, -1, .limit, "does not start in 50 s", .red),
      (1, 500, .starved, "never resumes", .red),
      (0, -1, .starved, "never starts", .red),
      (1, 500, .paused, "stalls once, paused", .yellow),
    ] as [(Int, Int64, Session.EndReason, String, TextStyle.Color)])
  func `is green only where playback starts in time and never stalls`(
    stalls: Int, startup: Int64, end: Session.EndReason, text: String, color: TextStyle.Color
  ) throws {
    let verdict = OverviewVerdict(
      try Self.summary(stalls, startup, end), startupLimit: .seconds(10), .iso8601)
    let plain = OverviewVerdict(
      try Self.summary(stalls, startup, end), startupLimit: .seconds(10), .seconds)
    expect(verdict.color == color && plain.color == color)
    expect(plain.text == text || startup >= 60_000)
  }

  @Test(
    arguments: [
      (0, "plays through", .green), (404, "plays, frozen 0.40 s", .yellow),
      (10, "plays, frozen 0.01 s", .yellow),
      (9, "plays, frozen 0.009 s", .yellow),
    ] as [(Int64, String, TextStyle.Color)])
  func `tells of a frozen picture, which is no stall`(
    frozen: Int64, text: String, color: TextStyle.Color
  ) throws {
    let verdict = OverviewVerdict(
      try Self.summary(0, 500, .ended, frozen: .milliseconds(frozen)),
      startupLimit: .seconds(10), .seconds)
    expect(verdict.text == text && verdict.color == color)
  }

  @Test(
    arguments: [
      (0, 10_000, .freezes, "plays, frozen 1.60 s"),
      (0, 10_001, .startsLate, "starts after 10.001 s, freezes"),
      (2, 500, .stalls, "stalls twice, freezes"),
    ] as [(Int, Int64, PlaybackVerdict, String)])
  func `a session that freezes the picture does not play through`(
    stalls: Int, startup: Int64, expected: PlaybackVerdict, text: String
  ) throws {
    let summary = try Self.summary(stalls, startup, .ended, frozen: .milliseconds(1600))
    expect(summary.verdict(startupLimit: .seconds(10)), equals: expected)
    expect(OverviewVerdict(summary, startupLimit: .seconds(10), .seconds).text, equals: text)
  }
}
