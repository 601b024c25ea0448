import MediaReading
import PlayheadKit
import ThrottledServing

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
        target: 0.5)
      try bench.inform(inProcess(file))
    },
    listing("index-mp4", .longMP4, "ten minutes of MP4", target: 0.25),
    listing("index-mp4-2h", .twoHours, "two hours of MP4", target: 0.25),
    listing("index-fragments", .twoHoursFragmented, "two hours of fragmented MP4", target: 0.75),
    listing("index-mkv", .longMKV, "ten minutes of Matroska", target: 0.3),
    listing("index-mkv-2h", .twoHoursMKV, "two hours of Matroska", target: 0.3),
    listing("index-ts", .longTS, "ten minutes of MPEG-TS", target: 0.5),
    Benchmark(name: "index-bytes", abstract: "the bytes that are read for an index") {
      bench throws(BenchmarkError) in
      for media: TestMedia in [.longMP4, .twoHours, .longMKV, .twoHoursMKV] {
        try printBytesRead(media, bench)
      }
    },
    Benchmark(
      name: "index-url",
      abstract: "index ten minutes of MP4 at a URL over 8 Mbit/s and 50 ms, table first and last"
    ) { bench throws(BenchmarkError) in
      for media: TestMedia in [.longMP4, .longMP4TableLast] { try readOverLink(media, bench) }
    },
  ]

  private static func listing(
    _ name: String, _ media: TestMedia, _ kind: String, target: Double
  ) -> Benchmark {
    Benchmark(name: name, abstract: "index \(kind), against ffprobe's list of packets") {
      bench throws(BenchmarkError) in
      try bench.compare(
        Contender(bench.workshop.analyze(media, decode: "none")),
        with: Contender(
          Tool.ffprobe.command(
            "ffprobe -show_packets",
            ["-v", "error", "-show_packets", "-of", "csv", bench.workshop.path(media)])),
        target: target)
    }
  }

  /// Prints how much of a file its index takes; of MP4, the tables and at most 1 MiB more.
  private static func printBytesRead(
    _ media: TestMedia, _ bench: Bench
  ) throws(BenchmarkError) {
    let reading = try read(bench.workshop.path(media))
    let read = Figures.fixed(Double(reading.indexBytesRead) / 1e6, 2)
    let words = "\(read) MB of \(Figures.fixed(Double(reading.index.bytes) / 1e6, 2)) MB"
    guard let tables = reading.index.containerIndexes?.first(where: { $0.name == "moov" }) else {
      print("  \(media.rawValue): \(words)")
      return
    }
    let most = tables.range.count + 1 << 20
    print(
      Figures.bounded(
        media.rawValue, words, "≤ \(Figures.fixed(Double(most) / 1e6, 2)) MB",
        isMet: reading.indexBytesRead <= most))
  }

  /// Reads the index of a file at a URL, which may take as long as its table does on the link, and
  /// five round trips.
  private static func readOverLink(
    _ media: TestMedia, _ bench: Bench
  ) throws(BenchmarkError) {
    let path = try bench.workshop.path(media)
    let (rate, latency) = (BitRate(bitsPerSecond: 8_000_000), WallTime.milliseconds(50))
    let server: ThrottledServer
    do {
      server = try ThrottledServer(
        serving: ServedFiles(path: path),
        over: BandwidthProfile(
          name: "link",
          intervals: [
            BandwidthProfile.Interval(duration: .milliseconds(1000), rate: rate, latency: latency)
          ], afterwards: .holdsLast))
    } catch {
      throw BenchmarkError("cannot serve, \(path): \(error)")
    }
    defer { server.stop() }
    guard let table = try read(path).index.containerIndexes?.first(where: { $0.name == "moov" })
    else { throw BenchmarkError("no table, \(path)") }
    let seconds = Double(8 * table.range.count) / Double(rate.bitsPerSecond)
    let url = server.url("/media/\(media.rawValue)")
    let reading = Contender(media.rawValue) { () throws(BenchmarkError) in
      try Stopwatch.measure { () throws(BenchmarkError) in _ = try read(url) }
    }
    try bench.inform(reading, within: seconds + 5 * Double(latency.nanoseconds) / 1e9)
  }

  /// The library's reader in this process, without a program's start.
  private static func inProcess(_ file: String) -> Contender {
    Contender("MediaReader.read, in process") { () throws(BenchmarkError) in
      try Stopwatch.measure { () throws(BenchmarkError) in
        _ = try read(file)
      }
    }
  }

  private static func read(_ file: String) throws(BenchmarkError) -> MediaReading {
    do {
      return try MediaReader(cores: 2).read(file, decode: .none)
    } catch {
      throw BenchmarkError("cannot read, \(file): \(error)")
    }
  }
}
