/// What it costs to begin at all.
enum StartupBenchmarks {
  static let all: [Benchmark] = [
    Benchmark(name: "start", abstract: "print the version, against ffprobe's") {
      bench throws(BenchmarkError) in
      try bench.compare(
        Contender(
          bench.workshop.playhead("playhead --version", ["--version"]), repetitions: repetitions),
        with: Contender(
          Tool.ffprobe.command("ffprobe -version", ["-version"]), repetitions: repetitions),
        target: 0.8)
    },
    Benchmark(name: "short", abstract: "index a clip of 20 s, against ffprobe's list of packets") {
      bench throws(BenchmarkError) in
      let file = try bench.workshop.path(.shortMP4)
      try bench.compare(
        Contender(
          bench.workshop.analyze(.shortMP4, decode: "none"), repetitions: repetitions),
        with: Contender(
          Tool.ffprobe.command("ffprobe -show_packets", ["-v", "error", "-show_packets", file]),
          repetitions: repetitions),
        target: 1)
    },
  ]

  /// One start is too short to be measured well.
  private static let repetitions = 10
}
