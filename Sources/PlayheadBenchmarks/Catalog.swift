/// One thing that is measured.
struct Benchmark: Sendable {
  let name: String
  let abstract: String
  let run: @Sendable (Bench) throws(BenchmarkError) -> Void
}

/// All benchmarks, in the order in which they run.
enum Catalog {
  /// Memory comes first: a child's peak is counted from what its parent had when it began it.
  static let all: [Benchmark] =
    MemoryBenchmarks.all + StartupBenchmarks.all + IndexingBenchmarks.all + SessionBenchmarks.all
    + RequirementsBenchmarks.all + CauseBenchmarks.all + SuiteBenchmarks.all + TextBenchmarks.all
    + TraceBenchmarks.all + LadderBenchmarks.all + LiveBenchmarks.all + SweepBenchmarks.all
    + DecodingBenchmarks.all

  /// Those of `names`, in the order of the catalog.
  static func benchmarks(_ names: [String]) throws(BenchmarkError) -> [Benchmark] {
    for name in names where !all.contains(where: { $0.name == name }) {
      throw BenchmarkError("unknown benchmark, \(name): see --list", code: 64)
    }
    return all.filter { names.contains($0.name) }
  }

  static func list() {
    let width = all.map(\.name.count).max() ?? 0
    for benchmark in all {
      let padding = String(repeating: " ", count: width - benchmark.name.count)
      print("\(benchmark.name)\(padding)  \(benchmark.abstract)")
    }
  }
}
