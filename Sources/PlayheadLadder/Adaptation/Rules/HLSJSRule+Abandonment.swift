import PlayheadModel

extension HLSJSRule {
  /// A timer of 100 ms.
  package var progressInterval: ProgressInterval? {
    ProgressInterval(.milliseconds(100), isTimer: true)
  }

  /// Abandons a segment that would arrive after the buffer runs out, for a level that arrives
  /// earlier.
  ///
  /// As in the player, the time for a level is that of the level above the lowest where no level in
  /// between arrives in time, and none at all from the level above the lowest.
  package mutating func abandon(
    _ progress: DownloadProgress, _ observation: Observation
  ) -> Decision? {
    let levels = observation.levels
    let isAlternative = observation.lane.kind == .audio && observation.otherBufferLevel != nil
    guard progress.level > 0, progress.bytes < progress.totalBytes, !isAlternative,
      observation.hasStarted || observation.segmentsSinceJump > 0
    else { return nil }
    let duration = levels[progress.level].segments[progress.segment].duration.seconds
    let elapsed = (observation.wallTime - progress.sent).milliseconds
    let expectedLatency = bandwidth.millisecondsToFirstByte
    guard elapsed > max(expectedLatency, 1000 * (duration / (observation.speed * 2))) else {
      return nil
    }
    let starvation = observation.bufferSeconds / observation.speed
    let estimate = bandwidth.value
    let arrived = Double(progress.bytes)
    let latency =
      progress.bytes > 0 ? progress.firstByte.map { ($0 - progress.sent).milliseconds } : nil
    let expected = max(arrived, expectedBytes(of: progress, observation))
    var speed = 0.0
    if let latency {
      var streaming = elapsed - latency
      if streaming < 1 { streaming = min(elapsed, arrived * 8 / estimate) }
      speed = arrived * 1000 / streaming
    }
    let rest =
      speed > 0
      ? (expected - arrived) / speed : expected * 8 / estimate + expectedLatency / 1000
    guard rest > starvation else { return nil }
    let limit = min(starvation, duration + expectedLatency / 1000)
    var next = Double.infinity
    var level = progress.level - 1
    while level > 0 {
      next = fetchTime(
        bits: duration * levels[level].bitsPerSecond, bandwidth: speed > 0 ? speed * 8 : estimate,
        hasPlaylist: observation.levelsWithPlaylist.contains(level) && !observation.isLive,
        latency: expectedLatency / 1000, observation)
      if next < limit { break }
      level -= 1
    }
    guard next < rest, next <= duration * 10 else { return nil }
    if let latency {
      bandwidth.add(bytes: progress.bytes, milliseconds: elapsed - min(expectedLatency, latency))
    } else {
      bandwidth.add(millisecondsToFirstByte: elapsed)
    }
    let isUrgent = rest > next * 2
    let best = bestLevel(insteadOf: level, from: starvation, observation)
    // `abortAndSwitch` does nothing for the lowest level.
    let aborts = isUrgent && best > 0
    var decision = Decision(
      level: aborts ? lowestLevel(upTo: best, from: starvation, observation) : best,
      reason: "segment would arrive after the buffer runs out", estimate: estimate)
    decision.keepsDownload = !aborts
    return decision
  }

  /// How large the player takes a segment to be: what its response says once some of it is in
  /// (`byteLength` of `src/loader/fragment.ts`), else its byte range, else by the level's rate.
  private func expectedBytes(
    of progress: DownloadProgress, _ observation: Observation
  ) -> Double {
    let level = observation.levels[progress.level]
    // A part has no size of its own, only one by the parts before it (`updateStatsFromPart` of
    // `src/loader/fragment-loader.ts`).
    if let bytes = progress.expectedBytes { return Double(bytes) }
    if progress.bytes > 0, level.partTarget == nil { return Double(progress.totalBytes) }
    let segment = level.segments[progress.segment]
    if let range = segment.resource.range, level.partTarget == nil { return Double(range.count) }
    let bits = segment.duration.seconds * Double(level.meanOrPeak.bitsPerSecond)
    return (bits / 8).rounded(.toNearestOrAwayFromZero)
  }

  /// The level to switch to instead of `level`, with the estimate set back to what it takes.
  private mutating func bestLevel(
    insteadOf level: Int, from starvation: Double, _ observation: Observation
  ) -> Int {
    let rate = observation.levels[level].bitsPerSecond
    if bandwidth.value * 0.7 > rate { bandwidth = HLSJSBandwidth(initial: rate) }
    var budget = FetchBudget(bandwidth: rate, top: level)
    budget.maximumStall = starvation
    return bestLevel(budget, observation) ?? level
  }

  /// The level up to `best` that the player, which aborts at once, asks for instead, with the bit
  /// rate of the lowest for an estimate.
  private mutating func lowestLevel(
    upTo best: Int, from starvation: Double, _ observation: Observation
  ) -> Int {
    let levels = observation.levels
    var budget = FetchBudget(bandwidth: levels[0].bitsPerSecond, top: best)
    budget.maximumStall = starvation
    let lowest = bestLevel(budget, observation) ?? 0
    bandwidth = HLSJSBandwidth(initial: levels[lowest].bitsPerSecond)
    return lowest
  }
}
