import PlayheadLadder
import PlayheadModel

/// Decisions of a lane in words.
struct DecisionText {
  let lane: LadderLane

  /// Why `decision` chose its level: what the next one needs of the throughput, where that is what it
  /// lacks, else the rule's own words.
  func reason(_ decision: Decision) -> String {
    guard let next = Self.lacking(decision), let estimate = decision.estimate else {
      return decision.reason
    }
    return "\(need(next)); the estimate is \(Self.rate(estimate))"
  }

  /// What a level needs: `level 1 needs 2.037 Mbit/s (1.426 Mbit/s ÷ 0.7)`.
  func need(_ next: Decision.Next) -> String {
    let share = next.share == 1 ? "" : " (\(Self.rate(next.bitRate)) ÷ \(next.share))"
    return "level \(LevelBar.sign(of: next.level)) needs \(Self.rate(next.needed))\(share)"
  }

  /// The next level, if `decision` lacks throughput for it.
  static func lacking(_ decision: Decision) -> Decision.Next? {
    guard let next = decision.next, let estimate = decision.estimate, next.needed > estimate else {
      return nil
    }
    return next
  }

  /// The throughput that the next level needs, to the nearest bit per second; `nil` where that does not
  /// decide.
  static func needed(_ decision: Decision) -> BitRate? { whole(decision.next?.needed) }

  /// A rate that a rule reckons with, to the nearest bit per second; `nil` beyond all rates.
  static func whole(_ bitsPerSecond: Double?) -> BitRate? {
    bitsPerSecond.flatMap { $0 >= 0 ? Int64(exactly: $0.rounded()) : nil }.map {
      BitRate(bitsPerSecond: $0)
    }
  }

  static func rate(_ bitsPerSecond: Double) -> String {
    whole(bitsPerSecond)?.figuresText ?? "more than any rate"
  }
}

/// What keeps the picture of a session below its highest level, for most of the segments below it.
struct QualityLimit {
  /// The number of segments that were asked for below the highest level, and of all.
  private(set) var below = 0
  private(set) var all = 0
  /// How many of them for the one reason that most have.
  private(set) var count = 0
  /// That reason.
  private(set) var reason = ""

  /// What limits the first lane of a session that made `decisions`; `nil` if nothing does.
  init?(_ decisions: [LadderDecision], lane number: Int, of lane: LadderLane) {
    let top = lane.levels.count - 1
    var latest: [Int: Decision] = [:]
    for decision in decisions where decision.lane == number {
      latest[decision.segment] = decision.decision
    }
    all = latest.count
    let low = latest.sorted { $0.key < $1.key }.map(\.value).filter { $0.level < top }
    below = low.count
    guard below > 0 else { return nil }
    // Levels that lack throughput are told apart by what they need, others by the rule's words.
    let text = DecisionText(lane: lane)
    let groups = Dictionary(grouping: low) { decision in
      DecisionText.lacking(decision).map(text.need) ?? decision.reason
    }
    guard
      let most = groups.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) })
    else { return nil }
    count = most.value.count
    reason = most.key
    let estimates = most.value.filter { DecisionText.lacking($0) != nil }.compactMap(\.estimate)
    if let lowest = estimates.min(), let highest = estimates.max() {
      let (low, high) = (DecisionText.rate(lowest), DecisionText.rate(highest))
      reason += low == high ? "; the estimate is \(low)" : "; the estimate is \(low) to \(high)"
    }
  }

  /// In words: `14 of 15 segments below level 2: level 2 needs …`.
  func text(top: Int) -> String {
    let most = count == below ? "" : ", \(count) of them as"
    return "\(below) of \(counted(all, "segment")) below level \(LevelBar.sign(of: top))"
      + (most.isEmpty ? ": " : "\(most) ") + reason
  }
}
