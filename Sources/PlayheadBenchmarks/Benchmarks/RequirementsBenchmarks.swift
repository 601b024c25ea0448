import PlayheadKit

/// How fast the exact bounds of a long file are found from its index.
enum RequirementsBenchmarks {
  static let all: [Benchmark] = [
    Benchmark(
      name: "requirements",
      abstract: "find the bounds of a file of two hours from its index"
    ) { bench throws(BenchmarkError) in
      let scene = try SyntheticScene(minutes: 120)
      let presentation = try scene.presentation()
      var corners = 0
      try bench.inform(
        Contender("rate by startup delay, of \(scene.index.samples.count) samples") {
          () throws(BenchmarkError) in
          try Stopwatch.measure { () throws(BenchmarkError) in
            let needed = try bytes(neededBy: presentation)
            corners = RateCurve(needed, latency: .milliseconds(50)).corners.count
          }
        }, within: 0.1)
      print("  \(corners) corners")
      let needed = try bytes(neededBy: presentation)
      try bench.inform(
        Contender("Presentation of the index") { () throws(BenchmarkError) in
          try Stopwatch.measure { () throws(BenchmarkError) in _ = try scene.presentation() }
        })
      try bench.inform(
        Contender("startup delay and buffer on a network of 1000 intervals") {
          () throws(BenchmarkError) in
          try Stopwatch.measure {
            let bound = StartupBound(needed, over: scene.link)
            _ = bound.delay.flatMap { BufferBound(needed, over: scene.link, startup: $0) }
          }
        })
      try bench.inform(
        Contender("leaky buckets of both tracks and the file") { () throws(BenchmarkError) in
          try Stopwatch.measure {
            for track in 0...1 { _ = LeakyBucket(scene.index, track: track) }
            _ = LeakyBucket(needed)
          }
        })
    }
  ]

  private static func bytes(neededBy presentation: Presentation) throws(BenchmarkError)
    -> NeededBytes
  {
    guard let needed = NeededBytes(presentation) else {
      throw BenchmarkError("made-up media is not one file")
    }
    return needed
  }
}
