/// The throughput and the time to first byte as hls.js 1.6 estimates them.
package struct HLSJSBandwidth: Hashable, Sendable {
  /// The throughput reckoned with before there is a sample, in bits per second.
  package var initial: Double
  private var throughput = FastSlowAverage(fast: 3, slow: 9)
  private var timeToFirstByte = ExponentialAverage(halfLife: 9)

  /// An estimate of `initial` bits per second until there is a sample.
  package init(initial: Double = 500_000) {
    self.initial = initial
  }

  /// Takes in a download of `bytes` in `milliseconds`, which do not include the expected time to
  /// first byte.
  package mutating func add(bytes: Int64, milliseconds: Double) {
    let seconds = max(milliseconds, 50) / 1000
    throughput.add(8 * Double(bytes) / seconds, weight: seconds)
  }

  /// Takes in a time to first byte.
  package mutating func add(millisecondsToFirstByte milliseconds: Double) {
    let seconds = milliseconds / 1000
    let weight = 2.0.squareRoot() * Elementary.exponential(-(seconds * seconds) / 2)
    timeToFirstByte.add(max(milliseconds, 5), weight: weight)
  }

  /// Whether the throughput is measured.
  package var isMeasured: Bool { throughput.totalWeight >= Self.minimumWeight }

  /// The throughput, in bits per second.
  package var value: Double { isMeasured ? throughput.minimum ?? initial : initial }

  /// The time to first byte, in milliseconds: 100 until it is measured.
  package var millisecondsToFirstByte: Double {
    timeToFirstByte.totalWeight >= Self.minimumWeight ? timeToFirstByte.value ?? 100 : 100
  }

  /// The weight from which averages count as measured.
  private static var minimumWeight: Double { 0.001 }
}
