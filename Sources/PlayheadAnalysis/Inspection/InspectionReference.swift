package import PlayheadModel

/// The link on which findings are priced unless another is named.
package enum InspectionReference {
  /// The rate of the default link, in percent of the mean rate of the file: a fifth above it, on
  /// which a constant rate plays without a stall and there is little to spare.
  package static let defaultPercentage: Int64 = 120
  /// The latency of the default link: that of a fixed line.
  package static let defaultLatency: WallTime = .milliseconds(50)

  /// The default link for a file of `bytes` bytes that lasts `duration`.
  package static func defaultProfile(bytes: Int64, duration: MediaTime) -> BandwidthProfile {
    let mean = BitRate(bytes: bytes, over: duration)?.bitsPerSecond ?? 0
    let (product, isTooLarge) = mean.multipliedReportingOverflow(by: defaultPercentage)
    let rate = BitRate(
      bitsPerSecond: min(
        isTooLarge ? .max : (product + 99) / 100, BitRate.bound.bitsPerSecond))
    let interval = BandwidthProfile.Interval(
      duration: .zero, rate: max(rate, BitRate(bitsPerSecond: 1)), latency: defaultLatency)
    return .constant(interval, name: "\(defaultPercentage) % of mean rate")
  }
}
