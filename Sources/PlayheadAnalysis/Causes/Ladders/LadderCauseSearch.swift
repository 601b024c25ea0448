import PlayheadLadder
import PlayheadModel

/// Looks for the changes that remove the waits of a session of a ladder.
struct LadderCauseSearch: WaitSearch {
  let scenario: LadderScenario
  var counterfactuals: Counterfactuals<LadderScenario>
  /// What happened in the session.
  let session: LadderSession

  static func told(_ change: LadderChange) -> WaitCause.Change { .ladder(change) }

  /// The cause of the startup.
  mutating func startupCause() -> WaitCause? {
    let end = base.startup.time ?? base.elapsed
    return startupCause(
      by: publishing + [.measuredRates, .lanesInParallel] + keys
        + lowest(session.segments { $0.begun <= end }))
  }

  /// The cause of the stall at `place`; `nil` if neither one change nor two remove it.
  mutating func cause(ofStall place: Int) -> WaitCause? {
    // What comes behind the end of a recording is not known to come at all.
    let isLast = session.session.stalls.indices.last == place
    guard !isLast || session.session.metBound != .recording else { return nil }
    let packing: [LadderChange] = publishing + [.measuredRates, .lanesInParallel] + keys
    if let cause =
      first(of: packing, removing: place) ?? cause(largerBuffer(place), place)
      ?? cause(longerParts(place), place) ?? cause(largerHoldBack(place), place)
    {
      return cause
    }
    let encodings = scenario.ladder.lanes.indices.map { LadderChange.meanRate(lane: $0) }
    let rest = encodings + [.noSlowStart, .latency(.zero)]
    let dip = dip(before: base.stalls[place])
    return first(of: rest, removing: place) ?? cause(lowerLevels(place), place)
      ?? first(of: dip, removing: place) ?? cause(laterStart(place), place)
      ?? slowLink(place)
      ?? pair(
        of: packing + [.bufferGoal(nil)] + rest + widestLevels(place) + dip
          + highestLinkRate(place), removing: place)
  }

  /// What may be wrong with how a live event is published.
  private var publishing: [LadderChange] {
    scenario.live == nil ? [] : [.segmentsOnTime, .freshManifests, .rightClock]
  }

  /// The cause of a long seek: levels, requests and the network, or that its target was not loaded.
  mutating func cause(ofSeek seek: Seek) -> WaitCause? {
    let end = seek.latency.map { seek.start + $0 } ?? base.elapsed
    let loaded = loadedTime(before: seek).map { LadderChange.seek(seek.number, to: $0) }
    return cause(
      ofSeek: seek,
      by: [.lanesInParallel] + keys
        + lowest(session.segments { $0.begun > seek.start && $0.begun <= end })
        + [.noSlowStart, .latency(.zero)] + [loaded].compactMap(\.self))
  }

  /// The keys, where there are any.
  private var keys: [LadderChange] {
    scenario.ladder.lanes.contains { $0.levels.contains { !$0.keys.isEmpty } } ? [.keysAtHand] : []
  }

  /// The segments of the first lane among `segments` at the lowest level.
  private func lowest(_ segments: [LoadedSegment]) -> [LadderChange] {
    let numbers = segments.filter { $0.lane == 0 }.compactMap(number)
    guard let first = numbers.min(), let last = numbers.max() else { return [] }
    return [.levels(atMost: 0, segments: first...last, lane: 0)]
  }

  /// The number that a loaded segment has in the lowest level of its lane.
  func number(of segment: LoadedSegment) -> Int? {
    scenario.ladder.lanes[segment.lane].number(segment.segment, of: segment.level)
  }
}

extension LadderLane {
  /// The number that the segment numbered `segment` of `level` has in the lowest level.
  func number(_ segment: Int, of level: Int) -> Int? {
    self.segment(at: levels[level].segments[segment].declared.start, level: 0)
  }
}

extension LadderSession {
  /// The segments that were loaded and that `isIncluded` holds of.
  func segments(where isIncluded: (LoadedSegment) -> Bool) -> [LoadedSegment] {
    segments.filter(isIncluded)
  }
}
