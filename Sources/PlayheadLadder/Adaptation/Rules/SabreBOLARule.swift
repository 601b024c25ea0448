import PlayheadModel

/// Sabre's `bola`, in its units and its order of operations.
package struct SabreBOLARule: AdaptationRule, Hashable {
  /// How the buffer that the utility is scaled to is found: basic with `-ab`, else finite.
  package let mode: BOLARule.Mode
  /// Whether a level above the throughput is avoided, rather than limited to the next one: `-ao`.
  package let avoidsOscillation: Bool
  /// Whether downloads are abandoned: without `-noa`.
  package let abandons: Bool
  /// The utility of playing without a stall, in seconds: `-gp`.
  package let stallUtility: Double
  private var history: SabreHistory?
  private var lastLevel = 0
  private var jumpedTo = 0
  private var scale = 0.0

  /// A rule in `mode`.
  ///
  /// - Precondition: `stallUtility` is positive.
  package init(
    mode: BOLARule.Mode = .finite, avoidsOscillation: Bool = false, abandons: Bool = true,
    stallUtility: Double = 5
  ) {
    precondition(stallUtility > 0, "stalls without a cost")
    self.mode = mode
    self.avoidsOscillation = avoidsOscillation
    self.abandons = abandons
    self.stallUtility = stallUtility
  }

  /// Takes a sample of each whole segment.
  package mutating func downloaded(_ download: Download, _ observation: Observation) {
    SabreHistory.add(download, observation, to: &history)
  }

  /// Counts segments from the new position.
  package mutating func jumped(_ observation: Observation) {
    jumpedTo = Int(observation.position.milliseconds / observation.segmentDuration.milliseconds)
  }

  private func utilities(_ observation: Observation) -> [Double] {
    let offset = 0 - Elementary.logarithm(observation.levels[0].kilobitsPerSecond)
    return observation.levels.map { Elementary.logarithm($0.kilobitsPerSecond) + offset }
  }

  /// Chooses the level of the highest score, of equals the lowest.
  package mutating func decide(_ observation: Observation) -> Decision {
    let utilities = utilities(observation)
    scale = scale(utilities, observation)
    guard let history, let throughput = history.throughput else {
      return Decision(level: 0, reason: "lowest before a measurement")
    }
    let levels = observation.levels
    // A period may have fewer levels than the one before.
    lastLevel = min(lastLevel, levels.count - 1)
    let buffer = observation.bufferLevel.milliseconds
    var best = (level: 0, score: -Double.infinity)
    for level in levels.indices {
      let score =
        (scale * (utilities[level] + stallUtility) - buffer) / levels[level].kilobitsPerSecond
      if level == 0 || score > best.score { best = (level, score) }
    }
    var level = best.level
    var reason = "highest score at the buffer level"
    var delay = 0.0
    if level > lastLevel {
      let carried = history.level(for: throughput, observation)
      if level > carried {
        if lastLevel > carried {
          (level, reason) = (lastLevel, "no switch up above throughput")
        } else if !avoidsOscillation {
          (level, reason) = (carried + 1, "one level above throughput")
        } else {
          (level, reason) = (carried, "highest within throughput")
          let threshold = scale * (stallUtility + utilities[carried])
          delay = carried == levels.count - 1 ? 0 : max(0, buffer - threshold)
        }
      }
    }
    lastLevel = level
    return Decision(
      level: level, reason: reason, estimate: throughput * 1000,
      delay: WallTime(seconds: delay / 1000))
  }

  /// The weight of utility against milliseconds of buffer.
  private func scale(_ utilities: [Double], _ observation: Observation) -> Double {
    let segment = observation.segmentDuration.milliseconds
    var buffer = observation.bufferGoal.milliseconds
    if mode == .finite {
      let count = observation.levels[0].segments.count
      let number = observation.lane.segment(at: observation.position, level: 0) ?? count
      let segments = max(Double(min(number - jumpedTo, count - number)) / 2, 3)
      buffer = min(buffer, segments * segment)
    }
    return (buffer - segment) / (utilities[utilities.count - 1] + stallUtility)
  }

  /// At least every 50 ms and 12,000 bits.
  package var progressInterval: ProgressInterval? {
    abandons && mode == .finite ? ProgressInterval(.milliseconds(50), bytes: 1500) : nil
  }

  /// Abandons a segment for a smaller one that scores higher than the rest of it.
  package mutating func abandon(
    _ progress: DownloadProgress, _ observation: Observation
  ) -> Decision? {
    guard abandons, mode == .finite else { return nil }
    let left = 8 * Double(progress.totalBytes - progress.bytes)
    guard progress.bytes > 0, left > 0 else { return nil }
    let utilities = utilities(observation)
    let levels = observation.levels
    let buffer = observation.bufferLevel.milliseconds
    var best =
      (scale * (stallUtility + utilities[progress.level]) - buffer) / left
    guard best >= 0 else { return nil }
    var chosen: Int?
    for level in 0..<progress.level {
      let size =
        8 * Double(progress.totalBytes) * levels[level].kilobitsPerSecond
        / levels[progress.level].kilobitsPerSecond
      let score = (scale * (stallUtility + utilities[level]) - buffer) / size
      if size < left, score > best { (best, chosen) = (score, level) }
    }
    guard let chosen else { return nil }
    lastLevel = chosen
    return Decision(
      level: chosen, reason: "higher score than the rest of the segment",
      estimate: history?.throughput.map { $0 * 1000 })
  }
}
