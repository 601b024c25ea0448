extension BandwidthProfile {
  /// A copy whose path is constrained throughout, as in a phone's Low Data Mode.
  public func inLowDataMode() -> BandwidthProfile {
    let constrained = intervals.map { interval in
      var constrained = interval
      constrained.path.insert(.constrained)
      return constrained
    }
    return replacing(intervals: constrained, note: "low data mode")
  }
}
