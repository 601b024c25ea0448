import PlayheadModel

/// The rule of hls.js 1.6.15, with its defaults.
///
/// Only segments of the main lane count, without initialization sections and alternative audio,
/// which follows the variant.
package struct HLSJSRule: AdaptationRule, Hashable {
  var bandwidth = HLSJSBandwidth()
  private var hasInitialEstimate = false
  /// The level of the segment loaded last.
  var lastLoaded: Int?
  /// The length of the segment requested last, in seconds; zero before the first one.
  var requestedDuration = 0.0

  /// A rule that has measured nothing.
  package init() {}

  /// Whether the lane is alternative audio.
  private func isAlternative(_ kind: LadderLane.Kind, _ observation: Observation) -> Bool {
    kind == .audio && observation.otherBufferLevel != nil
  }

  /// Takes a sample of each segment of the main lane.
  package mutating func downloaded(_ download: Download, _ observation: Observation) {
    guard download.isLoadedSegment, !isAlternative(download.lane, observation) else { return }
    let latency = download.latency.milliseconds
    bandwidth.add(millisecondsToFirstByte: latency)
    lastLoaded = download.level
    // `onFragBuffered` (`src/controller/abr-controller.ts`) is told of the last part of a run only.
    guard !download.isInRun else { return }
    bandwidth.add(
      bytes: download.bytes,
      milliseconds: download.total.milliseconds - min(latency, bandwidth.millisecondsToFirstByte))
  }

  /// Chooses the highest level that can be fetched before the buffer runs out, else the one with a
  /// short stall.
  package mutating func decide(_ observation: Observation) -> Decision {
    guard !isAlternative(observation.lane.kind, observation) else {
      let level = min(observation.lastLevel ?? 0, observation.levels.count - 1)
      return Decision(level: level, reason: "audio of the variant")
    }
    raiseInitialEstimate(observation)
    let decision = choice(observation)
    requestedDuration = observation.segment(of: decision.level)?.duration.seconds ?? 0
    return decision
  }

  /// The player begins with the bit rate of the playlist's first variant where that is above the
  /// default, and at most 5 Mbit/s.
  private mutating func raiseInitialEstimate(_ observation: Observation) {
    guard !hasInitialEstimate else { return }
    hasInitialEstimate = true
    let first = observation.levels[firstLevel(observation)].bitsPerSecond
    bandwidth.initial = max(bandwidth.initial, min(first, 5_000_000))
  }

  private func choice(_ observation: Observation) -> Decision {
    let estimate = bandwidth.value
    var budget = FetchBudget(bandwidth: estimate, top: observation.levels.count - 1)
    func decision(_ level: Int, _ reason: String) -> Decision {
      let share = level >= lastLoaded ?? 0 ? budget.upFactor : budget.factor
      return Decision(
        level: level, reason: reason, estimate: estimate,
        next: observation.next(above: level, share: share))
    }
    guard let lastLoaded, bandwidth.isMeasured else {
      budget.maximumStall = 4
      if let level = bestLevel(budget, observation) {
        return decision(level, "highest within the initial estimate")
      }
      return decision(firstLevel(observation), "first of the playlist")
    }
    budget.starvation = observation.bufferSeconds / observation.speed
    budget.factor = 0.95
    budget.upFactor = 0.7
    if budget.starvation > 0, let level = bestLevel(budget, observation) {
      return decision(
        level,
        level > lastLoaded ? "switch up within 0.7 of throughput" : "highest within throughput")
    }
    budget.maximumStall = requestedDuration > 0 ? min(requestedDuration, 4) : 4
    if let level = bestLevel(budget, observation) {
      return decision(level, budget.starvation > 0 ? "stall expected" : "buffer empty")
    }
    let levels = observation.levels
    return levels[0].bitRate < levels[lastLoaded].bitRate
      ? decision(0, "lowest, no level in time") : decision(lastLoaded, "no level in time")
  }

  /// The level of the playlist's first variant.
  func firstLevel(_ observation: Observation) -> Int {
    let levels = observation.levels
    return levels.indices.min { levels[$0].manifestIndex < levels[$1].manifestIndex } ?? 0
  }
}
