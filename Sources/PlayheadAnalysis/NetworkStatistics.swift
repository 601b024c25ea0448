package import PlayheadModel

/// Statistics of one pass through a profile, weighted by time.
///
/// A profile that holds its last interval is counted up to its own length, without intervals of
/// zero duration; if that length is zero, only the held interval counts. Where intervals are
/// shorter than ``window`` on average, as in traces of single packets, rates are those of windows
/// of that length, the last one cut short: a link that sends a packet now and then is not mostly at
/// zero.
package struct NetworkStatistics: Hashable, Sendable {
  /// The wall time of one pass; zero if the profile never changes.
  package let length: WallTime
  /// The length of the windows that rates are of; `nil` if they are those of the intervals
  /// themselves.
  package let window: WallTime?
  /// The mean rate, to the nearest bit per second, halves up.
  package let mean: BitRate
  /// The lowest rate that is not exceeded for at least half of the time.
  package let median: BitRate
  /// The lowest rate.
  package let minimum: BitRate
  /// The highest rate.
  package let maximum: BitRate
  /// The share of time at a rate of zero, 0…1.
  package let zeroShare: Ratio
  /// The minimum latency, in wall time, without jitter.
  package let minimumLatency: WallTime
  /// The maximum latency, in wall time, without jitter.
  package let maximumLatency: WallTime

  /// The statistics of `profile`.
  package init(_ profile: BandwidthProfile) {
    let length = profile.length
    let intervals = profile.intervals
    // A profile of zero length holds its last interval from the start.
    let counted = length > .zero ? intervals[...] : intervals.suffix(1)
    self.length = length
    let count = counted.count { $0.duration > .zero }
    let isFine =
      length > Self.windowLength
      && Int128(Self.windowLength.nanoseconds) * Int128(count) > Int128(length.nanoseconds)
    window = isFine ? Self.windowLength : nil
    let rated = isFine ? Self.windows(of: counted) : counted
    mean = profile.meanRate

    // A trace can have millions of intervals, so nothing is kept for each.
    var (minimum, maximum) = (BitRate.bound, BitRate.zero)
    var (minimumLatency, maximumLatency) = (WallTime.bound, WallTime.zero)
    var silence: WallTime?
    for interval in counted where interval.duration > .zero || length == .zero {
      minimumLatency = min(minimumLatency, interval.latency)
      maximumLatency = max(maximumLatency, interval.latency)
    }
    for interval in rated where interval.duration > .zero || length == .zero {
      minimum = min(minimum, interval.rate)
      maximum = max(maximum, interval.rate)
      if interval.rate == .zero { silence = (silence ?? .zero) + interval.duration }
    }
    (self.minimum, self.maximum) = (minimum, maximum)
    (self.minimumLatency, self.maximumLatency) = (minimumLatency, maximumLatency)
    median = Self.median(of: rated, length: length, from: minimum, to: maximum)
    zeroShare =
      silence.flatMap { Ratio($0, of: length) } ?? Ratio(millionths: silence == nil ? 0 : 1_000_000)
  }

  private static let windowLength: WallTime = .seconds(1)

  /// The mean rates of the windows that `intervals` fill, of equal ones next to each other only one
  /// interval.
  private static func windows(
    of intervals: ArraySlice<BandwidthProfile.Interval>
  ) -> ArraySlice<BandwidthProfile.Interval> {
    var windows: [BandwidthProfile.Interval] = []
    var (sum, filled) = (Int128(0), WallTime.zero)
    func close() {
      guard filled > .zero else { return }
      let length = Int128(filled.nanoseconds)
      windows.append(
        .init(
          duration: filled,
          rate: BitRate(bitsPerSecond: Int64((2 * sum + length) / (2 * length)))))
      (sum, filled) = (0, .zero)
    }
    for interval in intervals {
      var rest = interval.duration
      while rest > .zero {
        let whole = rest.nanoseconds / windowLength.nanoseconds
        if filled == .zero, whole > 0 {
          let length = WallTime(nanoseconds: whole * windowLength.nanoseconds)
          windows.append(.init(duration: length, rate: interval.rate))
          rest = rest - length
          continue
        }
        let part = min(rest, windowLength - filled)
        sum += Int128(interval.rate.bitsPerSecond) * Int128(part.nanoseconds)
        filled = filled + part
        rest = rest - part
        if filled == windowLength { close() }
      }
    }
    close()
    return windows[...]
  }

  /// The lowest rate that is not exceeded for at least half of `length`, which is between two
  /// others.
  private static func median(
    of intervals: ArraySlice<BandwidthProfile.Interval>, length: WallTime, from minimum: BitRate,
    to maximum: BitRate
  ) -> BitRate {
    var (low, high) = (minimum.bitsPerSecond, maximum.bitsPerSecond)
    // The time below a rate changes only at rates that occur, so the lowest one is such a rate.
    while low < high {
      let middle = low + (high - low) / 2
      let passed = intervals.reduce(into: WallTime.zero) { passed, interval in
        if interval.rate.bitsPerSecond <= middle { passed += interval.duration }
      }
      if passed * 2 >= length { high = middle } else { low = middle + 1 }
    }
    return BitRate(bitsPerSecond: low)
  }
}
