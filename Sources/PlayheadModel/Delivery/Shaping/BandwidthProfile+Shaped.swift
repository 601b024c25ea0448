extension BandwidthProfile {
  /// A copy with some parts replaced and a note added.
  ///
  /// The new values must be valid: they are not checked.
  package func replacing(
    intervals: [Interval]? = nil, afterwards: Afterwards? = nil, jitter: LatencyJitter? = nil,
    note: String?
  ) -> BandwidthProfile {
    let intervals = intervals ?? self.intervals
    let afterwards = afterwards ?? self.afterwards
    return BandwidthProfile(
      unchecked: name, intervals, afterwards, jitter: jitter ?? self.jitter,
      notes: notes(describing: intervals, afterwards) + [note].compactMap(\.self))
  }

  /// The intervals, each with a change.
  package func changingIntervals(_ change: (inout Interval) -> Void) -> [Interval] {
    intervals.map { interval in
      var interval = interval
      change(&interval)
      return interval
    }
  }
}

extension BandwidthProfile {
  /// A copy that holds its last interval instead of repeating.
  public func holdingLast() -> BandwidthProfile {
    guard afterwards != .holdsLast else { return self }
    return replacing(afterwards: .holdsLast, note: "holds its last interval")
  }
}

extension BandwidthProfile {
  /// A copy with `latency` throughout; its jitter is kept.
  ///
  /// - Throws: ``ProfileError`` if `latency` is negative or beyond `WallTime.bound`.
  public func replacingLatency(with latency: WallTime) throws(ProfileError) -> BandwidthProfile {
    guard latency >= .zero, latency <= .bound else {
      throw ProfileError(.whole, "a latency of \(latency.secondsText) s is not possible")
    }
    return replacing(intervals: changingIntervals { $0.latency = latency }, note: nil)
  }
}

extension BandwidthProfile {
  /// A copy whose path is constrained throughout, as in a phone's Low Data Mode.
  public func inLowDataMode() -> BandwidthProfile {
    replacing(intervals: changingIntervals { $0.path.insert(.constrained) }, note: "low data mode")
  }
}
