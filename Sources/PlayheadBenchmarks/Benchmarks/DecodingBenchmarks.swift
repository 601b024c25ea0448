/// Decoding every frame of a file.
enum DecodingBenchmarks {
  static let all: [Benchmark] = [
    decoding("decode", .longMP4, "ten minutes of MP4", target: 0.75, aim: 0.65),
    // Without places to cut at, both sides share the work out in the same way, FFmpeg's.
    decoding("decode-open", .openGroups, "a minute of MPEG-TS with open groups", target: 1),
  ]

  private static func decoding(
    _ name: String, _ media: TestMedia, _ kind: String, target: Double, aim: Double? = nil
  ) -> Benchmark {
    Benchmark(name: name, abstract: "decode all of \(kind), against ffmpeg's null output") {
      bench throws(BenchmarkError) in
      let file = try bench.workshop.path(media)
      try bench.compare(
        Contender(bench.workshop.analyze(media, decode: "all")),
        with: Contender(
          Tool.ffmpeg.command(
            "ffmpeg -f null", ["-v", "error", "-nostdin", "-i", file, "-f", "null", "-"])),
        target: target, aim: aim)
    }
  }
}
