import MediaReading
import PlayheadKit

/// How long a suite takes, beside a program started for each of its cases.
enum SuiteBenchmarks {
  static let all: [Benchmark] = [
    Benchmark(
      name: "suite",
      abstract: "check 1000 cases over 10 files and 100 links of 200 intervals, indexes cached"
    ) { bench throws(BenchmarkError) in
      let suite = try writeSuite(bench.workshop)
      // The program keeps indexes in a cache of its own, which the run that does not count fills.
      try bench.inform(
        Contender(
          bench.workshop.playhead(
            "playhead check, 1000 cases", ["check", suite.path, "--quiet", "--jobs", "2"])),
        within: 2)
      let analyses = try suite.sample.map { arguments throws(BenchmarkError) in
        Contender(try bench.workshop.playhead("playhead analyze", arguments))
      }
      try bench.inform(
        Contender("playhead analyze, a process for each of 1000 cases, by \(analyses.count)") {
          () throws(BenchmarkError) in
          var total = Cost(wall: 0, cpu: 0)
          for analysis in analyses {
            let cost = try analysis.measure()
            total.wall += cost.wall
            total.cpu += cost.cpu
          }
          // As long as it would take for all cases, one after the other.
          let factor = 1000 / Double(analyses.count)
          return Cost(wall: total.wall * factor, cpu: total.cpu * factor)
        })
    }
  ]

  private static let fileCount = 10
  private static let linkCount = 100

  /// A suite of ten files and a hundred links, and the arguments by which some of its cases are
  /// played alone: each file once.
  private static func writeSuite(
    _ workshop: Workshop
  ) throws(BenchmarkError) -> (path: String, sample: [[String]]) {
    let clip = try workshop.path(.clip)
    var files: [String] = []
    for number in 0..<fileCount {
      files.append(try workshop.link(to: clip, as: "suite-\(number).mp4"))
    }
    var links: [String] = []
    for number in 0..<linkCount {
      let name = "suite-\(number).csv"
      _ = try workshop.write(trace(number), to: name)
      links.append(name)
    }
    let text = """
      playhead: suite/1
      cases:
        - name: all
          media: [\(files.joined(separator: ", "))]
          network: [\(links.joined(separator: ", "))]
          expect: [stallCount >= 0, startup <= 1h, rebufferRatio <= 100%]
      """
    let path = try workshop.write(text, to: "suite.yaml")
    let folder = path.dropLast("suite.yaml".count)
    let sample = files.indices.map { number in
      [
        "analyze", folder + files[number], "--network", folder + links[number * 10], "--quiet",
        "--decode", "none", "--tick", "1h",
      ]
    }
    return (path, sample)
  }

  /// 200 intervals of a second between 1 and 5 Mbit/s, another course for each number.
  private static func trace(_ number: Int) -> String {
    let rows = (0..<200).map { second in
      "\(second),\(1000 + (second * 7919 + number * 104_729) % 4000)"
    }
    return (["seconds,kbps"] + rows).joined(separator: "\n") + "\n"
  }
}
