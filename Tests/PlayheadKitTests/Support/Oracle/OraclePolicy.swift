import PlayheadKit

/// What a policy says, read from its values one by one.
struct OraclePolicy {
  let values: BufferingPolicy.Parameters

  /// The values as they are for media of so many bytes, of which one track is at most so far ahead
  /// of another.
  init(
    values: BufferingPolicy.Parameters, bytes: Int64 = 0, duration: Int64 = 0, interleave: Int64 = 0
  ) {
    var values = values
    if let time = values.watermarkTime, let high = values.highWatermarkBytes, duration > 0 {
      let low = values.lowWatermarkBytes ?? high
      let own = Int64(Int128(bytes) * Int128(time.nanoseconds) / Int128(duration))
      let most = values.watermarkLimit ?? own
      values.lowWatermarkBytes = max(low, min(own, most))
      values.highWatermarkBytes = max(low, min(own, most)) + high - low
    }
    if let factor = values.interleaveFactor, let high = values.highWatermark {
      let own = max(high.nanoseconds - 5_000_000_000, high.nanoseconds / 2)
      let low = values.lowWatermark?.nanoseconds ?? own
      let more = interleave * factor.millionths / 1_000_000
      values.lowWatermark = MediaTime(nanoseconds: low + more)
      values.highWatermark = MediaTime(nanoseconds: high.nanoseconds + more)
    }
    self.values = values
  }

  var countsBytes: Bool { values.highWatermarkBytes != nil || values.byteCap != nil }

  func peak(_ path: PathFlags) -> BitRate? { limits(path).compactMap(\.peakBitRate).min() }

  /// The watermarks of level: a path's own high one counts if it is the lower.
  func watermarks(_ path: PathFlags) -> (high: Int64, low: Int64)? {
    let forward = limits(path).compactMap(\.forwardBuffer?.nanoseconds).min()
    let own = values.highWatermark?.nanoseconds
    let ownLow = values.lowWatermark?.nanoseconds ?? low(under: own ?? 0)
    if let forward, forward < own ?? .max { return (forward, min(ownLow, low(under: forward))) }
    return own.map { ($0, ownLow) }
  }

  /// Whether a player looks whether to stop loading as there is more media or more bytes, or as it
  /// is due to look, if it looks only now and then.
  func looksNow(hasMore: Bool = false, hasMoreBytes: Bool, isDue: Bool) -> Bool {
    values.loadGranularity == nil ? hasMore || countsBytes && hasMoreBytes : isDue
  }

  /// Whether a buffer is full that was or was not, as somebody looks whether to stop loading.
  func isFull(wasFull: Bool, looks: Bool, level: Int64, bytes: Int64, _ path: PathFlags) -> Bool {
    if let cap = values.byteCap, bytes >= cap, wasFull || looks { return true }
    let time = watermarks(path)
    let high = values.highWatermarkBytes
    let low = values.lowWatermarkBytes ?? high ?? 0
    let areLow = [time.map { level <= $0.low }, high.map { _ in bytes <= low }].compactMap { $0 }
    let isAny = values.watermarkCombination == .any
    let stays = isAny ? areLow.contains(false) : !areLow.contains(true)
    guard !wasFull else { return stays }
    // It does not become full where it would cease to be at once.
    let areHigh = [time.map { level >= $0.high }, high.map { bytes >= $0 }].compactMap { $0 }
    return looks && stays && areHigh.contains(true) && (isAny || !areHigh.contains(false))
  }

  /// The level that is waited for after so many stalls in a row.
  func threshold(_ cause: Oracle.Cause, stalls: Int) -> Int64 {
    switch cause {
    case .startup: return values.startupThreshold.nanoseconds
    case .seek, .loop: return (values.afterSeekThreshold ?? values.resumeThreshold).nanoseconds
    case .stall:
      var threshold = Int128(values.resumeThreshold.nanoseconds)
      guard let growth = values.resumeGrowth else { return Int64(threshold) }
      for _ in 1..<max(1, stalls) {
        threshold = threshold * Int128(growth.factor.millionths) / 1_000_000
        threshold = min(threshold, Int128(growth.limit.nanoseconds))
      }
      return Int64(threshold)
    }
  }

  private func low(under high: Int64) -> Int64 { max(high - 5_000_000_000, high / 2) }

  private func limits(_ path: PathFlags) -> [PathLimits] {
    (path.contains(.expensive) ? [values.expensive] : [])
      + (path.contains(.constrained) ? [values.constrained] : [])
  }
}
