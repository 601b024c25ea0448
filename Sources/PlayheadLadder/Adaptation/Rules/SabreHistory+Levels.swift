import PlayheadModel

extension SabreHistory {
  /// Takes a sample of a whole segment into `history`, which begins with the first one.
  static func add(_ download: Download, _ observation: Observation, to history: inout SabreHistory?)
  {
    guard download.isLoadedSegment else { return }
    var samples =
      history ?? SabreHistory(segmentTime: max(observation.segmentDuration.milliseconds, 1))
    let latency = download.latency.milliseconds
    samples.add(
      bits: download.bits, time: download.total.milliseconds - latency, latency: latency)
    history = samples
  }

  /// The highest level whose segment, with the latency, loads at `throughput` kbit/s in its own
  /// length.
  func level(for throughput: Double, _ observation: Observation) -> Int {
    let segment = observation.segmentDuration.milliseconds
    let levels = observation.levels
    let latency = latency
    var level = 0
    while level + 1 < levels.count,
      latency + segment * levels[level + 1].kilobitsPerSecond / throughput <= segment
    {
      level += 1
    }
    return level
  }
}
