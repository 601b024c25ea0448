/// A player's limits on an expensive or constrained path.
///
/// After `AVPlayerItem.preferredForwardBufferDuration`, `preferredPeakBitRate` and
/// `preferredPeakBitRateForExpensiveNetworks`.
public struct PathLimits: Hashable, Sendable {
  /// The buffer level at which loading stops, in media time; `nil` for the policy's high watermark.
  public var forwardBuffer: MediaTime?
  /// The maximum download rate; `nil` for unlimited.
  public var peakBitRate: BitRate?

  /// The given limits.
  public init(forwardBuffer: MediaTime? = nil, peakBitRate: BitRate? = nil) {
    self.forwardBuffer = forwardBuffer
    self.peakBitRate = peakBitRate
  }
}

extension NetworkLink {
  /// A copy of the link, limited to the peak bit rate of `policy`.
  func used(by policy: BufferingPolicy) -> NetworkLink {
    let intervals = profile.intervals
    guard policy.expensive.peakBitRate != nil || policy.constrained.peakBitRate != nil,
      intervals.contains(where: { policy.peakBitRate(on: $0.path) != nil })
    else { return self }
    let used = intervals.map { interval in
      var used = interval
      if let peak = policy.peakBitRate(on: interval.path) { used.rate = min(used.rate, peak) }
      return used
    }
    return NetworkLink(following: profile.replacing(intervals: used, note: nil))
  }
}
