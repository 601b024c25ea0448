import MediaReading
import PlayheadKit

/// Reading a file's index without decoding.
enum IndexingBenchmarks {
  static let all: [Benchmark] = [
    Benchmark(
      name: "index-copy", abstract: "index ten minutes of MP4, against copying it to nowhere"
    ) { bench throws(BenchmarkError) in
      let file = try bench.workshop.path(.longMP4)
      try bench.compare(
        Contender(bench.workshop.analyze(.longMP4, decode: "none")),
        with: Contender(
          Tool.ffmpeg.command(
            "ffmpeg -c copy -f null",
            ["-v", "error", "-nostdin", "-i", file, "-c", "copy", "-f", "null", "-"])),
        target: 1)
      try bench.inform(inProcess(file))
    },
    listing("index-mp4", .longMP4, "MP4"),
    listing("index-mkv", .longMKV, "Matroska"),
    listing("index-ts", .longTS, "MPEG-TS"),
  ]

  private static func listing(_ name: String, _ media: TestMedia, _ kind: String) -> Benchmark {
    Benchmark(
      name: name, abstract: "index ten minutes of \(kind), against ffprobe's list of packets"
    ) { bench throws(BenchmarkError) in
      try bench.compare(
        Contender(bench.workshop.analyze(media, decode: "none")),
        with: Contender(
          Tool.ffprobe.command(
            "ffprobe -show_packets",
            ["-v", "error", "-show_packets", "-of", "csv", bench.workshop.path(media)])),
        target: 0.5)
    }
  }

  /// The library's reader in this process, without a program's start.
  private static func inProcess(_ file: String) -> Contender {
    Contender("MediaReader.read, in process") { () throws(BenchmarkError) in
      try Stopwatch.measure { () throws(BenchmarkError) in
        do {
          _ = try MediaReader(cores: 2).read(file, decode: .none)
        } catch {
          throw BenchmarkError("cannot read, \(file): \(error)")
        }
      }
    }
  }
}
