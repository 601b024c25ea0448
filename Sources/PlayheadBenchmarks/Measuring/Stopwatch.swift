import Foundation

/// Measures work in this process.
enum Stopwatch {
  static func measure(_ work: () throws(BenchmarkError) -> Void) throws(BenchmarkError) -> Cost {
    try ChildProcess.checkStop()
    let start = ContinuousClock.now
    let before = clock()
    try work()
    let cpu = Double(clock() - before) / Double(CLOCKS_PER_SEC)
    return Cost(wall: (ContinuousClock.now - start).inSeconds, cpu: cpu)
  }
}

/// What one run took.
struct Cost {
  /// Seconds that passed.
  var wall: Double
  /// Seconds that all its threads computed, in the program and in the system for it.
  var cpu: Double
  /// The most memory it had, in bytes.
  var peakBytes: Int = 0
}
