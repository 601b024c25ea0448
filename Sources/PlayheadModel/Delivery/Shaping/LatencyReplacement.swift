extension BandwidthProfile {
  /// A copy with `latency` throughout; its jitter is kept.
  ///
  /// - Throws: ``ProfileError`` if `latency` is negative or beyond `WallTime.bound`.
  public func replacingLatency(with latency: WallTime) throws(ProfileError) -> BandwidthProfile {
    guard latency >= .zero, latency <= .bound else {
      throw ProfileError(.whole, "a latency of \(latency.secondsText) s is not possible")
    }
    return replacing(
      intervals: intervals.map { interval in
        var interval = interval
        interval.latency = latency
        return interval
      }, note: nil)
  }
}
