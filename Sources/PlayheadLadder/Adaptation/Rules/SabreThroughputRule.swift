import PlayheadModel

/// Sabre's `throughput`, in its units and its order of operations.
///
/// After an abandonment it is asked again, as in Sabre, without a sample of what was abandoned.
package struct SabreThroughputRule: AdaptationRule, Hashable {
  /// Whether levels are limited to what can be loaded before the buffer runs out: without `-noibr`.
  package let limitsByBuffer: Bool
  /// Whether downloads are abandoned: without `-noa`.
  package let abandons: Bool
  private var history: SabreHistory?
  private var safety = 0.9

  /// A rule with or without the two parts that Sabre can leave out.
  package init(limitsByBuffer: Bool = true, abandons: Bool = true) {
    self.limitsByBuffer = limitsByBuffer
    self.abandons = abandons
  }

  /// Takes a sample of each whole segment.
  package mutating func downloaded(_ download: Download, _ observation: Observation) {
    SabreHistory.add(download, observation, to: &history)
  }

  /// Chooses the highest level whose segment, with the latency, loads in its own length at 0.9 of
  /// the throughput.
  package mutating func decide(_ observation: Observation) -> Decision {
    guard let history, let throughput = history.throughput else {
      return Decision(level: 0, reason: "lowest before a measurement")
    }
    var level = history.level(for: throughput * 0.9, observation)
    var reason = "highest within 0.9 of throughput"
    if limitsByBuffer {
      let buffer = observation.bufferLevel.milliseconds - history.latency
      let safeSize = safety * buffer * throughput
      safety = max(safety * 0.9, 0.5)
      let segment = observation.segmentDuration.milliseconds
      for lower in 0..<level
      where observation.levels[lower + 1].kilobitsPerSecond * segment > safeSize {
        (level, reason) = (lower, "highest that loads within the buffer")
        break
      }
    }
    return Decision(
      level: level, reason: reason, estimate: throughput * 1000,
      next: observation.next(above: level, share: 0.9))
  }

  /// At least every 50 ms and 12,000 bits.
  package var progressInterval: ProgressInterval? {
    abandons ? ProgressInterval(.milliseconds(50), bytes: 1500) : nil
  }

  /// Abandons a segment that takes more than 1.8 times its length, for a smaller one.
  package mutating func abandon(
    _ progress: DownloadProgress, _ observation: Observation
  ) -> Decision? {
    guard let history, let firstByte = progress.firstByte else { return nil }
    let time = (observation.wallTime - progress.sent).milliseconds
    let transfer = time - (firstByte - progress.sent).milliseconds
    guard time >= 500, transfer > 0, progress.bytes > 0 else { return nil }
    let throughput = 8 * Double(progress.bytes) / transfer
    let left = 8 * Double(progress.totalBytes - progress.bytes)
    guard time + left / throughput > 1.8 * observation.segmentDuration.milliseconds else {
      return nil
    }
    let level = history.level(for: throughput * 0.9, observation)
    let levels = observation.levels
    let size =
      8 * Double(progress.totalBytes) * levels[level].kilobitsPerSecond
      / levels[progress.level].kilobitsPerSecond
    guard level < progress.level, size < left else { return nil }
    return Decision(
      level: level, reason: "segment would take 1.8 times its length", estimate: throughput * 1000)
  }
}
