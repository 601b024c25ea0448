import PlayheadKit

/// A link by the nanosecond: what it carries, at which rate, for how many requests at once.
struct OracleLink {
  let profile: BandwidthProfile

  /// The parts that a bit per second for a nanosecond is counted in, so that it can be halved,
  /// divided by three and so on up to eight.
  static let parts: Int128 = 840
  /// A byte in these parts.
  static let byte: Int128 = 8_000_000_000 * parts

  /// The interval that holds the nanosecond from `time` on, and when it ends; `nil` for never.
  private func interval(at time: Int64) -> (BandwidthProfile.Interval, end: Int64?) {
    let length = profile.intervals.reduce(Int64(0)) { $0 + $1.duration.nanoseconds }
    var start: Int64 = 0
    if profile.afterwards == .repeats { start = time / length * length }
    for (number, interval) in profile.intervals.enumerated() {
      let end = start + interval.duration.nanoseconds
      let isLast = number == profile.intervals.count - 1
      if isLast, profile.afterwards == .holdsLast { return (interval, nil) }
      if time < end { return (interval, end) }
      start = end
    }
    preconditionFailure("a time in no interval")
  }

  /// Bits per second in the nanosecond from `time` on.
  func rate(at time: Int64) -> Int128 { Int128(interval(at: time).0.rate.bitsPerSecond) }
  func latency(at time: Int64) -> Int64 { interval(at: time).0.latency.nanoseconds }
  func change(after time: Int64) -> Int64? { interval(at: time).end }

  /// Whether anything comes after `time`.
  func canDeliver(after time: Int64) -> Bool {
    if profile.afterwards == .repeats {
      return profile.intervals.contains { $0.rate > .zero && $0.duration > .zero }
    }
    var time: Int64? = time
    while let now = time {
      if rate(at: now) > 0 { return true }
      time = change(after: now)
    }
    return false
  }
}
