import PlayheadKit
import PlayheadLadder

/// What a scripted rule decides, by the number of the decision of a lane, and for which of its
/// looks at a running download it abandons it.
struct Script {
  /// The level and the delay of each decision; the table repeats.
  var choices: [(level: Int, delay: WallTime)]
  /// The numbers of the looks, counted over all downloads of the lane, at which the download is
  /// abandoned, each with the level that it is abandoned for.
  var abandonments: [Int: Int] = [:]
  /// How far ahead of the playhead segments have to begin to be discarded where the next level is
  /// higher; `nil` if none are.
  var discardsBeyond: MediaTime?
}

/// A rule that decides by a table for each lane.
struct ScriptedRule: AdaptationRule {
  let scripts: [Script]
  /// The kinds of the lanes, in their order.
  let kinds: [LadderLane.Kind]
  var progressInterval: ProgressInterval?
  let discardsSegments: Bool
  private var decisions: [Int]
  private var looks: [Int]

  init(_ scripts: [Script], kinds: [LadderLane.Kind], progress: ProgressInterval? = nil) {
    self.scripts = scripts
    self.kinds = kinds
    progressInterval = progress
    discardsSegments = scripts.contains { $0.discardsBeyond != nil }
    decisions = scripts.map { _ in 0 }
    looks = decisions
  }

  /// A rule that chooses `levels` one after the other, again and again, for one lane.
  init(_ levels: Int..., kind: LadderLane.Kind = .muxed) {
    self.init([Script(choices: levels.map { ($0, .zero) })], kinds: [kind])
  }

  private func lane(of observation: Observation) -> Int {
    kinds.firstIndex(of: observation.lane.kind) ?? 0
  }

  mutating func decide(_ observation: Observation) -> Decision {
    let lane = lane(of: observation)
    let choices = scripts[lane].choices
    let choice = choices[decisions[lane] % choices.count]
    decisions[lane] += 1
    return Decision(level: choice.level, reason: "scripted", delay: choice.delay)
  }

  func discard(_ queue: [QueuedSegment], _ observation: Observation) -> Int? {
    let lane = lane(of: observation)
    guard let distance = scripts[lane].discardsBeyond else { return nil }
    let choices = scripts[lane].choices
    let next = choices[decisions[lane] % choices.count].level
    return queue.firstIndex {
      $0.declared.start - observation.playhead >= distance && $0.level < next
    }
  }

  mutating func abandon(_ progress: DownloadProgress, _ observation: Observation) -> Decision? {
    let lane = lane(of: observation)
    looks[lane] += 1
    return scripts[lane].abandonments[looks[lane]].map { Decision(level: $0, reason: "scripted") }
  }
}
