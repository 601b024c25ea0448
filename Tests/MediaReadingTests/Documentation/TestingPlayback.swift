import MediaReading
import PlayheadKit
import Testing

/// Plays `file` at a rate written as on the command line, such as `1.5M`.
func play(_ file: String, at rate: String, latency: WallTime) throws -> SessionSummary {
  let index = try MediaReader(cores: 1).read(file, decode: .none).index
  let presentation = try Presentation(index)
  let profile = try BandwidthProfile(
    name: rate, rate: BitRate(parsing: rate), latency: latency)
  let scenario = Scenario(
    presentation, over: Link(following: profile),
    policy: try BufferingPolicy(startupThreshold: .seconds(2), resumeThreshold: .seconds(2)),
    options: SessionOptions(tickInterval: nil, recordsEvents: false))
  var simulation = Simulation(scenario)
  return SessionSummary(simulation.run())
}

@Suite struct `The trailer` {
  let file = Fixtures.clip("faststart.mp4")

  @Test(arguments: ["1.5M", "3M", "10M"])
  func `starts within a second and never stalls`(rate: String) throws {
    let summary = try play(file, at: rate, latency: .milliseconds(60))
    #expect(summary.endReason == .ended)
    #expect(summary.stallCount == 0)
    #expect(try #require(summary.startup) <= .seconds(1))
  }

  @Test func `stalls once at most where the network is hardly fast enough`() throws {
    let summary = try play(file, at: "800k", latency: .milliseconds(50))
    #expect(summary.stallCount <= 1)
    #expect(summary.stalled <= .finite(.milliseconds(1500)))
  }
}
