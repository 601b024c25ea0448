import PlayheadLadder
import PlayheadModel

/// A rule of adaptation that chooses no level above a given one for some segments of a lane.
struct CappedRule: AdaptationRule {
  private var rule: any AdaptationRule
  private let kind: LadderLane.Kind
  private let segments: ClosedRange<Int>
  private let highest: Int

  /// `rule`, which chooses no level above `highest` for the segments of the lane of `kind` that
  /// have the numbers `segments` in its lowest level.
  init(
    _ rule: any AdaptationRule, kind: LadderLane.Kind, segments: ClosedRange<Int>, highest: Int
  ) {
    self.rule = rule
    self.kind = kind
    self.segments = segments
    self.highest = highest
  }

  mutating func downloaded(_ download: Download, _ observation: Observation) {
    rule.downloaded(download, observation)
  }

  mutating func decide(_ observation: Observation) -> Decision {
    capped(rule.decide(observation), observation)
  }

  mutating func decideAhead(_ observation: Observation) -> Decision {
    capped(rule.decideAhead(observation), observation)
  }

  var progressInterval: ProgressInterval? { rule.progressInterval }

  mutating func abandon(
    _ progress: DownloadProgress, _ observation: Observation
  ) -> Decision? {
    rule.abandon(progress, observation).map { capped($0, observation) }
  }

  var discardsSegments: Bool { rule.discardsSegments }

  mutating func discard(_ queue: [QueuedSegment], _ observation: Observation) -> Int? {
    // What may not be loaded at a higher level is kept.
    rule.discard(queue, observation).flatMap { place in
      queue[place...].firstIndex { !isCapped($0.declared.start, observation) }
    }
  }

  mutating func jumped(_ observation: Observation) { rule.jumped(observation) }

  private func capped(_ decision: Decision, _ observation: Observation) -> Decision {
    guard decision.level > highest, isCapped(observation.position, observation) else {
      return decision
    }
    var capped = decision
    capped.level = highest
    return capped
  }

  /// Whether the segment at `position` may be of no level above the highest one.
  private func isCapped(_ position: MediaTime, _ observation: Observation) -> Bool {
    guard observation.lane.kind == kind else { return false }
    return observation.lane.segment(at: position, level: 0).map(segments.contains) ?? false
  }
}
