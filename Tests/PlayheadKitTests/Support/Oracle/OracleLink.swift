import PlayheadKit

/// What a link carries, found by walking through its intervals from the first one on.
struct OracleLink {
  let profile: BandwidthProfile

  private static let quantaInByte: Int128 = 8_000_000_000

  /// The whole bytes that flow between two times.
  func bytes(from start: Int64, to end: Int64) -> Int64 {
    var quanta: Int128 = 0
    walk { from, until, interval in
      let seen = min(until, end) - max(from, start)
      if seen > 0 { quanta += Int128(seen) * Int128(interval.rate.bitsPerSecond) }
      return until < end
    }
    return Int64(quanta / Self.quantaInByte)
  }

  /// The first nanosecond at which so many bytes have flowed since `start`; `nil` if never.
  func arrival(of bytes: Int64, from start: Int64) -> Int64? {
    var missing = Int128(bytes) * Self.quantaInByte
    guard missing > 0 else { return start }
    var arrival: Int64?
    walk { from, until, interval in
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

  func latency(at time: Int64) -> Int64 {
    var latency: Int64 = 0
    walk { from, until, interval in
      if from <= time, time < until { latency = interval.latency.nanoseconds }
      return until <= time
    }
    return latency
  }

  /// Calls `visit` with the start, the end and the values of each interval, until it returns false
  /// or nothing but silence is left.
  private func walk(_ visit: (Int64, Int64, BandwidthProfile.Interval) -> Bool) {
    let isSilent = !profile.intervals.contains { $0.rate > .zero && $0.duration > .zero }
    var time: Int64 = 0
    var isFirstPass = true
    while true {
      for (number, interval) in profile.intervals.enumerated() {
        let isLast = number == profile.intervals.count - 1
        if isLast, profile.afterwards == .holdsLast {
          _ = visit(time, Self.forEver, interval)
          return
        }
        let end = time + interval.duration.nanoseconds
        if !visit(time, end, interval) { return }
        time = end
      }
      if isSilent, !isFirstPass, time > Self.longEnough { return }
      isFirstPass = false
    }
  }

  private static let forEver: Int64 = 1 << 60
  /// No test lasts as long, so what is silent until then is silent.
  private static let longEnough: Int64 = 3_600_000_000_000
}
