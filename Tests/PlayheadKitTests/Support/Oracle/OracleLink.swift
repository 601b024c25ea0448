import PlayheadKit

/// What a link carries, found by walking through its intervals one after the other.
struct OracleLink {
  private var intervals: [BandwidthProfile.Interval]
  private let repeats: Bool
  /// How long one pass through the intervals takes.
  private let length: Int64
  private let isSilent: Bool
  private let jitter: LatencyJitter?

  static let quantaInByte: Int128 = 8_000_000_000

  /// The link as a player uses it that takes no more than `peak` on a path of each kind.
  init(profile: BandwidthProfile, peak: (PathFlags) -> BitRate? = { _ in nil }) {
    intervals = profile.intervals
    repeats = profile.afterwards == .repeats
    length = intervals.reduce(0) { $0 + $1.duration.nanoseconds }
    for number in intervals.indices {
      guard let peak = peak(intervals[number].path) else { continue }
      intervals[number].rate = min(intervals[number].rate, peak)
    }
    jitter = profile.jitter
    isSilent = !intervals.contains { $0.rate > .zero && $0.duration > .zero }
  }

  /// What flows between two times, in quanta: what a rate of 1 bit/s carries in a nanosecond.
  func quanta(from start: Int64, to end: Int64) -> Int128 {
    var quanta: Int128 = 0
    walk(from: start) { from, until, interval in
      let seen = min(until, end) - max(from, start)
      if seen > 0 { quanta += Int128(seen) * Int128(interval.rate.bitsPerSecond) }
      return until < end
    }
    return quanta
  }

  /// The first nanosecond at which so many bytes have flowed since `start`, or one after any
  /// session; `nil` if never.
  func arrival(of bytes: Int64, from start: Int64) -> Int64? {
    arrival(ofQuanta: Int128(bytes) * Self.quantaInByte, from: start)
  }

  /// The first nanosecond at which so many quanta have flowed since `start`, or one after any
  /// session; `nil` if never.
  func arrival(ofQuanta quanta: Int128, from start: Int64) -> Int64? {
    var missing = quanta
    guard missing > 0 else { return start }
    var arrival = repeats && !isSilent ? Self.forEver : nil
    walk(from: start) { from, until, interval in
      let from = max(from, start)
      let rate = Int128(interval.rate.bitsPerSecond)
      guard until > from, rate > 0 else { return true }
      let carried = rate * Int128(until - from)
      if carried < missing {
        missing -= carried
        return true
      }
      arrival = from + Int64((missing + rate - 1) / rate)
      return false
    }
    return arrival
  }

  /// The latency, with what is drawn for the tenth of a second that holds `time`.
  func latency(at time: Int64) -> Int64 {
    let latency = interval(at: time)?.latency.nanoseconds ?? 0
    guard let jitter else { return latency }
    let step: UInt64 = 0x9E37_79B9_7F4A_7C15
    var seeds = SplitMix64(seed: jitter.seed &- step)
    var draws = SplitMix64(seed: seeds.next() &+ UInt64(time / 100_000_000) &* step)
    let most = jitter.magnitude.nanoseconds
    let draw = Int64((UInt128(draws.next()) * UInt128(2 * most + 1)) >> 64) - most
    return max(0, latency + draw)
  }

  /// The most whole bytes that it carries in `length`.
  func maximumBytes(in length: Int64) -> Int64 {
    let seen = intervals.enumerated().filter { number, interval in
      interval.duration > .zero || !repeats && number == intervals.count - 1
    }
    let peak = seen.map(\.element.rate.bitsPerSecond).max() ?? 0
    return Int64(Int128(peak) * Int128(length) / Self.quantaInByte)
  }

  func path(at time: Int64) -> PathFlags { interval(at: time)?.path ?? [] }

  /// When the path's flags are first others than at `time`; `nil` if they stay.
  func nextPathChange(after time: Int64) -> Int64? {
    let path = path(at: time)
    guard intervals.contains(where: { $0.path != path }) else { return nil }
    var change: Int64?
    walk(from: time) { from, until, interval in
      guard until > from, from > time, interval.path != path else { return true }
      change = from
      return false
    }
    return change
  }

  /// How many intervals begin until `time`.
  func intervals(until time: Int64) -> Int {
    var count = 0
    walk(from: 0) { _, until, _ in
      count += 1
      return until < time
    }
    return count
  }

  private func interval(at time: Int64) -> BandwidthProfile.Interval? {
    var found: BandwidthProfile.Interval?
    walk(from: time) { from, until, interval in
      if from <= time, time < until { found = interval }
      return until <= time
    }
    return found
  }

  /// Calls `visit` with the start, the end and the values of each interval, beginning with the pass
  /// that holds `time`, until it returns false or no test lasts as long.
  private func walk(
    from time: Int64, _ visit: (Int64, Int64, BandwidthProfile.Interval) -> Bool
  ) {
    var start = repeats ? time / length * length : 0
    let end = time + (isSilent ? 2 * length : Self.longestSession)
    while start <= end {
      for (number, interval) in intervals.enumerated() {
        if !repeats, number == intervals.count - 1 {
          _ = visit(start, Self.forEver, interval)
          return
        }
        let end = start + interval.duration.nanoseconds
        if !visit(start, end, interval) { return }
        start = end
      }
    }
  }

  static let forEver: Int64 = 1 << 60
  private static let longestSession: Int64 = 86_400_000_000_000
}
