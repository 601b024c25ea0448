/// A policy's decisions, each a pure function of its arguments.
extension BufferingPolicy {
  /// The watermarks of buffer level, in media time, on a path of these flags: the lowest that
  /// apply.
  public func watermarks(on path: PathFlags) -> (high: MediaTime?, low: MediaTime) {
    let own = (high: parameters.highWatermark, low: lowWatermark)
    guard !path.isEmpty, let forward = limits(on: path).compactMap(\.forwardBuffer).min(),
      forward < own.high ?? .bound
    else { return own }
    return (forward, min(own.low, Self.lowWatermark(under: forward)))
  }

  /// The player's maximum download rate on a path of these flags; `nil` for unlimited.
  public func peakBitRate(on path: PathFlags) -> BitRate? {
    limits(on: path).compactMap(\.peakBitRate).min()
  }

  /// The buffer level, in media time, at which a player stops waiting, after `stalls` stalls since
  /// the start or the latest seek.
  public func threshold(after cause: WaitingCause, stalls: Int) -> MediaTime {
    switch cause {
    case .startup: parameters.startupThreshold
    case .seek, .loop: parameters.afterSeekThreshold ?? parameters.resumeThreshold
    case .stall: resumeThreshold(afterStalls: stalls)
    }
  }

  private func resumeThreshold(afterStalls stalls: Int) -> MediaTime {
    var threshold = parameters.resumeThreshold
    guard let growth = parameters.resumeGrowth else { return threshold }
    for _ in 1..<max(1, stalls) {
      let grown = threshold.nanoseconds.multipliedFullWidth(by: growth.factor.millionths)
      guard grown.high < 500_000 else { return growth.limit }
      let next = MediaTime(nanoseconds: Int64(1_000_000).dividingFullWidth(grown).quotient)
      guard next > threshold else { break }
      guard next < growth.limit else { return growth.limit }
      threshold = next
    }
    return threshold
  }

  /// Whether a buffer with `level` of media and `bytesAhead` bytes ahead of the playhead is full.
  ///
  /// A buffer becomes full only as media arrives (`hasMore`), and never where it would stop being
  /// full at once: if both watermarks are equal, it must exceed them.
  public func isFull(
    _ level: MediaTime, bytesAhead: Int64, on path: PathFlags, wasFull: Bool, hasMore: Bool
  ) -> Bool {
    if let cap = parameters.byteCap, bytesAhead >= cap, wasFull || hasMore { return true }
    let (high, low) = watermarks(on: path)
    let isAboveLow = combined(
      high.map { _ in level > low }, lowWatermarkBytes.map { bytesAhead > $0 })
    guard !wasFull else { return isAboveLow }
    return hasMore && isAboveLow
      && combined(
        high.map { level >= $0 }, parameters.highWatermarkBytes.map { bytesAhead >= $0 })
  }

  /// The bytes ahead of the playhead at which loading, once stopped, resumes.
  public var lowWatermarkBytes: Int64? {
    parameters.highWatermarkBytes.map { parameters.lowWatermarkBytes ?? $0 }
  }

  /// Whether a number of bytes can stop loading, so that bytes must be counted.
  public var countsBytes: Bool {
    parameters.highWatermarkBytes != nil || parameters.byteCap != nil
  }

  private func combined(_ one: Bool?, _ other: Bool?) -> Bool {
    guard let one, let other else { return one ?? other ?? false }
    return parameters.watermarkCombination == .any ? one || other : one && other
  }

  private func limits(on path: PathFlags) -> [PathLimits] {
    (path.contains(.expensive) ? [expensive] : [])
      + (path.contains(.constrained) ? [constrained] : [])
  }
}

/// The cause of waiting since the player last played.
public enum WaitingCause: String, Hashable, Sendable {
  /// The first frame.
  case startup
  /// The end of a stall.
  case stall
  /// Media after a seek, or after the user asked to play with too little of it ahead.
  case seek
  /// Media at the start, to which a loop has led.
  case loop

  /// Whether the wait is a stall: playback that had started stands still, and not because the user
  /// asked for something else.
  public var isStall: Bool { self == .stall || self == .loop }
}
