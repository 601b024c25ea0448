import Foundation
import MediaReading
import PlayheadKit
import Testing

/// How often a file stalls behind 800 kbit/s and 50 ms of latency.
func stallCount(of file: String) throws -> Int {
  let index = try MediaReader().read(file, decode: .none).index
  let network = try BandwidthProfile(
    name: "slow", rate: BitRate(parsing: "800k"), latency: .milliseconds(50))
  var simulation = try Simulation(index, over: network)
  return SessionSummary(simulation.run()).stallCount
}

/// A player's progress in 24 columns: the playhead at a third, two thirds loaded.
func progressLine() -> String {
  let bar = ProgressBar(width: 24, style: .blocks, showsThumb: true)
  return bar.text(progress: 0.333, buffered: 0.667)
}

@Test func `Our trailers play as their suite expects`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let suite = folder.appending(path: "../../../Fixtures/suites/example.yaml")
  let result = try Suite(contentsOf: suite).run()
  #expect(result.hasPassed, "\(result)")
}

@Suite struct `The example in the README` {
  @Test func `finds the stall that the timeline above it shows`() throws {
    #expect(try stallCount(of: Fixtures.clip("faststart.mp4")) == 1)
  }

  @Test func `draws the bar that is shown beside it`() {
    #expect(progressLine() == "███████●▒▒▒▒▒▒▒▒········")
  }
}
