import Foundation
import PlayheadKit

/// How much memory a long file takes.
enum MemoryBenchmarks {
  static let all: [Benchmark] = [
    Benchmark(name: "memory", abstract: "the memory that two hours of media take") {
      bench throws(BenchmarkError) in
      let stride = MemoryLayout<Sample>.stride
      print(Figures.bounded("a sample", "\(stride) bytes", "≤ 48 bytes", isMet: stride <= 48))
      try printPeak(.twoHours, "MP4", bench)
      try printPeak(.twoHoursMKV, "Matroska", bench)
    }
  ]

  private static func printPeak(
    _ media: TestMedia, _ kind: String, _ bench: Bench
  ) throws(BenchmarkError) {
    let command = try bench.workshop.analyze(media, decode: "none")
    var peaks: [Double] = []
    for _ in 0..<bench.runs {
      peaks.append(Double(try ChildProcess.run(command).peakBytes) / 1e6)
    }
    let spread = CostSpread(peaks)
    let range = "\(Figures.fixed(spread.least, 1))–\(Figures.fixed(spread.greatest, 1))"
    print(
      Figures.bounded(
        "peak of \(command.label), \(kind)", "\(Figures.fixed(spread.median, 1)) MB (\(range))",
        "< 100 MB", isMet: spread.median < 100))
    let own = Double(ownPeakBytes) / 1e6
    if own >= spread.least {
      print("  of no use: this process itself has had \(Figures.fixed(own, 1)) MB, see Catalog")
    }
  }

  /// The most memory that this process has had; a child's count begins with it.
  private static var ownPeakBytes: Int {
    var usage = rusage()
    #if canImport(Darwin)
      unsafe getrusage(RUSAGE_SELF, &usage)
      return Int(usage.ru_maxrss)
    #else
      unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return Int(usage.ru_maxrss) * 1024
    #endif
  }
}
