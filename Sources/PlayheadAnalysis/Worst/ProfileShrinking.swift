package import PlayheadModel

/// Makes a network that breaks a session as short as it can be and still do so.
///
/// In the end no interval can be left out or merged with the next one, and no number can lose a
/// digit.
package struct ProfileShrinking<Problem: Error> {
  private let breaks: (BandwidthProfile) throws(Problem) -> Bool
  /// What always follows.
  private let suffix: [BandwidthProfile.Interval]
  private var budget: Int
  private var profile: BandwidthProfile

  /// What becomes of `profile`, which breaks the session and holds its last interval.
  ///
  /// - Parameters:
  ///   - profile: the network.
  ///   - suffix: intervals that always follow those of the network, and stay as they are.
  ///   - budget: the maximum number of sessions to play.
  ///   - breaks: whether a network breaks the session.
  /// - Returns: the shrunk network, the number of sessions, and whether nothing more could be
  ///   left out; otherwise the budget was used up before.
  /// - Throws: what `breaks` throws.
  package static func shrink(
    _ profile: BandwidthProfile, before suffix: [BandwidthProfile.Interval] = [], budget: Int,
    breaks: @escaping (BandwidthProfile) throws(Problem) -> Bool
  ) throws(Problem) -> (profile: BandwidthProfile, sessionCount: Int, isMinimal: Bool) {
    var shrinking = ProfileShrinking(
      breaks: breaks, suffix: suffix, budget: budget, profile: profile)
    var before: [BandwidthProfile.Interval]
    repeat {
      before = shrinking.profile.intervals
      try shrinking.leaveOutIntervals()
      try shrinking.mergeIntervals()
      try shrinking.simplifyPaths()
      try shrinking.roundNumbers()
    } while shrinking.budget > 0 && shrinking.profile.intervals != before
    let shrunk = shrinking.whole(shrinking.profile.intervals)
    return (shrunk, budget - shrinking.budget, shrinking.budget > 0)
  }

  private init(
    breaks: @escaping (BandwidthProfile) throws(Problem) -> Bool,
    suffix: [BandwidthProfile.Interval], budget: Int, profile: BandwidthProfile
  ) {
    self.breaks = breaks
    self.suffix = suffix
    self.budget = budget
    self.profile = profile
  }

  /// Takes `intervals` if they break the session, too.
  private mutating func take(_ intervals: [BandwidthProfile.Interval]) throws(Problem) -> Bool {
    guard budget > 0, intervals != profile.intervals, !intervals.isEmpty else { return false }
    var intervals = intervals
    // How long it is does not matter, as it is held.
    if suffix.isEmpty { intervals[intervals.count - 1].duration = .zero }
    guard intervals != profile.intervals else { return false }
    budget -= 1
    guard try breaks(whole(intervals)) else { return false }
    profile = profile.replacing(intervals: intervals, note: nil)
    return true
  }

  /// A network of `intervals` and what follows them.
  private func whole(_ intervals: [BandwidthProfile.Interval]) -> BandwidthProfile {
    let all = intervals + suffix
    return BandwidthProfile(
      unchecked: profile.name, all, .holdsLast, jitter: nil,
      notes: BandwidthProfile.notes(on: all, .holdsLast))
  }

  /// Leaves out parts: halves, quarters, and so on to single intervals.
  private mutating func leaveOutIntervals() throws(Problem) {
    var size = profile.intervals.count / 2
    while size > 0 {
      var end = profile.intervals.count
      while end > 0, profile.intervals.count > 1 {
        let start = max(0, end - size)
        var rest = profile.intervals
        rest.removeSubrange(start..<end)
        _ = try take(rest)
        end = start
      }
      size /= 2
    }
  }

  /// Merges parts into one interval of their mean rate.
  private mutating func mergeIntervals() throws(Problem) {
    var size = profile.intervals.count / 2
    while size > 0 {
      var start = profile.intervals.count - 1 - size
      while start >= 0 {
        let part = start...min(start + size, profile.intervals.count - 1)
        let merged = Self.merged(profile.intervals[part])
        var intervals = profile.intervals
        intervals.replaceSubrange(part, with: [merged])
        _ = try take(intervals)
        start -= size
      }
      size /= 2
    }
  }

  private static func merged(
    _ intervals: ArraySlice<BandwidthProfile.Interval>
  ) -> BandwidthProfile.Interval {
    var merged = intervals[intervals.startIndex]
    var (time, carried) = (Int128(0), Int128(0))
    for interval in intervals {
      time += Int128(interval.duration.nanoseconds)
      carried += Int128(interval.duration.nanoseconds) * Int128(interval.rate.bitsPerSecond)
      merged.latency = max(merged.latency, interval.latency)
    }
    merged.duration = WallTime(nanoseconds: Int64(clamping: time))
    if time > 0 { merged.rate = BitRate(bitsPerSecond: Int64(clamping: carried / time)) }
    return merged
  }

  /// Leaves out latencies, or their differences, and restrictions of the path.
  private mutating func simplifyPaths() throws(Problem) {
    let longest = profile.longestLatency
    for latency in [WallTime.zero, longest] {
      let changed = profile.changingIntervals { ($0.latency, $0.path) = (latency, []) }
      if try take(changed) { break }
    }
  }

  /// Writes each number with as few digits as will do.
  private mutating func roundNumbers() throws(Problem) {
    for place in profile.intervals.indices {
      try round(place) { interval, change in
        interval.rate = BitRate(bitsPerSecond: change(interval.rate.bitsPerSecond))
      }
      try round(place) { interval, change in
        interval.duration = WallTime(nanoseconds: change(interval.duration.nanoseconds))
      }
      try round(place) { interval, change in
        interval.latency = WallTime(nanoseconds: change(interval.latency.nanoseconds))
      }
    }
  }

  private mutating func round(
    _ place: Int, _ change: (inout BandwidthProfile.Interval, (Int64) -> Int64) -> Void
  ) throws(Problem) {
    var digits = 0
    var interval = profile.intervals[place]
    change(&interval) { number in
      digits = number.significantDigits
      return number
    }
    for kept in 1..<max(1, digits) {
      for isUp in [false, true] {
        var intervals = profile.intervals
        change(&intervals[place]) { $0.rounded(to: kept, up: isUp) }
        if try take(intervals) { return }
      }
    }
  }
}

extension Int64 {
  /// The number of digits without zeros at the end.
  var significantDigits: Int {
    guard self > 0 else { return 0 }
    var rest = self
    while rest % 10 == 0 { rest /= 10 }
    return String(rest).count
  }

  /// The number with `digits` digits, the others zero.
  func rounded(to digits: Int, up: Bool) -> Int64 {
    guard self > 0 else { return self }
    var unit: Int64 = 1
    while self / unit >= 10 { unit *= 10 }
    for _ in 1..<digits where unit > 1 { unit /= 10 }
    return (self / unit + (up ? 1 : 0)) * unit
  }
}
