import Dispatch
import Foundation
import PlayheadKit

/// How many sessions of a ladder are played in a second, and how many Sabre plays.
enum LadderBenchmarks {
  static let all: [Benchmark] = [
    Benchmark(
      name: "ladder",
      abstract:
        "play a ladder of 200 segments and 10 levels; with PLAYHEAD_SABRE, Sabre's folder, beside it"
    ) { bench throws(BenchmarkError) in
      try measure(on: 1, bench)
    },
    Benchmark(
      name: "ladder-cores", abstract: "the same on all cores, as the cases of a suite are played"
    ) { bench throws(BenchmarkError) in
      try measure(on: ProcessInfo.processInfo.activeProcessorCount, bench)
    },
    Benchmark(
      name: "spread",
      abstract: "100 runs of a ladder of two minutes, for --spread: under 0.5 s; against as many "
        + "single runs, and one process that plays one"
    ) { bench throws(BenchmarkError) in
      try measureSpread(bench)
    },
  ]

  private static func measureSpread(_ bench: Bench) throws(BenchmarkError) {
    let movie = LadderMovie(segments: 40)
    var scenario = try movie.scenario()
    scenario.player = .hlsJS
    let played = scenario.adapting(by: NamedRule.hlsJS.rule)
    let spread = Contender("100 runs of a spread") { () throws(BenchmarkError) in
      try Stopwatch.measure { _ = Spread(of: played) }
    }
    try bench.inform(spread, within: 0.5)
    let singles = Contender("100 sessions, one by one") { () throws(BenchmarkError) in
      try Stopwatch.measure {
        for _ in 0..<100 {
          var simulation = LadderSimulation(played)
          _ = simulation.run()
        }
      }
    }
    try bench.compare(spread, with: singles, target: 2)
    let files = [
      try bench.workshop.write(movie.movieText, to: "spread-movie.json"),
      try bench.workshop.write(movie.networkText, to: "spread-network.json"),
    ]
    // The same by hand: a process for each run, of which one is measured.
    let process = try Contender(
      bench.workshop.playhead(
        "one session, a process",
        [
          "analyze", files[0], "--network", files[1], "--player", "hls.js", "--format", "json",
          "--quiet",
        ]), repetitions: 5)
    try bench.compare(spread, with: process, target: 10)
  }

  private static func measure(on cores: Int, _ bench: Bench) throws(BenchmarkError) {
    let movie = LadderMovie()
    let scenario = try movie.scenario()
    let count = 1000
    let place = cores == 1 ? "" : ", \(cores) cores"
    let ours = Contender("\(count) sessions\(place)") { () throws(BenchmarkError) in
      try Stopwatch.measure {
        DispatchQueue.concurrentPerform(iterations: cores) { core in
          for _ in stride(from: core, to: count, by: cores) {
            var simulation = LadderSimulation(scenario)
            _ = simulation.run()
          }
        }
      }
    }
    guard let folder = ProcessInfo.processInfo.environment["PLAYHEAD_SABRE"] else {
      try bench.inform(ours)
      return
    }
    let theirs = try sabre(in: folder, movie, bench.workshop)
    // As many of ours as are to take no longer than one of theirs.
    try bench.compare(ours, with: theirs, target: 1)
  }

  /// One session of Sabre's, in a process of its own as it is made to run.
  private static func sabre(
    in folder: String, _ movie: LadderMovie, _ workshop: Workshop
  ) throws(BenchmarkError) -> Contender {
    let files = [
      try workshop.write(movie.movieText, to: "sabre-movie.json"),
      try workshop.write(movie.networkText, to: "sabre-network.json"),
    ]
    return Contender(
      ProcessCommand(
        "one session, Sabre", "python3",
        [
          folder + "/src/sabre.py", "-m", files[0], "-n", files[1], "-a", "throughput", "-noibr",
          "-noa",
        ]), repetitions: 5)
  }
}
