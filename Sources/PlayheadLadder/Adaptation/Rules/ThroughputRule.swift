/// The textbook rule: the highest level whose bit rate is at most a share of the mean throughput.
///
/// A sample is the size of a segment over the time from its request to its last byte.
package struct ThroughputRule: AdaptationRule, Hashable {
  /// The share of the throughput that a level may take.
  package let factor: Double
  private var average: Average

  /// A mean of throughputs.
  package enum Average: Hashable, Sendable {
    /// The harmonic mean of the latest segments.
    case harmonic(HarmonicMean)
    /// The lower of two exponential averages, weighted by the seconds of each download.
    case exponential(FastSlowAverage)
  }

  /// A rule that takes at most `factor` of `average`.
  ///
  /// - Precondition: `factor` is positive.
  package init(
    factor: Double = 0.9, average: Average = .harmonic(HarmonicMean(window: 5))
  ) {
    precondition(factor > 0, "a share of nothing")
    self.factor = factor
    self.average = average
  }

  /// Takes a sample of each whole segment.
  package mutating func downloaded(_ download: Download, _ observation: Observation) {
    guard download.isLoadedSegment, let throughput = download.throughput else { return }
    switch average {
    case .harmonic(var mean):
      mean.add(throughput)
      average = .harmonic(mean)
    case .exponential(var averages):
      averages.add(throughput, weight: download.total.seconds)
      average = .exponential(averages)
    }
  }

  private var estimate: Double? {
    switch average {
    case .harmonic(let mean): mean.value
    case .exponential(let averages): averages.minimum
    }
  }

  /// Chooses the highest level that the mean throughput allows, at first the lowest.
  package mutating func decide(_ observation: Observation) -> Decision {
    guard let estimate else { return Decision(level: 0, reason: "lowest before a measurement") }
    let allowed = factor * estimate
    guard let level = observation.highestLevel(where: { $0.bitsPerSecond <= allowed }) else {
      return Decision(
        level: 0, reason: "lowest, above \(factor) of throughput", estimate: estimate,
        next: observation.next(above: 0, share: factor))
    }
    return Decision(
      level: level, reason: "highest within \(factor) of throughput", estimate: estimate,
      next: observation.next(above: level, share: factor))
  }
}
