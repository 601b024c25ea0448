import Dispatch
import Foundation
import PlayheadKit
import PlayheadSweep

/// How many sessions of a sweep are played and stored in a second, and how many Sabre plays.
enum SweepBenchmarks {
  static let all: [Benchmark] = [
    Benchmark(
      name: "sweep",
      abstract:
        "play a ladder over 1,000 networks, stored, on one core and on two; with PLAYHEAD_SABRE, "
        + "Sabre's folder, beside it in one process of Python; with "
        + "PLAYHEAD_TRACES over those traces"
    ) { bench throws(BenchmarkError) in
      try measure(bench)
    }
  ]

  /// The number of networks.
  private static let count = 1000
  /// How many sessions Sabre plays in the same process.
  private static let theirCount = 20

  private static func measure(_ bench: Bench) throws(BenchmarkError) {
    let scenario = try LadderMovie().scenario()
    let profiles = try networks(scenario.link.profile)
    let plan = try plan(scenario, profiles)
    let stored = contender("stored, 1 core", plan, scenario.ladder, jobs: 1, bench.workshop)
    let plain = contender("not stored, 1 core", plan, scenario.ladder, jobs: 1, nil)
    let two = contender("stored, 2 cores", plan, scenario.ladder, jobs: 2, bench.workshop)
    try bench.compare(plain, with: stored, target: 1)
    try bench.compare(two, with: stored, target: 1 / 1.8)
    guard let folder = ProcessInfo.processInfo.environment["PLAYHEAD_SABRE"] else { return }
    let theirs = try sabre(in: folder, profiles, bench.workshop)
    // Each of ours, of which there are as many more, is to take 500 times less.
    try bench.compare(
      stored, with: theirs, target: Double(count) / Double(theirCount) / 500)
  }

  /// The traces of PLAYHEAD_TRACES from several places on, or the network of the movie at many
  /// rates.
  private static func networks(
    _ usual: BandwidthProfile
  ) throws(BenchmarkError) -> [BandwidthProfile] {
    var traces: [BandwidthProfile] = []
    if let folder = ProcessInfo.processInfo.environment["PLAYHEAD_TRACES"] {
      for name in FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? [] {
        if let trace = try? BandwidthProfile(path: "\(folder)/\(name)"), trace.meanRate > .zero {
          traces.append(trace)
        }
      }
      guard !traces.isEmpty else { throw BenchmarkError("no traces, \(folder)") }
    } else {
      traces = [usual]
    }
    return (0..<count).map { number in
      let trace = traces[number % traces.count]
      let part = Int64(number / traces.count)
      let parts = Int64(count / traces.count + 1)
      return trace.starting(
        at: WallTime(nanoseconds: trace.length.nanoseconds / parts * part))
    }
  }

  private static func plan(
    _ scenario: LadderScenario, _ profiles: [BandwidthProfile]
  ) throws(BenchmarkError) -> SweepPlan {
    let rule: RuleChoice
    do {
      rule = try RuleChoice(parsing: "sabre-throughput:noibr,noa")
    } catch {
      throw BenchmarkError("the rule: \(error)")
    }
    let player = LadderPlayer.sabreThroughput
    return SweepPlan(
      media: [SweepMedia(name: "movie", location: "movie.json", kind: .ladder)],
      networks: profiles.enumerated().map { number, profile in
        SweepNetwork(
          name: "\(number)", argument: "\(number)", options: [],
          link: NetworkLink(following: profile))
      },
      players: [
        SweepPlayer(
          name: player.name, argument: player.name, argumentOfFiles: "", ofFiles: nil,
          ofLadders: player)
      ], rules: [SweepRule(name: "sabre", choice: rule)], variants: [.none],
      manner: SweepManner())
  }

  /// All sessions, written to a file of results in the folder of `workshop` if there is one.
  private static func contender(
    _ label: String, _ plan: SweepPlan, _ ladder: Ladder, jobs: Int, _ workshop: Workshop?
  ) -> Contender {
    Contender("\(count) sessions, \(label)") { () throws(BenchmarkError) in
      let path = try workshop?.write("", to: "results.sqlite")
      if let path { try? FileManager.default.removeItem(atPath: path) }
      return try Stopwatch.measure { () throws(BenchmarkError) in
        var runner = SweepRunner(plan, SweepSelection(all: plan)) { _, _ in
          PlayableMedia(ladder)
        }
        runner.jobs = jobs
        runner.concurrently = { count, work in
          DispatchQueue.concurrentPerform(iterations: count, execute: work)
        }
        do throws(ResultsError) {
          guard let path else {
            _ = try runner.run(to: DroppingSink())
            return
          }
          var writer = try ResultsWriter(path: path)
          let finished = try writer.finishedJobs()
          _ = try writer.begin(plan.networks.map(NetworkFact.init), [])
          let sink = ResultsSink(
            writer, finished: finished, hasWaited: { false }, onChange: { _ in })
          _ = try runner.run(to: sink)
        } catch {
          throw BenchmarkError("results: \(error.why)")
        }
      }
    }
  }

  /// Sessions of Sabre's in one process: its program is compiled once, and run with other arguments
  /// for each.
  private static func sabre(
    in folder: String, _ profiles: [BandwidthProfile], _ workshop: Workshop
  ) throws(BenchmarkError) -> Contender {
    let movie = try workshop.write(LadderMovie().movieText, to: "sabre-movie.json")
    var networks: [String] = []
    let step = count / theirCount
    for number in 0..<theirCount {
      do {
        let trace = try profiles[number * step].written(as: .sabre)
        networks.append(
          try workshop.write(
            String(decoding: trace.bytes, as: UTF8.self), to: "sabre-\(number).json"))
      } catch let error as BenchmarkError {
        throw error
      } catch {
        throw BenchmarkError("a trace: \(error)")
      }
    }
    let program = try workshop.write(
      """
      import contextlib, io, sys, time
      program, movie, times, networks = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
      code = compile(open(program).read(), program, "exec")
      def play(network):
          sys.argv = [program, "-m", movie, "-n", network, "-a", "throughput", "-noibr", "-noa"]
          with contextlib.redirect_stdout(io.StringIO()):
              exec(code, {"__name__": "__main__", "__file__": program})
      play(networks[0])
      start = time.perf_counter(), time.process_time()
      for network in networks: play(network)
      text = f"{time.perf_counter() - start[0]} {time.process_time() - start[1]}"
      open(times, "w").write(text)
      """, to: "sabre-in-process.py")
    let output = try workshop.write("", to: "sabre-times.txt")
    let command = ProcessCommand(
      "\(theirCount) sessions, Sabre in process", "python3",
      [program, folder + "/src/sabre.py", movie, output] + networks)
    return Contender(command.label) { () throws(BenchmarkError) in
      _ = try ChildProcess.run(command)
      // Without the start of Python.
      let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
      let times = text.split(separator: " ").compactMap { Double($0) }
      guard times.count == 2 else { throw BenchmarkError("no times, \(folder)") }
      return Cost(wall: times[0], cpu: times[1])
    }
  }
}

/// Takes records, and keeps none.
private struct DroppingSink: SweepSink {
  func add(_ record: SweepRecord) {}
}
