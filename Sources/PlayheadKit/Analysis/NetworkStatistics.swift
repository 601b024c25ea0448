/// The figures of one pass through a profile, each moment of it counting the same.
///
/// A profile of which the last interval holds for ever is counted up to its own length, in which
/// an interval without a duration has no part; if all take no time, what is held is all there is.
public struct NetworkStatistics: Hashable, Sendable {
  /// The wall time that one pass takes; zero if the profile never changes.
  public let length: MediaTime
  /// The mean rate, to the nearest bit per second, halves up.
  public let mean: BitRate
  /// The least rate that is not exceeded for at least half of the time.
  public let median: BitRate
  /// The lowest rate.
  public let minimum: BitRate
  /// The highest rate.
  public let maximum: BitRate
  /// The share of time in which nothing is carried, in 0…1.
  public let zeroShare: Ratio
  /// The shortest latency, in wall time, jitter not counted.
  public let minimumLatency: MediaTime
  /// The longest latency, in wall time, jitter not counted.
  public let maximumLatency: MediaTime

  /// The figures of `profile`.
  public init(_ profile: BandwidthProfile) {
    let length = profile.length
    let seen = profile.intervals.filter { $0.duration > .zero }
    // A profile without any length holds its last interval from the start.
    let counted = seen.isEmpty ? Array(profile.intervals.suffix(1)) : seen
    self.length = length
    mean = profile.meanRate

    var lasted: [BitRate: MediaTime] = [:]
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
    _ rates: [BitRate], lasted: [BitRate: MediaTime], length: MediaTime
  ) -> BitRate {
    var passed = MediaTime.zero
    for rate in rates {
      passed += lasted[rate] ?? .zero
      if passed * 2 >= length { return rate }
    }
    return rates.last ?? .zero
  }
}
