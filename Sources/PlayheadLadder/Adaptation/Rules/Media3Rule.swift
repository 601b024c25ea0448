public import PlayheadModel

/// The rule of Media3 1.11: `AdaptiveTrackSelection` with `DefaultBandwidthMeter`.
///
/// All network transfers count; those that overlap share one clock. Discarding queued segments for a
/// higher level is not modelled.
public struct Media3Rule: AdaptationRule, Hashable {
  private var meter: Media3Meter
  private var selected: [Lane.Kind: Int] = [:]

  /// A rule that reckons with `initialEstimate` until 2 s or 512 KiB are measured.
  public init(initialEstimate: BitRate = BitRate(bitsPerSecond: 1_000_000)) {
    meter = Media3Meter(initialEstimate: initialEstimate.bitsPerSecond)
  }

  /// Measures each transfer.
  public mutating func downloaded(_ download: Download, _ observation: Observation) {
    meter.ended(download, running: observation.openDownloads)
  }

  /// Chooses the highest level within 0.7 of the median, up only from 10 s of buffer and down only below
  /// 25 s.
  public mutating func decide(_ observation: Observation) -> Decision {
    let estimate = meter.estimate
    func decision(_ level: Int, _ reason: String) -> Decision {
      selected[observation.lane.kind] = level
      return Decision(level: level, reason: reason, estimate: Double(estimate))
    }
    let cautious = Int64(Float(estimate) * 0.7)
    let other = observation.otherBitRate?.bitsPerSecond ?? 0
    let allowed = Int64(Float(cautious) / Float(observation.speed)) - other
    let ideal = observation.highestLevel { $0.bitRate.bitsPerSecond <= allowed }
    let level = ideal ?? 0
    let reason =
      ideal == nil ? "lowest, above 0.7 of throughput" : "highest within 0.7 of throughput"
    guard let last = selected[observation.lane.kind], last < observation.levels.count else {
      return decision(level, reason)
    }
    let rate = observation.levels[level].bitRate
    let lastRate = observation.levels[last].bitRate
    if rate > lastRate, observation.bufferLevel < .seconds(10) {
      return decision(last, "no switch up below 10 s of buffer")
    }
    if rate < lastRate, observation.bufferLevel >= .seconds(25) {
      return decision(last, "no switch down from 25 s of buffer")
    }
    return decision(level, reason)
  }
}
