import PlayheadLadder
import PlayheadModel

/// What keeps the picture of a session below its highest level, for most of the segments below it.
struct QualityLimit {
  /// In words: `14 of 15 segments below level 2: level 2 needs …`.
  let text: String

  /// What limits the lane numbered `number` of a session that made `decisions`, whose highest level
  /// is `top`; `nil` if nothing does.
  init?(_ decisions: [LadderDecision], lane number: Int, top: Int) {
    var latest: [Int: Decision] = [:]
    for decision in decisions where decision.lane == number {
      latest[decision.segment] = decision.decision
    }
    let below = latest.sorted { $0.key < $1.key }.map(\.value).filter { $0.level < top }
    // Levels that lack throughput are told apart by what they need, others by the rule's words.
    let groups = Dictionary(grouping: below) { decision in
      DecisionText.lacking(decision).map(DecisionText.need) ?? decision.reason
    }
    guard
      let most = groups.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) })
    else { return nil }
    var reason = most.key
    let estimates = most.value.filter { DecisionText.lacking($0) != nil }.compactMap(\.estimate)
    if let lowest = estimates.min(), let highest = estimates.max() {
      let (low, high) = (DecisionText.rate(lowest), DecisionText.rate(highest))
      reason += low == high ? "; the estimate is \(low)" : "; the estimate is \(low) to \(high)"
    }
    let share = most.value.count == below.count ? ":" : ", \(most.value.count) of them as"
    text =
      "\(below.count) of \(counted(latest.count, "segment")) below level "
      + "\(LevelBar.sign(of: top))\(share) \(reason)"
  }
}
