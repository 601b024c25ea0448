import PlayheadModel

/// A rule that is applied to each lane by itself, with a memory of its own for each.
package struct LanewiseRule: AdaptationRule {
  private let rule: any AdaptationRule
  private var kinds: [LadderLane.Kind] = []
  /// The rule of each of ``kinds``.
  private var rules: [any AdaptationRule] = []

  /// `rule` for each lane.
  package init(_ rule: any AdaptationRule) {
    self.rule = rule
  }

  /// The rule of a lane that carries `kind`.
  func rule(for kind: LadderLane.Kind) -> any AdaptationRule {
    kinds.firstIndex(of: kind).map { rules[$0] } ?? rule
  }

  private mutating func ask<Answer>(
    _ kind: LadderLane.Kind, _ question: (inout any AdaptationRule) -> Answer
  ) -> Answer {
    let place: Int
    if let found = kinds.firstIndex(of: kind) {
      place = found
    } else {
      place = rules.count
      kinds.append(kind)
      rules.append(rule)
    }
    return question(&rules[place])
  }

  /// Tells the lane of the download.
  package mutating func downloaded(_ download: Download, _ observation: Observation) {
    ask(download.lane) { $0.downloaded(download, observation) }
  }

  /// Asks for the lane.
  package mutating func decide(_ observation: Observation) -> Decision {
    ask(observation.lane.kind) { $0.decide(observation) }
  }

  /// Asks for the lane.
  package mutating func decideAhead(_ observation: Observation) -> Decision {
    ask(observation.lane.kind) { $0.decideAhead(observation) }
  }

  /// The interval of the rule.
  package var progressInterval: ProgressInterval? { rule.progressInterval }

  /// Asks for the lane.
  package mutating func abandon(
    _ progress: DownloadProgress, _ observation: Observation
  ) -> Decision? {
    ask(observation.lane.kind) { $0.abandon(progress, observation) }
  }

  /// As the rule does.
  package var discardsSegments: Bool { rule.discardsSegments }

  /// Asks for the lane.
  package mutating func discard(_ queue: [QueuedSegment], _ observation: Observation) -> Int? {
    ask(observation.lane.kind) { $0.discard(queue, observation) }
  }

  /// Tells the lane.
  package mutating func looked(_ count: Int, _ observation: Observation) {
    ask(observation.lane.kind) { $0.looked(count, observation) }
  }

  /// Tells the lane.
  package mutating func updated(_ observation: Observation) {
    ask(observation.lane.kind) { $0.updated(observation) }
  }

  /// Tells the lane.
  package mutating func jumped(_ observation: Observation) {
    ask(observation.lane.kind) { $0.jumped(observation) }
  }
}
