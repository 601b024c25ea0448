import Expectations
import MediaReading
import PlayheadKit
import Testing

/// Files, networks and players with one fault each, and without any.
@Suite("The causes of waits of a fixture")
struct FixtureCausesTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    var clip: String
    var network: String
    var latency: Int64 = 20
    var player = "basic"
    var buffer: (startup: Int64, high: Int64?) = (2000, 30_000)
    var transport = Transport.fluid
    var seek: Int64?
    var startup: WaitCause.Kind?
    /// The kind of every stall, of which there is at least one; `nil` if there is none.
    var stalls: WaitCause.Kind?
    var seeks: WaitCause.Kind?

    var testDescription: String { "\(clip) over \(network) by \(player)" }
  }

  @Test(
    "are its one fault, and none without",
    arguments: [
      Fault(clip: "basic.flv", network: "1M"), Fault(clip: "fragmented.mp4", network: "1M"),
      Fault(clip: "faststart.mp4", network: "2M"), Fault(clip: "basic.flv", network: "180k"),
      Fault(clip: "moov-at-end.mp4", network: "1M", latency: 200, startup: .index),
      Fault(clip: "badly-interleaved.mp4", network: "300k", startup: .interleave),
      Fault(
        clip: "badly-interleaved.mp4", network: "300k", player: "mpv", startup: .interleave,
        stalls: .interleave),
      Fault(clip: "peak.mp4", network: "300k", buffer: (1000, 30_000), stalls: .peak),
      Fault(clip: "single-gop.mp4", network: "200k", seek: 7, seeks: .seek),
      Fault(
        clip: "basic.flv", network: "4s@400k,3s@0,400k", buffer: (2000, 2000), stalls: .policy),
      Fault(clip: "basic.flv", network: "3s@230k,4s@0,230k", stalls: .dip),
      Fault(clip: "basic.flv", network: "110k", stalls: .bandwidth),
      Fault(clip: "basic.flv", network: "1M", latency: 1200, startup: .latency),
      Fault(
        clip: "basic.flv", network: "1M", latency: 800,
        transport: .slowStart(setUpRoundTrips: 2), startup: .slowStart),
      // The first window holds less than what plays until the next one.
      Fault(
        clip: "basic.flv", network: "1M", latency: 1500, buffer: (200, 30_000),
        transport: .slowStart(setUpRoundTrips: 0), startup: .latency, stalls: .slowStart),
      Fault(
        clip: "faststart.mp4", network: "2M", latency: 1200, seek: 14, startup: .latency,
        seeks: .latency),
      Fault(
        clip: "faststart.mp4", network: "2M", latency: 600,
        transport: .slowStart(setUpRoundTrips: 3), seek: 14, startup: .slowStart,
        seeks: .slowStart),
    ])
  func faults(_ fault: Fault) throws {
    let index = try Fixtures.index(at: Fixtures.clip(fault.clip))
    let argument = try NetworkArgument(parsing: fault.network)
    guard case .profile(let profile) = argument else {
      Issue.record("\(fault.network) is no profile")
      return
    }
    let preset = try #require(PlayerPreset.named(fault.player))
    var parameters = preset.parameters
    if fault.player == "basic" {
      parameters.startupThreshold = .milliseconds(fault.buffer.startup)
      parameters.highWatermark = fault.buffer.high.map { .milliseconds($0) }
    }
    let link = NetworkLink(
      following: try profile.replacingLatency(with: .milliseconds(fault.latency)))
    let scenario = FileScenario(
      try Presentation(index), over: link, by: fault.transport,
      policy: try BufferingPolicy(parameters),
      actions: fault.seek.map { [UserAction(at: .seconds(2), .seek(to: .seconds($0), .exact))] }
        ?? [])
    var simulation = Simulation(scenario)
    let session = simulation.run()
    let causes = SessionCauses(of: session, in: scenario)
    expect(!causes.isCutShort)
    expect(causes.startup?.kind, equals: fault.startup)
    expect(session.stalls.isEmpty, equals: (fault.stalls == nil))
    for stall in session.stalls { expect(causes.stalls[stall.number]?.kind, equals: fault.stalls) }
    expect(Set(causes.seeks.values.map(\.kind)), equals: Set([fault.seeks].compactMap(\.self)))
  }
}
