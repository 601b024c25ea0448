extension BandwidthProfile {
  /// The same profile with the whole of its path constrained, as in a phone's Low Data Mode.
  public func inLowDataMode() -> BandwidthProfile {
    let constrained = intervals.map { interval in
      var constrained = interval
      constrained.path.insert(.constrained)
      return constrained
    }
    return replacing(intervals: constrained, note: "low data mode")
  }
}
