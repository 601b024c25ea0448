import Expectations
import PlayheadKit
import Testing

@testable import PlayheadLadder

/// When rules look at running downloads, over 1000 bytes a second with a latency of 100 ms.
@Suite("Looks at running downloads")
struct ProgressLookTests {
  /// A rule that notes when it looks, in milliseconds.
  private struct Watcher: AdaptationRule {
    var progressInterval: ProgressInterval?
    var looks: [Int64] = []

    mutating func downloaded(_ download: Download, _ observation: Observation) {}
    mutating func decide(_ observation: Observation) -> Decision {
      Decision(level: 0, reason: "first")
    }
    mutating func abandon(
      _ progress: DownloadProgress, _ observation: Observation
    ) -> Decision? {
      looks.append(observation.wallTime.nanoseconds / 1_000_000)
      return nil
    }
  }

  @Test(
    "The first look is a time after the request or the first byte, or with that byte",
    arguments: [
      (.sent, [300, 600, 900]), (.firstByte, [400, 700, 1000]),
      (.atFirstByte, [101, 401, 701, 1001]),
    ] as [(ProgressInterval.Start, [Int64])])
  func starts(start: ProgressInterval.Start, expected: [Int64]) throws {
    let levels = (0..<2).map { level in
      Level(
        name: "\(level)", bitRate: BitRate(bitsPerSecond: 4000),
        segments: [
          LadderSegment(
            LadderResource("\(level)", bytes: 1000),
            declared: TimeRange(start: .zero, end: .seconds(2)))
        ])
    }
    let profile = try BandwidthProfile(
      name: "link",
      intervals: [
        .init(duration: .zero, rate: BitRate(bitsPerSecond: 8000), latency: .milliseconds(100))
      ], afterwards: .holdsLast)
    var simulation = LadderSimulation(
      LadderScenario(
        Ladder(format: .sizes, lanes: [LadderLane(.muxed, levels: levels)]),
        over: NetworkLink(following: profile), player: .basic,
        rule: Watcher(progressInterval: ProgressInterval(.milliseconds(300), from: start)),
        options: SessionOptions(tickInterval: nil)))
    simulation.run()
    expect((simulation.rule as? Watcher)?.looks, equals: expected)
  }
}
