/// A network over time: its rate, latency, loss and path, interval by interval.
public struct BandwidthProfile: Hashable, Sendable {
  /// A stretch of time in which the network does not change.
  public struct Interval: Hashable, Sendable, BitwiseCopyable {
    /// The duration; may be zero.
    public var duration: WallTime
    /// The rate of arriving bytes, without the headers of lower layers.
    public var rate: BitRate
    /// The wall time from a request to its first byte.
    public var latency: WallTime
    /// The share of packets lost, 0…1.
    ///
    /// A ``NetworkLink`` has no packets: ``BandwidthProfile/payingForLoss()`` converts the loss to
    /// the rate that remains.
    public var loss: Ratio {
      get { Ratio(millionths: Int64(lossMillionths)) }
      set { lossMillionths = Int32(clamping: newValue.millionths) }
    }
    /// A trace may have millions of intervals, each of which takes 32 bytes with this; what does
    /// not fit is far from any share.
    private var lossMillionths: Int32
    /// The path's restrictions on its users.
    public var path: PathFlags

    /// An interval of `duration` with a rate, a latency, a packet loss and path flags.
    public init(
      duration: WallTime, rate: BitRate, latency: WallTime = .zero,
      loss: Ratio = Ratio(millionths: 0), path: PathFlags = []
    ) {
      self.duration = duration
      self.rate = rate
      self.latency = latency
      lossMillionths = Int32(clamping: loss.millionths)
      self.path = path
    }
  }

  /// What follows the last interval.
  public enum Afterwards: Hashable, Sendable {
    /// The first interval, so that the profile repeats forever.
    case repeats
    /// The last interval forever, whatever its duration.
    case holdsLast
  }

  /// The name in reports.
  public let name: String
  /// The intervals in order of time, the first at time zero; at least one.
  public let intervals: [Interval]
  /// What follows the last interval.
  public let afterwards: Afterwards
  /// The variation of the latency around the intervals' values; `nil` for none.
  public let jitter: LatencyJitter?
  /// How its text was understood and how it was shaped since, in order, a few words each.
  public let notes: [String]

  /// A profile of `intervals`.
  ///
  /// An interval of zero duration is allowed and has no effect, except as the last one of a profile
  /// that holds it. A rate of zero is allowed, even throughout.
  ///
  /// - Throws: ``ProfileError`` if there are no intervals, if a value is negative or beyond
  ///   `WallTime.bound` or `BitRate.bound`, if the total duration is beyond `WallTime.bound`, if
  ///   a loss is above 1, or if a repeating profile has zero duration.
  public init(
    name: String, intervals: [Interval], afterwards: Afterwards = .repeats, notes: [String] = []
  ) throws(ProfileError) {
    guard !intervals.isEmpty else {
      throw ProfileError(.whole, "a profile needs at least one interval")
    }
    var total = WallTime.zero
    for (index, interval) in intervals.enumerated() {
      try Self.check(interval, number: index + 1)
      // Both are within the bound, so the sum cannot overflow.
      total += interval.duration
      guard total <= .bound else {
        throw ProfileError(
          .value("duration", entry: index + 1),
          "the profile is longer than \(WallTime.bound.secondsText) s here")
      }
    }
    guard total > .zero || afterwards == .holdsLast else {
      throw ProfileError(.whole, "the intervals have a total duration of 0, so they cannot repeat")
    }
    self.init(unchecked: name, intervals, afterwards, jitter: nil, notes: notes)
  }

  /// A profile of constant rate and latency.
  ///
  /// - Throws: ``ProfileError`` if `rate` or `latency` is negative or beyond its type's bound.
  public init(name: String, rate: BitRate, latency: WallTime = .zero) throws(ProfileError) {
    try self.init(
      name: name, intervals: [Interval(duration: .zero, rate: rate, latency: latency)],
      afterwards: .holdsLast)
  }

  /// A profile of values already known to be valid.
  package init(
    unchecked name: String, _ intervals: [Interval], _ afterwards: Afterwards,
    jitter: LatencyJitter?, notes: [String]
  ) {
    self.name = name
    self.intervals = intervals
    self.afterwards = afterwards
    self.jitter = jitter
    self.notes = notes
  }

  /// The wall time of one pass through the intervals.
  public var length: WallTime {
    intervals.reduce(.zero) { $0 + $1.duration }
  }

  private static func check(_ interval: Interval, number: Int) throws(ProfileError) {
    for (key, time) in [("duration", interval.duration), ("latency", interval.latency)] {
      guard time >= .zero else {
        throw ProfileError(.value(key, entry: number), "\(time.secondsText) s is negative")
      }
      guard time <= .bound else {
        throw ProfileError(
          .value(key, entry: number),
          "\(time.secondsText) s is more than \(WallTime.bound.secondsText) s")
      }
    }
    guard interval.rate >= .zero else {
      throw ProfileError(.value("rate", entry: number), "\(interval.rate.text) is negative")
    }
    guard interval.rate <= .bound else {
      throw ProfileError(
        .value("rate", entry: number), "\(interval.rate.text) is more than \(BitRate.bound.text)")
    }
    guard (0...1_000_000).contains(interval.loss.millionths) else {
      throw ProfileError(.value("loss", entry: number), "\(interval.loss.text) is not within 0…1")
    }
  }
}

extension BandwidthProfile {
  /// The mean rate over one pass, or the held rate if the intervals take no time.
  public var meanRate: BitRate {
    let time = intervals.reduce(Int128(0)) { $0 + Int128($1.duration.nanoseconds) }
    guard time > 0 else { return intervals.last?.rate ?? .zero }
    let carried = intervals.reduce(Int128(0)) {
      $0 + Int128($1.rate.bitsPerSecond) * Int128($1.duration.nanoseconds)
    }
    return BitRate(bitsPerSecond: Int64((carried + time / 2) / time))
  }

  /// The longest latency of any interval, in wall time, without jitter.
  package var longestLatency: WallTime { intervals.lazy.map(\.latency).max() ?? .zero }
}

extension BandwidthProfile {
  /// How often the profile begins again before wall time `end`; 0 for a constant one.
  public func repeatCount(within end: WallTime) -> Int64 {
    let length = length.nanoseconds
    guard afterwards == .repeats, intervals.count > 1, end > .zero, length > 0 else { return 0 }
    return (end.nanoseconds - 1) / length
  }
}
