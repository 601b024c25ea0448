import PlayheadKit

/// How fast sessions are simulated in this process, beside a plain simulation in steps of 10 ms.
///
/// What else is worth knowing (searches for bounds, many sessions on all cores) has its place here.
enum SessionBenchmarks {
  static let all: [Benchmark] = [
    Benchmark(
      name: "session",
      abstract: "play 45000 samples over 1000 intervals, with only the summary asked for"
    ) { bench throws(BenchmarkError) in
      let scene = try SyntheticScene()
      try bench.inform(
        Contender("Presentation of the index") { () throws(BenchmarkError) in
          try Stopwatch.measure { () throws(BenchmarkError) in _ = try scene.presentation() }
        })
      try compare(bench, scene, "unlimited buffer", high: nil, low: nil, target: 20_000)
      try compare(
        bench, scene, "--max-buffer 30s:20s", high: .seconds(30), low: .seconds(20), target: 5000)
      for name in ["mpv", "chromium"] { try measure(bench, scene, name, target: 5000) }
    }
  ]

  /// How many sessions a built-in player takes a second of one core for.
  private static func measure(
    _ bench: Bench, _ scene: SyntheticScene, _ name: String, target: Double
  ) throws(BenchmarkError) {
    guard let parameters = PlayerPreset.named(name)?.parameters,
      let policy = try? BufferingPolicy(parameters)
    else { throw BenchmarkError("no player is called \(name)") }
    let presentation = try scene.presentation()
    let count = 500
    var rates: [Double] = []
    var stalls = 0
    try bench.inform(
      Contender("Simulation, --player \(name), \(count) times") { () throws(BenchmarkError) in
        let cost = try Stopwatch.measure {
          for _ in 0..<count { stalls = scene.play(presentation, policy) }
        }
        rates.append(Double(count) / cost.cpu)
        return cost
      })
    let spread = CostSpread(Array(rates.dropFirst()))
    print(
      Figures.bounded(
        "a second of one core, --player \(name)",
        "\(Figures.fixed(spread.median, 0)) sessions/s, stalls \(stalls)",
        "≥ \(Figures.fixed(target, 0))", isMet: spread.median >= target))
  }

  private static func compare(
    _ bench: Bench, _ scene: SyntheticScene, _ name: String, high: MediaTime?, low: MediaTime?,
    target: Double
  ) throws(BenchmarkError) {
    let presentation = try scene.presentation()
    let policy = try scene.policy(high: high, low: low)
    let plain = PlainSimulation(scene.index, scene.link.profile)
    func seconds(_ time: MediaTime?) -> Double {
      time.map { Double($0.nanoseconds) / 1e9 } ?? .infinity
    }
    var rates: [Double] = []
    var stalls = (ours: 0, theirs: 0)
    try bench.compare(
      Contender("Simulation, \(name), \(sessions) times") { () throws(BenchmarkError) in
        let cost = try Stopwatch.measure {
          for _ in 0..<sessions { stalls.ours = scene.play(presentation, policy) }
        }
        rates.append(Double(sessions) / cost.cpu)
        return cost
      },
      with: Contender("steps of 10 ms, \(name), \(sessions) times, by \(plainSessions)") {
        () throws(BenchmarkError) in
        let cost = try Stopwatch.measure {
          for _ in 0..<plainSessions {
            stalls.theirs = plain.play(high: seconds(high), low: low.map { seconds($0) } ?? 0)
          }
        }
        // As long as it would take for as many sessions.
        let factor = Double(sessions) / Double(plainSessions)
        return Cost(wall: cost.wall * factor, cpu: cost.cpu * factor)
      }, target: 1)
    let spread = CostSpread(Array(rates.dropFirst()))
    print(
      Figures.bounded(
        "a second of one core, \(name)",
        "\(Figures.fixed(spread.median, 0)) sessions/s "
          + "(\(Figures.fixed(spread.least, 0))–\(Figures.fixed(spread.greatest, 0))), "
          + "stalls \(stalls.ours), in steps \(stalls.theirs)",
        "≥ \(Figures.fixed(target, 0))", isMet: spread.median >= target))
  }

  /// One session is too short to be measured well.
  private static let sessions = 2000
  private static let plainSessions = 100
}
