import PlayheadKit

/// How fast sessions are simulated, in this process and for information.
///
/// What else is worth knowing (searches for bounds, many sessions on all cores) has its place here.
enum SessionBenchmarks {
  static let all: [Benchmark] = [
    Benchmark(
      name: "session",
      abstract: "play 45000 samples over 1000 intervals, without ticks and events"
    ) { bench throws(BenchmarkError) in
      let scene = try SyntheticScene()
      try bench.inform(
        Contender("Presentation of the index") { () throws(BenchmarkError) in
          try Stopwatch.measure { () throws(BenchmarkError) in _ = try scene.presentation() }
        })
      let presentation = try scene.presentation()
      var rates: [Double] = []
      for _ in 0..<bench.runs {
        let cost = try Stopwatch.measure {
          for _ in 0..<sessions { scene.play(presentation) }
        }
        rates.append(Double(sessions) / cost.wall)
      }
      let spread = Spread(rates)
      let range = "\(Figures.fixed(spread.least, 0))–\(Figures.fixed(spread.greatest, 0))"
      print("  straight session  \(Figures.fixed(spread.median, 0)) sessions/s (\(range))")
    }
  ]

  /// One session is too short to be measured well.
  private static let sessions = 50
}
