/// What a player does with less of on a path that is expensive or constrained.
///
/// After `AVPlayerItem.preferredForwardBufferDuration`, `preferredPeakBitRate` and
/// `preferredPeakBitRateForExpensiveNetworks`.
public struct PathLimits: Hashable, Sendable {
  /// The buffer level at which loading stops, in media time; `nil` for the one on any path.
  public var forwardBuffer: MediaTime?
  /// The rate at which bytes are taken at most; `nil` for whatever the link carries.
  public var peakBitRate: BitRate?

  /// Limits as given.
  public init(forwardBuffer: MediaTime? = nil, peakBitRate: BitRate? = nil) {
    self.forwardBuffer = forwardBuffer
    self.peakBitRate = peakBitRate
  }
}

extension Link {
  /// The link as a player of `policy` uses it, which takes no more than its peak bit rate.
  func used(by policy: BufferingPolicy) -> Link {
    let intervals = profile.intervals
    guard policy.expensive.peakBitRate != nil || policy.constrained.peakBitRate != nil,
      intervals.contains(where: { policy.peakBitRate(on: $0.path) != nil })
    else { return self }
    let used = intervals.map { interval in
      var used = interval
      if let peak = policy.peakBitRate(on: interval.path) { used.rate = min(used.rate, peak) }
      return used
    }
    return Link(following: profile.replacing(intervals: used, note: nil))
  }
}
