import MediaReading
import PlayheadKit
import Testing

/// Plays `file` at a rate written as on the command line, such as `1.5M`.
func play(_ file: String, at rate: String, latency: WallTime) throws -> SessionSummary {
  let index = try MediaReader().read(file, decode: .none).index
  let profile = try BandwidthProfile(
    name: rate, rate: BitRate(parsing: rate), latency: latency)
  var simulation = try Simulation(
    index, over: profile,
    policy: BufferingPolicy(startupThreshold: .seconds(2), resumeThreshold: .seconds(2)),
    options: SessionOptions(tickInterval: nil, recordsEvents: false))
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

/// How many stalls `file` has less if the network has `rate` from `time` on.
func stallsAvoided(
  in file: String, over profile: BandwidthProfile, from time: WallTime, at rate: String
) throws -> Int {
  let other = try BandwidthProfile(name: rate, rate: BitRate(parsing: rate))
  var actual = try Simulation(MediaReader().read(file, decode: .none).index, over: profile)
  actual.run(until: time)
  var instead = actual
  instead.switchLink(to: NetworkLink(following: other))
  return actual.run().stalls.count - instead.run().stalls.count
}

@Suite struct `What would have happened` {
  @Test func `is a session without the stall that a faster network avoids`() throws {
    let slow = try BandwidthProfile(
      name: "slow", rate: BitRate(parsing: "800k"), latency: .milliseconds(50))
    let file = Fixtures.clip("faststart.mp4")
    #expect(try stallsAvoided(in: file, over: slow, from: .seconds(5), at: "4M") == 1)
    #expect(try stallsAvoided(in: file, over: slow, from: .seconds(15), at: "4M") == 0)
  }
}
