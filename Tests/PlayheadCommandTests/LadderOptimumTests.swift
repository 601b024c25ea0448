import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

@Suite("The optimum of a ladder")
struct LadderOptimumTests {
  private static let rules = [
    "fixed:0", "fixed:1", "fixed:2", "throughput", "bba0", "bola", "mpc", "robust-mpc", "hls.js",
    "dash.js", "shaka", "media3", "chromium-hls", "sabre-throughput", "sabre-bola", "optimal",
  ]

  private static let traces = [
    "commute.json", "steps.json", "outage.json", "oboe.txt", "norway.log", "pensieve.txt",
  ]

  @Test(
    "no rule beats it, whatever the network", arguments: traces.indices, ["linear", "bola"])
  func unbeaten(number: Int, score: String) throws {
    let movie = "\(Project.root)/Fixtures/ladders/movie.json"
    let trace = Self.traces[number]
    for rule in Seeds.some(Self.rules, oneIn: 4, from: number) {
      let run = try ProgramRun(
        "analyze \(movie) -n \(Project.trace(trace)) --abr \(rule) --optimum=\(score) "
          + "--metric 'optimumGap(\(score))' --quiet")
      guard run.code == .ok, let gap = Double(run.output.dropLast()) else { continue }
      expect(gap >= -0.000_001, "\(rule)")
    }
  }

  @Test("is refused where audio is apart, as it would leave out what that takes of the link")
  func audioApart() throws {
    for options in ["--abr optimal", "--optimum"] {
      let run = try ProgramRun("analyze \(LadderTests.dash) -n 2M \(options)")
      expect(run.diagnostics.contains("its audio is apart"), "\(options)")
      expect(!run.output.contains("optimum"))
      expect((run.code == .ok), equals: (options == "--optimum"))
    }
  }
}
