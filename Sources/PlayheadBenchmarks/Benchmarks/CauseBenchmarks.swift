import PlayheadKit

/// How long the causes of a session take, beside the session itself: in processor time, as one
/// thread does it all, and as other work on the machine does not change that.
enum CauseBenchmarks {
  static let all: [Benchmark] = [
    Benchmark(
      name: "causes",
      abstract: "find the causes of a session of 10 minutes, and of one of two hours"
    ) { bench throws(BenchmarkError) in
      for minutes in [10, 120] as [Int64] {
        for share in [100, 60, 50] as [Int64] {
          try measure(bench, SyntheticScene(minutes: minutes, linkPercentage: share), minutes)
        }
      }
    }
  ]

  /// The session is played from the index on, as an analysis of a file does.
  private static func measure(
    _ bench: Bench, _ scene: SyntheticScene, _ minutes: Int64
  ) throws(BenchmarkError) {
    let policy = try scene.policy(high: .seconds(30), low: .seconds(20))
    func session() throws(BenchmarkError) -> (FileScenario, Session) {
      let scenario = FileScenario(
        try scene.presentation(), over: scene.link, policy: policy,
        options: SessionOptions(tickInterval: nil))
      var simulation = Simulation(scenario)
      return (scenario, simulation.run())
    }
    let (scenario, played) = try session()
    var causes = SessionCauses()
    let repeats = minutes > 60 ? 1 : 10
    var alone: [Double] = []
    var whole: [Double] = []
    var found: [Double] = []
    for _ in 0...bench.runs {
      alone.append(
        try Stopwatch.measure { () throws(BenchmarkError) in
          for _ in 0..<repeats {
            var simulation = Simulation(scenario)
            _ = simulation.run()
          }
        }.cpu / Double(repeats))
      whole.append(
        try Stopwatch.measure { () throws(BenchmarkError) in
          for _ in 0..<repeats { _ = try session() }
        }.cpu / Double(repeats))
      found.append(
        try Stopwatch.measure { () throws(BenchmarkError) in
          for _ in 0..<repeats { causes = SessionCauses(of: played, in: scenario) }
        }.cpu / Double(repeats))
    }
    let time = CostSpread(Array(found.dropFirst())).median
    func times(_ costs: [Double]) -> Double { time / CostSpread(Array(costs.dropFirst())).median }
    let label = "causes of \(played.stalls.count) stalls in \(minutes) min"
    print(
      "  \(label): \(causes.stalls.count) found\(causes.isCutShort ? ", budget used up" : "")")
    print(
      Figures.bounded(
        label, "\(Figures.fixed(time * 1000, 1)) ms", "< 2000 ms", isMet: time < 2))
    print(
      Figures.bounded(
        label, "\(Figures.fixed(times(alone), 1)) times the simulation alone", "< 50",
        isMet: times(alone) < 50))
    print(
      Figures.bounded(
        label, "\(Figures.fixed(times(whole), 1)) times the session from its index", "< 50",
        isMet: times(whole) < 50))
  }
}
