import PlayheadModel

/// Chromium's own HLS player (156): the highest variant below the lower of two averages.
///
/// A sample is a segment of any lane with the initialization section before it, over the time from
/// the first request, which may be that for the key, to when the segment is appended.
package struct ChromiumHLSRule: AdaptationRule, Hashable {
  private var speed = ChromiumSpeed()
  private var initializations: [LadderLane.Kind: Download] = [:]
  /// When the key was asked for that was fetched before a segment.
  private var keyTimes: [LadderLane.Kind: WallTime] = [:]

  /// A rule that has measured nothing.
  package init() {}

  /// Takes a sample of each segment.
  package mutating func downloaded(_ download: Download, _ observation: Observation) {
    switch download.content {
    case .initialization: initializations[download.lane] = download
    case .segment:
      let before = initializations.removeValue(forKey: download.lane)
      let start = keyTimes.removeValue(forKey: download.lane) ?? before?.sent ?? download.sent
      let seconds = (download.processed - start).seconds
      guard !download.isAbandoned, seconds > 0 else { return }
      let bits = download.bits + (before?.bits ?? 0)
      speed.add(Int64(min(bits / seconds, Double(BitRate.bound.bitsPerSecond))))
    case .key: keyTimes[download.lane] = download.sent
    case .manifest, .playlist, .index: break
    }
  }

  /// Chooses the last level before the first that exceeds the speed.
  package mutating func decide(_ observation: Observation) -> Decision {
    let speed = speed.value
    let first = observation.levels.firstIndex { $0.bitRate.bitsPerSecond > speed }
    let level = max((first ?? observation.levels.count) - 1, 0)
    return Decision(
      level: level, reason: first == 0 ? "lowest, above throughput" : "highest within throughput",
      estimate: Double(speed), next: observation.next(above: level))
  }
}
