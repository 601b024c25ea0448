/// One side of a comparison.
struct Contender {
  let label: String
  let measure: () throws(BenchmarkError) -> Cost

  /// A way of measuring what `label` names.
  init(_ label: String, measure: @escaping () throws(BenchmarkError) -> Cost) {
    self.label = label
    self.measure = measure
  }

  /// A program run `repetitions` times in a row, the cost of one of them.
  init(_ command: ProcessCommand, repetitions: Int = 1) {
    self.init(command.label) { () throws(BenchmarkError) in
      var total = Cost(wall: 0, cpu: 0)
      for _ in 0..<repetitions {
        let cost = try ChildProcess.run(command)
        total.wall += cost.wall / Double(repetitions)
        total.cpu += cost.cpu / Double(repetitions)
        total.peakBytes = max(total.peakBytes, cost.peakBytes)
      }
      return total
    }
  }
}
