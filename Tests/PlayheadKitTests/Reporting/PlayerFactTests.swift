import Expectations
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `What a header tells of a player` {
  private static func facts(
    _ change: (inout BufferingPolicy.Parameters) -> Void
  ) throws -> [String] {
    var parameters = BufferingPolicy.Parameters()
    change(&parameters)
    return PlayerFacts(policy: try BufferingPolicy(parameters)).facts.compactMap(\.self)
  }

  @Test func `is little of the basic one`() throws {
    try expect(
      Self.facts { _ in },
      equals: [
        "basic", "starts at 2 s", "resumes at 2 s", "loads to 30 s, refills at 25 s",
      ])
  }

  @Test func `is whatever differs from that`() throws {
    let facts = try Self.facts {
      $0.name = "A\u{1B}[2JB"
      $0.resumeGrowth = ResumeGrowth(factor: Ratio(millionths: 1_500_000), limit: .seconds(10))
      $0.afterSeekThreshold = .milliseconds(500)
      $0.byteCap = 150 << 20
      $0.backBuffer = .seconds(30)
      $0.loadGranularity = 1 << 20
      $0.keepUp = .predictedRate(ThroughputEstimation())
      $0.automaticallyWaitsToMinimizeStalling = false
      $0.constrained = PathLimits(forwardBuffer: .seconds(5))
      $0.readThrough = 0
    }
    expect(
      facts,
      equals: [
        "A\u{FFFD}[2JB", "starts with the first frame", "after a seek at 0.5 s",
        "loads to 30 s, refills at 25 s", "buffer capacity 150 MiB",
        "back buffer 30 s", "checks whether to stop every 1 MiB",
        "waits until the estimated throughput suffices to the end (half-lives 3 s and 9 s, sampled every 64 KiB)",
        "pauses when empty, no automatic waiting", "on constrained paths loads to 5 s",
        "reads through gaps up to 0 B",
      ])
  }

  @Test(
    arguments: [
      (.seconds(10), nil, .any, "loads to 10 s, refills at 5 s"),
      (nil, 8_000_000, .any, "loads to 8 MB, refills at 8 MB"),
      (.seconds(10), 8_000_000, .any, "loads to 10 s or 8 MB, refills at 5 s and 8 MB"),
      (.seconds(10), 8_000_000, .all, "loads to 10 s and 8 MB, refills at 5 s or 8 MB"),
      (nil, nil, .any, "loads without limit"),
    ] as [(MediaTime?, Int64?, WatermarkCombination, String)])
  func `puts both watermarks into one`(
    time: MediaTime?, bytes: Int64?, combination: WatermarkCombination, text: String
  ) throws {
    let facts = try Self.facts {
      $0.highWatermark = time
      $0.highWatermarkBytes = bytes
      $0.watermarkCombination = combination
    }
    expect(facts.contains(text))
  }
}
