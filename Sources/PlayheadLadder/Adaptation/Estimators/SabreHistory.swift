/// Throughput and latency as Sabre's default history estimates them, in kbit/s and milliseconds and
/// in its order of operations.
package struct SabreHistory: Hashable, Sendable {
  private var throughputs = FastSlowAverage(fast: 3000, slow: 8000)
  private var latencies: FastSlowAverage

  /// A history for segments of `segmentTime` milliseconds, on which the half-lives of latency
  /// depend.
  ///
  /// - Precondition: `segmentTime` is positive.
  package init(segmentTime: Double) {
    latencies = FastSlowAverage(fast: 3000 / segmentTime, slow: 8000 / segmentTime)
  }

  /// Takes in a download of `bits` that took `time` milliseconds after `latency` milliseconds.
  package mutating func add(bits: Double, time: Double, latency: Double) {
    guard time > 0 else { return }
    throughputs.add(bits / time, weight: time)
    latencies.add(latency, weight: 1)
  }

  /// The throughput, the lower of both averages, in kbit/s; `nil` before a download.
  package var throughput: Double? { throughputs.minimum }

  /// The latency, the higher of both averages, in milliseconds; zero before a download.
  package var latency: Double { latencies.maximum ?? 0 }
}
