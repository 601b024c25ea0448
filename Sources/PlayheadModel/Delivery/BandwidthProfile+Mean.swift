extension BandwidthProfile {
  /// The mean rate over one pass, or the held rate if the intervals take no time.
  public var meanRate: BitRate {
    let time = intervals.reduce(Int128(0)) { $0 + Int128($1.duration.nanoseconds) }
    guard time > 0 else { return intervals.last?.rate ?? .zero }
    let carried = intervals.reduce(Int128(0)) {
      $0 + Int128($1.rate.bitsPerSecond) * Int128($1.duration.nanoseconds)
    }
    return BitRate(bitsPerSecond: Int64((carried + time / 2) / time))
  }
}
