/// Decoding every frame of a file.
enum DecodingBenchmarks {
  static let all: [Benchmark] = [
    Benchmark(
      name: "decode", abstract: "decode all of ten minutes of MP4, against ffmpeg's null output"
    ) { bench throws(BenchmarkError) in
      let file = try bench.workshop.path(.longMP4)
      try bench.compare(
        Contender(bench.workshop.analyze(.longMP4, decode: "all")),
        with: Contender(
          Tool.ffmpeg.command(
            "ffmpeg -f null", ["-v", "error", "-nostdin", "-i", file, "-f", "null", "-"])),
        target: 0.75, aim: 0.65)
    }
  ]
}
