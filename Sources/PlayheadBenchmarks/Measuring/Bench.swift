/// What a benchmark has to work with.
struct Bench {
  let workshop: Workshop
  let runs: Int

  /// Measures both sides in turn, after a run of each that does not count, and prints the ratio.
  func compare(
    _ ours: Contender, with theirs: Contender, target: Double, aim: Double? = nil
  ) throws(BenchmarkError) {
    _ = try ours.measure()
    _ = try theirs.measure()
    var ourCosts: [Cost] = []
    var theirCosts: [Cost] = []
    for _ in 0..<runs {
      ourCosts.append(try ours.measure())
      theirCosts.append(try theirs.measure())
    }
    let width = max(ours.label.count, theirs.label.count)
    print(Figures.line(ours.label, ourCosts, width: width))
    print(Figures.line(theirs.label, theirCosts, width: width))
    print(Figures.ratios(ourCosts, theirCosts, target: target, aim: aim))
  }

  /// Measures one side alone, after a run that does not count, and prints it.
  ///
  /// With a bound in seconds, also prints whether the median wall time keeps to it.
  func inform(_ ours: Contender, within bound: Double? = nil) throws(BenchmarkError) {
    _ = try ours.measure()
    var costs: [Cost] = []
    for _ in 0..<runs { costs.append(try ours.measure()) }
    print(Figures.line(ours.label, costs, width: ours.label.count))
    guard let bound else { return }
    let median = CostSpread(costs.map(\.wall)).median
    print(
      Figures.bounded(
        ours.label, "\(Figures.fixed(median * 1000, 1)) ms",
        "< \(Figures.fixed(bound * 1000, 0)) ms", isMet: median < bound))
  }
}
