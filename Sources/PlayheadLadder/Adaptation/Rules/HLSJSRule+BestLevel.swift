import PlayheadModel

extension HLSJSRule {
  /// What a level has to fit.
  struct FetchBudget {
    /// The throughput in bits per second.
    var bandwidth: Double
    /// The highest level to try.
    var top: Int
    /// The time until the buffer is empty, in seconds.
    var starvation = 0.0
    /// The longest stall that is accepted, in seconds.
    var maximumStall = 0.0
    /// The share of the throughput that a level may take.
    var factor = 1.0
    /// The same for a level above the last one.
    var upFactor = 1.0
  }

  /// The highest level whose next segment can be fetched within `budget`; `nil` if none can.
  func bestLevel(_ budget: FetchBudget, _ observation: Observation) -> Int? {
    let levels = observation.levels
    guard levels.count > 1 else { return 0 }
    let base = lastLoaded ?? firstLevel(observation)
    let tier = lastLoaded.map { HLSJSCodecTier(of: levels[$0]) }
    let start = HLSJSCodecTier(startingAmong: levels, bandwidth: budget.bandwidth)
    let wanted = tier ?? start
    let bandwidth =
      lastLoaded == nil ? max(budget.bandwidth, start.minimumBitRate) : budget.bandwidth
    let latency = self.bandwidth.millisecondsToFirstByte / 1000
    for number in stride(from: budget.top, through: 0, by: -1) {
      let level = levels[number]
      let isExempt = lastLoaded == nil && number == start.lowestLevel
      guard isExempt || wanted.admits(level, isUp: number > base) else { continue }
      let hasPlaylist = observation.levelsWithPlaylist.contains(number)
      let mean =
        level.segments[level.segments.count - 1].declared.end - level.segments[0].declared.start
      var duration = hasPlaylist ? mean.seconds / Double(level.segments.count) : requestedDuration
      if duration <= 0 { duration = 1 }
      let adjusted = bandwidth * (number > base ? budget.upFactor : budget.factor)
      let isSafe =
        requestedDuration > 0 && budget.starvation >= 2 * requestedDuration
        && budget.maximumStall == 0
      let rate = isSafe ? Double(level.meanOrPeak.bitsPerSecond) : level.bitsPerSecond
      let fetch = fetchTime(
        bits: rate * duration, bandwidth: adjusted, hasPlaylist: hasPlaylist, latency: latency,
        observation)
      // Near the edge of a live event, a buffer is never long.
      let isLive = lastLoaded != nil && observation.isLive
      if adjusted >= rate,
        isLive || fetch <= latency || fetch < budget.starvation + budget.maximumStall
      {
        return number
      }
    }
    return nil
  }

  /// The time to fetch a segment, with its playlist where that is missing, in seconds.
  func fetchTime(
    bits: Double, bandwidth: Double, hasPlaylist: Bool, latency: Double, _ observation: Observation
  ) -> Double {
    let segment = latency + bits / bandwidth
    guard !hasPlaylist else { return segment }
    return segment + (latency + (observation.lastPlaylistTime?.seconds ?? 0))
  }
}
