/// What a network gives over time: its rate, its latency and its path, interval after interval.
public struct BandwidthProfile: Hashable, Sendable {
  /// A stretch of time in which nothing about the network changes.
  public struct Interval: Hashable, Sendable, BitwiseCopyable {
    /// How long it lasts; possibly no time at all.
    public var duration: MediaTime
    /// The rate at which bytes arrive, headers of the layers below not counted.
    public var rate: BitRate
    /// The wall time from a request to its first byte.
    public var latency: MediaTime
    /// The share of packets that is lost, 0…1.
    ///
    /// A ``Link`` knows no packets: ``BandwidthProfile/payingForLoss()`` turns this into the rate
    /// that it leaves.
    public var loss: Ratio
    /// What the path asks of those who use it.
    public var path: PathFlags

    /// An interval of `duration` with a rate, a latency and a share of packets that is lost, over a
    /// path of some kind.
    public init(
      duration: MediaTime, rate: BitRate, latency: MediaTime = .zero,
      loss: Ratio = Ratio(millionths: 0), path: PathFlags = []
    ) {
      self.duration = duration
      self.rate = rate
      self.latency = latency
      self.loss = loss
      self.path = path
    }
  }

  /// What comes after the last interval.
  public enum Afterwards: Hashable, Sendable {
    /// The first interval again, and so on for ever.
    case repeats
    /// The last interval for ever, whatever its own duration is.
    case holdsLast
  }

  /// What to call it in reports.
  public let name: String
  /// The intervals in order of time, the first from time zero on; at least one.
  public let intervals: [Interval]
  /// What comes after them.
  public let afterwards: Afterwards
  /// How latency varies around that of the intervals; `nil` if it does not.
  public let jitter: LatencyJitter?
  /// What was understood of its text and done to it since, in order, a few words each.
  public let notes: [String]

  /// A profile of `intervals`.
  ///
  /// An interval of no duration is allowed and never seen, except as the last of a profile that
  /// holds its last. A rate of zero is allowed, even throughout.
  ///
  /// - Throws: ``ProfileError`` if there are no intervals, if a value is negative or beyond
  ///   `MediaTime.bound` or `BitRate.bound`, if all durations together are beyond the former, if
  ///   more is lost than there is, or if what repeats takes no time.
  public init(
    name: String, intervals: [Interval], afterwards: Afterwards = .repeats, notes: [String] = []
  ) throws(ProfileError) {
    guard !intervals.isEmpty else {
      throw ProfileError(.whole, "a profile needs at least one interval")
    }
    var total = MediaTime.zero
    for (index, interval) in intervals.enumerated() {
      try Self.check(interval, number: index + 1)
      // Both are within the bound, so the sum cannot overflow.
      total += interval.duration
      guard total <= .bound else {
        throw ProfileError(
          .value("duration", entry: index + 1),
          "the profile is longer than \(MediaTime.bound.secondsText) s here")
      }
    }
    guard total > .zero || afterwards == .holdsLast else {
      throw ProfileError(.whole, "the intervals take no time at all, so they cannot repeat")
    }
    self.init(unchecked: name, intervals, afterwards, jitter: nil, notes: notes)
  }

  /// A profile that never changes.
  ///
  /// - Throws: ``ProfileError`` if `rate` or `latency` is negative or beyond its type's bound.
  public init(name: String, rate: BitRate, latency: MediaTime = .zero) throws(ProfileError) {
    try self.init(
      name: name, intervals: [Interval(duration: .zero, rate: rate, latency: latency)],
      afterwards: .holdsLast)
  }

  /// A profile of values that are known to pass the checks of the others.
  init(
    unchecked name: String, _ intervals: [Interval], _ afterwards: Afterwards,
    jitter: LatencyJitter?, notes: [String]
  ) {
    self.name = name
    self.intervals = intervals
    self.afterwards = afterwards
    self.jitter = jitter
    self.notes = notes
  }

  /// The wall time that one pass through the intervals takes.
  public var length: MediaTime {
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
          "\(time.secondsText) s is more than \(MediaTime.bound.secondsText) s")
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
