import Foundation
import PlayheadKit

/// The throughput that a player expects, from what it measured: hls.js' two moving averages, or all
/// bytes by all time.
struct OracleThroughput {
  private var averages: [(halfLife: Double, average: Double)]
  /// The time of all measurements.
  private var time: Double = 0
  private let countsAll: Bool
  private var all: (bytes: Int128, nanoseconds: Int128) = (0, 0)

  init(_ estimation: ThroughputEstimation) {
    averages = [estimation.fastHalfLife, estimation.slowHalfLife].map {
      (Double($0.nanoseconds), 0)
    }
    countsAll = estimation.over == .session
  }

  mutating func measure(_ bytes: Int, in nanoseconds: Int64) {
    let rate = Double(Int64(Int128(bytes) * 8_000_000_000 / Int128(nanoseconds)))
    time += Double(nanoseconds)
    all = (all.bytes + Int128(bytes), all.nanoseconds + Int128(nanoseconds))
    for number in averages.indices {
      let kept = pow(0.5, Double(nanoseconds) / averages[number].halfLife)
      averages[number].average = averages[number].average * kept + rate * (1 - kept)
    }
  }

  /// In whole bits a second; nothing before the first measurement.
  var estimate: Int64 {
    guard time > 0 else { return 0 }
    if countsAll { return Int64(all.bytes * 8_000_000_000 / all.nanoseconds) }
    let estimates = averages.map { $0.average / (1 - pow(0.5, time / $0.halfLife)) }
    return Int64((estimates.min() ?? 0).rounded())
  }
}
