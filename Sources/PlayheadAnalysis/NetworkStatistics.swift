public import PlayheadModel

/// Statistics of one pass through a profile, weighted by time.
///
/// A profile that holds its last interval is counted up to its own length, without intervals of
/// zero duration; if that length is zero, only the held interval counts.
public struct NetworkStatistics: Hashable, Sendable {
  /// The wall time of one pass; zero if the profile never changes.
  public let length: WallTime
  /// The mean rate, to the nearest bit per second, halves up.
  public let mean: BitRate
  /// The lowest rate that is not exceeded for at least half of the time.
  public let median: BitRate
  /// The lowest rate.
  public let minimum: BitRate
  /// The highest rate.
  public let maximum: BitRate
  /// The share of time at a rate of zero, 0…1.
  public let zeroShare: Ratio
  /// The minimum latency, in wall time, without jitter.
  public let minimumLatency: WallTime
  /// The maximum latency, in wall time, without jitter.
  public let maximumLatency: WallTime

  /// The statistics of `profile`.
  public init(_ profile: BandwidthProfile) {
    let length = profile.length
    let seen = profile.intervals.filter { $0.duration > .zero }
    // A profile of zero length holds its last interval from the start.
    let counted = seen.isEmpty ? Array(profile.intervals.suffix(1)) : seen
    self.length = length
    mean = profile.meanRate

    var lasted: [BitRate: WallTime] = [:]
    for interval in counted { lasted[interval.rate, default: .zero] += interval.duration }
    let rates = lasted.keys.sorted()
    minimum = rates.first ?? .zero
    maximum = rates.last ?? .zero
    median = Self.median(rates, lasted: lasted, length: length)
    let silent = lasted[.zero]
    zeroShare =
      silent.flatMap { Ratio($0, of: length) } ?? Ratio(millionths: silent == nil ? 0 : 1_000_000)
    let latencies = counted.map(\.latency)
    minimumLatency = latencies.min() ?? .zero
    maximumLatency = latencies.max() ?? .zero
  }

  private static func median(
    _ rates: [BitRate], lasted: [BitRate: WallTime], length: WallTime
  ) -> BitRate {
    var passed = WallTime.zero
    for rate in rates {
      passed += lasted[rate] ?? .zero
      if passed * 2 >= length { return rate }
    }
    return rates.last ?? .zero
  }
}
