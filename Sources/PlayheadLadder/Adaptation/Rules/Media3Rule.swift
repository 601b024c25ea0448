package import PlayheadModel

/// The rule of Media3 1.11: `AdaptiveTrackSelection` with `DefaultBandwidthMeter`.
///
/// All network transfers count; those that overlap share one clock.
package struct Media3Rule: AdaptationRule, Hashable {
  private var meter: Media3Meter
  private var selected: [LadderLane.Kind: Int] = [:]
  /// When the queue of each lane was last evaluated, and which segment was then its last.
  private var evaluations: [LadderLane.Kind: Evaluation] = [:]

  private struct Evaluation: Hashable {
    var wallTime: WallTime
    var last: QueuedSegment
  }

  /// A rule that reckons with `initialEstimate` until 2 s or 512 KiB are measured.
  package init(initialEstimate: BitRate = BitRate(bitsPerSecond: 1_000_000)) {
    meter = Media3Meter(initialEstimate: initialEstimate.bitsPerSecond)
  }

  /// Measures each transfer.
  package mutating func downloaded(_ download: Download, _ observation: Observation) {
    meter.ended(download, running: observation.openDownloads)
  }

  /// Chooses the highest level within 0.7 of the median, up only from 10 s of buffer and down only
  /// below 25 s.
  package mutating func decide(_ observation: Observation) -> Decision {
    let estimate = meter.estimate
    func decision(_ level: Int, _ reason: String) -> Decision {
      selected[observation.lane.kind] = level
      return Decision(
        level: level, reason: reason, estimate: Double(estimate),
        next: observation.next(above: level, share: 0.7, besides: observation.otherBitsPerSecond))
    }
    let ideal = idealLevel(observation)
    let level = ideal ?? 0
    let reason =
      ideal == nil ? "lowest, above 0.7 of throughput" : "highest within 0.7 of throughput"
    guard let last = selected[observation.lane.kind], last < observation.levels.count else {
      return decision(level, reason)
    }
    let rate = observation.levels[level].bitRate
    let lastRate = observation.levels[last].bitRate
    let least = leastBufferForMore(observation)
    if rate > lastRate, observation.bufferLevel < least {
      return decision(last, "no switch up below \(least.secondsText) s of buffer")
    }
    if rate < lastRate, observation.bufferLevel >= .seconds(25) {
      return decision(last, "no switch down from 25 s of buffer")
    }
    return decision(level, reason)
  }

  /// The buffer level from which it switches up: of a live event, no more than three quarters of
  /// what could be loaded without the next segment (`minDurationForQualityIncreaseUs`).
  private func leastBufferForMore(_ observation: Observation) -> MediaTime {
    guard let edge = observation.liveEdge else { return .seconds(10) }
    let segment = observation.segment(of: selected[observation.lane.kind] ?? 0)?.duration ?? .zero
    let available = edge - observation.playhead - segment
    return min(.seconds(10), MediaTime(nanoseconds: available.nanoseconds / 4 * 3))
  }

  /// The highest level within 0.7 of the median; `nil` if none is.
  private func idealLevel(_ observation: Observation) -> Int? {
    let cautious = Int64(Float(meter.estimate) * 0.7)
    let other = observation.otherBitRate?.bitsPerSecond ?? 0
    let allowed = Int64(Float(cautious) / Float(observation.speed)) - other
    return observation.highestLevel { $0.bitRate.bitsPerSecond <= allowed }
  }

  /// Where they could be better.
  package var discardsSegments: Bool { true }

  /// From the first segment on that is played in 25 s or later and could be better.
  ///
  /// It has a lower bit rate and picture than the level within 0.7 of the median, and at most 1279
  /// × 719 (`evaluateQueueSize`). A queue that was evaluated less than a second ago is kept.
  package mutating func discard(_ queue: [QueuedSegment], _ observation: Observation) -> Int? {
    let kind = observation.lane.kind
    guard let last = queue.last else { return nil }
    if let latest = evaluations[kind], latest.last == last,
      observation.wallTime - latest.wallTime < .seconds(1)
    {
      return nil
    }
    evaluations[kind] = Evaluation(wallTime: observation.wallTime, last: last)
    func isLate(_ segment: QueuedSegment) -> Bool {
      (segment.declared.start - observation.playhead).seconds / observation.speed >= 25
    }
    guard isLate(last) else { return nil }
    let ideal = observation.levels[idealLevel(observation) ?? 0]
    return queue.firstIndex { segment in
      let level = observation.levels[segment.level]
      guard isLate(segment), level.bitRate < ideal.bitRate, let picture = level.resolution,
        let idealHeight = ideal.resolution?.height
      else { return false }
      return picture.width <= 1279 && picture.height <= 719 && picture.height < idealHeight
    }
  }
}
