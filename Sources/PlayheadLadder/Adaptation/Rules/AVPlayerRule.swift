package import PlayheadModel

/// AVPlayer on HLS, as far as Apple documents it: the first variant of the playlist at first, then
/// the highest one within a share of the throughput, below the item's limits.
///
/// What Apple documents is that variants are chosen by bandwidth and size of the picture, and what
/// `preferredPeakBitRate` and `preferredMaximumResolution` limit. Which estimate, which share and
/// that a switch needs nothing else are assumptions. It was not measured.
package struct AVPlayerRule: AdaptationRule, Hashable {
  /// `preferredPeakBitRate`: the highest bit rate that a variant may declare; `nil` for any.
  package let peakBitRate: BitRate?
  /// `preferredMaximumResolution`: the largest picture; `nil` for any.
  package let maximumResolution: Resolution?
  private var averages = FastSlowAverage(fast: 3, slow: 8)

  /// The share of the throughput that a variant may take.
  static let share = 0.8

  /// A rule below these limits that has measured nothing.
  package init(peakBitRate: BitRate? = nil, maximumResolution: Resolution? = nil) {
    self.peakBitRate = peakBitRate
    self.maximumResolution = maximumResolution
  }

  /// Takes a sample of each whole segment.
  package mutating func downloaded(_ download: Download, _ observation: Observation) {
    guard download.isLoadedSegment, let throughput = download.throughput else { return }
    averages.add(throughput, weight: download.total.seconds)
  }

  /// Chooses the first variant of the playlist, and then the highest that the throughput allows.
  package mutating func decide(_ observation: Observation) -> Decision {
    let eligible = observation.levels.indices.filter { isEligible(observation.levels[$0]) }
    let permitted = eligible.isEmpty ? [0] : eligible
    guard let estimate = averages.minimum else {
      let first = permitted.min {
        observation.levels[$0].manifestIndex < observation.levels[$1].manifestIndex
      }
      return Decision(level: first ?? 0, reason: "first of the playlist before a measurement")
    }
    let allowed = Self.share * estimate
    guard let level = permitted.last(where: { observation.levels[$0].bitsPerSecond <= allowed })
    else {
      return Decision(
        level: permitted[0], reason: "lowest, above \(Self.share) of throughput",
        estimate: estimate, next: observation.next(above: permitted[0], share: Self.share))
    }
    let isLimited = level == permitted.last && level + 1 < observation.levels.count
    return Decision(
      level: level,
      reason: isLimited
        ? "highest within the limits" : "highest within \(Self.share) of throughput",
      estimate: estimate,
      next: isLimited ? nil : observation.next(above: level, share: Self.share))
  }

  private func isEligible(_ level: Level) -> Bool {
    if let peakBitRate, level.bitRate > peakBitRate { return false }
    if let maximumResolution, let resolution = level.resolution {
      return resolution.width <= maximumResolution.width
        && resolution.height <= maximumResolution.height
    }
    return true
  }
}
