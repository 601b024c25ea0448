import PlayheadKit

/// What a link carries, found by walking through its intervals one after the other.
struct BruteForceLink {
  let profile: BandwidthProfile

  /// The quanta (1 bit/s for 1 ns) that flow from zero until `time`.
  func carried(until time: WallTime) -> UInt128 {
    var left = time.nanoseconds
    var carried: UInt128 = 0
    for interval in stretches() {
      guard left > 0 else { break }
      let spent = min(left, interval.duration.nanoseconds)
      carried += UInt128(interval.rate.bitsPerSecond) * UInt128(spent)
      left -= spent
    }
    return carried
  }

  func bytes(from start: WallTime, to end: WallTime) -> Int64 {
    Int64((carried(until: end) - carried(until: start)) / 8_000_000_000)
  }

  /// The first nanosecond with `bytes` since `start`, looked for until `limit`.
  func arrival(of bytes: Int64, from start: WallTime, limit: WallTime) -> WallTime? {
    var wanted = UInt128(bytes) * 8_000_000_000 + carried(until: start)
    var now: Int64 = 0
    for interval in stretches() {
      guard now <= limit.nanoseconds else { return nil }
      let rate = UInt128(interval.rate.bitsPerSecond)
      let whole = rate * UInt128(interval.duration.nanoseconds)
      if whole >= wanted {
        // `wanted` is zero only if it was from the start.
        let arrival = now + (rate == 0 ? 0 : Int64((wanted + rate - 1) / rate))
        return arrival <= limit.nanoseconds ? WallTime(nanoseconds: arrival) : nil
      }
      wanted -= whole
      now += interval.duration.nanoseconds
    }
    return nil
  }

  func interval(at time: WallTime) -> BandwidthProfile.Interval? {
    var end: Int64 = 0
    for interval in stretches() {
      end += interval.duration.nanoseconds
      if time.nanoseconds < end { return interval }
    }
    return nil
  }

  /// The intervals as they come, without end; a held one lasts an hour and comes again.
  private func stretches() -> some Sequence<BandwidthProfile.Interval> {
    var index = 0
    return AnyIterator { [intervals = profile.intervals, afterwards = profile.afterwards] in
      defer { index += 1 }
      if index < intervals.count - 1 { return intervals[index] }
      switch afterwards {
      case .repeats:
        return intervals[index % intervals.count]
      case .holdsLast:
        var held = intervals[intervals.count - 1]
        held.duration = .seconds(3600)
        return held
      }
    }
  }
}
