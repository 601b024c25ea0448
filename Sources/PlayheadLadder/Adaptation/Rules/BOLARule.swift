import PlayheadModel

/// BOLA, by Spiteri et al (2016): maximizes logarithmic utility by the buffer level, in segments.
package struct BOLARule: AdaptationRule, Hashable {
  /// How the buffer that the utility is scaled to is found.
  package let mode: Mode
  /// What holds back switches up to a bit rate that the network does not carry.
  package let restraint: Restraint
  /// The utility of playing without a stall, γp.
  package let stallUtility: Double
  private var throughput: Double?
  private var origin = MediaTime.zero

  /// How the buffer that the utility is scaled to is found.
  package enum Mode: String, CaseIterable, Hashable, Sendable {
    /// The player's buffer goal throughout.
    case basic
    /// Less near the start and the end of the presentation.
    case finite
  }

  /// What holds back switches up to a bit rate that the network does not carry.
  package enum Restraint: String, CaseIterable, Hashable, Sendable {
    /// Nothing.
    case none
    /// At most one level above the latest throughput: BOLA-U.
    case u
    /// At most the level of the latest throughput, after a pause: BOLA-O.
    case o
  }

  /// A rule in `mode` with `restraint`.
  ///
  /// - Precondition: `stallUtility` is positive.
  package init(mode: Mode = .finite, restraint: Restraint = .none, stallUtility: Double = 5) {
    precondition(stallUtility > 0, "stalls without a cost")
    self.mode = mode
    self.restraint = restraint
    self.stallUtility = stallUtility
  }

  /// Remembers the throughput of each whole segment.
  package mutating func downloaded(_ download: Download, _ observation: Observation) {
    if download.isLoadedSegment, let sample = download.throughput { throughput = sample }
  }

  /// Counts the start of the presentation from the new position.
  package mutating func jumped(_ observation: Observation) {
    origin = observation.position
  }

  /// Chooses the level of the highest utility for the buffer that it takes.
  package mutating func decide(_ observation: Observation) -> Decision {
    let duration = observation.segmentDuration.seconds
    let utilities = BOLAUtilities(
      observation.levels.map(\.bitsPerSecond), stallUtility: stallUtility,
      buffer: buffer(observation), segment: duration)
    let queue = observation.bufferSeconds / duration
    var level = utilities.best(at: queue)
    var reason = "highest utility at the buffer level"
    // Above this, no segment is worth its buffer.
    var excess = queue - utilities.threshold(of: observation.levels.count - 1)
    if mode == .finite { excess = max(excess, queue - buffer(observation) / duration + 1) }
    let last = observation.lastLevel ?? 0
    if restraint != .none, level > last, let throughput {
      let carried = observation.highestLevel { $0.bitsPerSecond <= throughput } ?? 0
      if carried < level {
        if carried < last {
          (level, reason) = (last, "no switch up above throughput")
        } else if restraint == .u {
          (level, reason) = (carried + 1, "one level above throughput")
        } else {
          (level, reason) = (carried, "highest within throughput")
          excess = max(excess, queue - utilities.crossing(carried))
        }
      }
    }
    return Decision(
      level: level, reason: reason, estimate: throughput,
      delay: WallTime(seconds: max(0, excess) * duration / observation.speed))
  }

  /// The buffer, in seconds, at which the highest level is chosen without end.
  private func buffer(_ observation: Observation) -> Double {
    let goal = observation.bufferGoal.seconds
    guard mode == .finite else { return goal }
    let begun = (observation.position - origin).seconds
    let left = (observation.duration - observation.position).seconds
    return min(goal, max(min(begun, left) / 2, 3 * observation.segmentDuration.seconds))
  }
}
