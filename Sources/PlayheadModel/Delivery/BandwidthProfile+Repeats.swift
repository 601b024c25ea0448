extension BandwidthProfile {
  /// How often the profile begins again before wall time `end`; 0 for a constant one.
  public func repeatCount(within end: WallTime) -> Int64 {
    let length = length.nanoseconds
    guard afterwards == .repeats, intervals.count > 1, end > .zero, length > 0 else { return 0 }
    return (end.nanoseconds - 1) / length
  }
}
