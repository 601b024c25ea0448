import PlayheadKit

/// How fast long traces are read, and bytes found in them.
enum TraceBenchmarks {
  static let all: [Benchmark] = [
    Benchmark(
      name: "trace-read", abstract: "read a trace of 100000 intervals in each format"
    ) { bench throws(BenchmarkError) in
      let profile = try profile()
      for format in WritableTraceFormat.allCases {
        let contents = try contents(of: profile, as: format)
        let ours = Contender(format.rawValue) { () throws(BenchmarkError) in
          try Stopwatch.measure { () throws(BenchmarkError) in
            _ = try read(contents, format.format)
          }
        }
        // JSON has more to read for each interval than a line has.
        try bench.inform(ours, within: format == .sabre ? 0.3 : 0.1)
        guard format == .sabre, Tool.isOnPath("python3") else { continue }
        let path = try bench.workshop.write(
          String(decoding: contents, as: UTF8.self), to: "trace.json")
        try bench.compare(ours, with: python(path), target: 1)
      }
    },
    Benchmark(
      name: "arrival", abstract: "find when bytes arrive in a trace of 100000 intervals"
    ) { bench throws(BenchmarkError) in
      let link = NetworkLink(following: try profile())
      var costs: [Double] = []
      var found = 0
      for _ in 0..<bench.runs {
        let cost = try Stopwatch.measure {
          for index in 0..<arrivals {
            // Steps of a prime lead all over a day of trace, and into each interval elsewhere.
            let start = WallTime.milliseconds(index * 7_919 % 86_400_000)
            if link.arrival(of: index % 1_000_000 + 1, from: start) != nil { found += 1 }
          }
        }
        costs.append(cost.wall / Double(arrivals) * 1e9)
      }
      guard found == Int(arrivals) * bench.runs else {
        throw BenchmarkError("cannot measure, arrival: some bytes never arrive")
      }
      let spread = CostSpread(costs)
      print(
        Figures.bounded(
          "an arrival", "\(Figures.fixed(spread.median, 0)) ns", "< 1000 ns",
          isMet: spread.median < 1000))
    },
  ]

  /// One arrival is too short to be measured well.
  private static let arrivals: Int64 = 1_000_000

  /// Intervals of up to a second, of uneven rates, some of nothing.
  private static func profile() throws(BenchmarkError) -> BandwidthProfile {
    let intervals = (0..<100_000).map { (index: Int64) in
      BandwidthProfile.Interval(
        duration: .milliseconds(index * 37 % 1000 + 1),
        rate: BitRate(bitsPerSecond: (index * 7919 % 9000) * 1000),
        latency: .milliseconds(index * 13 % 200))
    }
    do {
      return try BandwidthProfile(name: "trace", intervals: intervals)
    } catch {
      throw BenchmarkError("cannot make, trace: \(error)")
    }
  }

  private static func contents(
    of profile: BandwidthProfile, as format: WritableTraceFormat
  ) throws(BenchmarkError) -> [UInt8] {
    // A file of mahimahi's has a line a packet, not one an interval.
    if format == .mahimahi { return Array((1...100_000).map { "\($0 * 2 / 3)\n" }.joined().utf8) }
    do {
      return try profile.written(as: format).bytes
    } catch {
      throw BenchmarkError("cannot write, \(format.rawValue): \(error)")
    }
  }

  private static func read(
    _ contents: [UInt8], _ format: TraceFormat
  ) throws(BenchmarkError) -> BandwidthProfile {
    do {
      return try BandwidthProfile(contents: contents, name: "trace", format: format)
    } catch {
      throw BenchmarkError("cannot read, \(format.rawValue): \(error)")
    }
  }

  /// What loading a trace takes in Python, whose JSON is written in C, with a loop as a simulator
  /// written in it has; the program's start is spread over the loads.
  private static func python(_ path: String) -> Contender {
    let loads = 10
    let program = """
      import json, sys
      for _ in range(\(loads)):
          with open(sys.argv[1]) as file:
              trace = [(e["duration_ms"], e["bandwidth_kbps"], e["latency_ms"])
                       for e in json.load(file)]
      """
    return Contender("json.load and a loop, Python") { () throws(BenchmarkError) in
      var cost = try ChildProcess.run(
        ProcessCommand("python3", "python3", ["-c", program, path]))
      cost.wall /= Double(loads)
      cost.cpu /= Double(loads)
      return cost
    }
  }
}
