import Foundation

/// Prints how Playhead compares with the tools one would use instead, measured side by side.
///
/// These are ratios of two programs that ran in turn on one machine, so they mean the same on any;
/// nothing here fails because it was slow.
@main
enum PlayheadBenchmarks {
  static func main() {
    do {
      try run(Options(Array(CommandLine.arguments.dropFirst())))
    } catch {
      FileHandle.standardError.write(Data("PlayheadBenchmarks: \(error.message)\n".utf8))
      exit(error.code)
    }
  }

  private static func run(_ options: Options) throws(BenchmarkError) {
    switch options.wish {
    case .help: print(Options.help)
    case .list: Catalog.list()
    case .run(let benchmarks):
      let folder = try WorkFolder(kept: options.media)
      defer { folder.remove() }
      let stop = StopSignals()
      defer { stop.end() }
      let workshop = try Workshop(folder: folder, playhead: options.playhead)
      let bench = Bench(workshop: workshop, runs: options.runs)
      print("medians of \(options.runs) runs, ours and theirs in turn")
      for benchmark in benchmarks {
        print("\n\(benchmark.name): \(benchmark.abstract)")
        try benchmark.run(bench)
      }
    }
  }
}
