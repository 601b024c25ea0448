import Expectations
import PlayheadKit
import Testing

@Suite struct `The verdict on a session` {
  private static func summary(
    stallCount: Int = 0, startup: WallTime? = .seconds(10), _ end: Session.EndReason = .ended
  ) throws -> SessionSummary {
    let clip = Clip.frames(2, lasting: .seconds(1), of: 1000)
    var simulation = Simulation(
      FileScenario(
        try clip.presentation,
        over: NetworkLink(
          following: try BandwidthProfile(name: "fast", rate: BitRate(parsing: "1M"))),
        policy: try BufferingPolicy()))
    var summary = SessionSummary(simulation.run())
    (summary.stallCount, summary.startup, summary.endReason) = (stallCount, startup, end)
    return summary
  }

  @Test(
    arguments: [
      (0, 10_000_000_000, .ended, .playsThrough),
      (0, 10_000_000_001, .ended, .startsLate),
      (0, nil, .ended, .playsThrough),
      (1, 1, .ended, .stalls),
      (1, 11_000_000_000, .ended, .stalls),
      (0, 1, .limit, .limit),
      (3, 11_000_000_000, .limit, .limit),
      (0, nil, .starved, .starved), (0, nil, .gap, .starved),
      (0, 1, .paused, .paused),
    ] as [(Int, Int64?, Session.EndReason, PlaybackVerdict)])
  func `counts the startup, to the nanosecond`(
    stalls: Int, startup: Int64?, end: Session.EndReason, verdict: PlaybackVerdict
  ) throws {
    let summary = try Self.summary(
      stallCount: stalls, startup: startup.map(WallTime.init(nanoseconds:)), end)
    expect(summary.verdict(startupLimit: .seconds(10)), equals: verdict)
    // A frozen picture is worse than nothing, and better than anything else.
    var frozen = summary
    frozen.frozenCount = 1
    expect(
      frozen.verdict(startupLimit: .seconds(10)),
      equals: (verdict == .playsThrough ? .freezes : verdict))
  }
}
