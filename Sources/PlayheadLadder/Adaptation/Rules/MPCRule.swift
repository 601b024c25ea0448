import PlayheadModel

/// MPC, by Yin et al (2015): the level that begins the best plan for the next five segments, at the
/// harmonic mean throughput of the last five.
///
/// A plan is worth its megabits per second, less the seconds stalled times 4.3, less its changes.
package struct MPCRule: AdaptationRule, Hashable {
  /// Whether the estimate is divided by 1 plus the largest relative error of the last five:
  /// RobustMPC.
  package let isRobust: Bool
  /// The number of segments of a plan.
  package let horizon: Int
  private var mean = HarmonicMean(window: 5)
  private var errors: [Double] = []
  private var prediction: Double?

  /// A rule that plans `horizon` segments.
  ///
  /// - Precondition: `horizon` is positive.
  package init(isRobust: Bool = false, horizon: Int = 5) {
    precondition(horizon > 0, "a plan for no segments")
    self.isRobust = isRobust
    self.horizon = horizon
  }

  /// Takes a sample of each whole segment, latency included, and the error of its prediction.
  package mutating func downloaded(_ download: Download, _ observation: Observation) {
    guard download.isLoadedSegment, let throughput = download.throughput else { return }
    errors.append(prediction.map { abs($0 - throughput) / throughput } ?? 0)
    if errors.count > 5 { errors.removeFirst() }
    mean.add(throughput)
    prediction = mean.value
  }

  /// The throughput that plans reckon with.
  private var estimate: Double? {
    guard let mean = mean.value else { return nil }
    return isRobust ? mean / (1 + (errors.max() ?? 0)) : mean
  }

  /// Chooses the first level of the best plan; before a measurement, the second lowest.
  package mutating func decide(_ observation: Observation) -> Decision {
    guard let estimate else {
      return Decision(
        level: min(1, observation.levels.count - 1), reason: "second lowest before a measurement")
    }
    var plan = MPCPlan(observation, throughput: estimate)
    let level = plan.bestFirstLevel(horizon: horizon)
    return Decision(
      level: level, reason: "first of the best \(horizon) segments", estimate: estimate)
  }
}
