import PlayheadLadder
import PlayheadModel

/// Decisions in words.
enum DecisionText {
  /// Why `decision` chose its level: what the next one needs of the throughput, where that is what
  /// it lacks, else the rule's own words.
  static func reason(_ decision: Decision) -> String {
    guard let next = lacking(decision), let estimate = decision.estimate else {
      return decision.reason
    }
    return "\(need(next)); the estimate is \(rate(estimate))"
  }

  /// What a level needs: `level 1 needs 2.037 Mbit/s (1.426 Mbit/s ÷ 0.7)`.
  static func need(_ next: Decision.Next) -> String {
    let share = next.share == 1 ? "" : " (\(rate(next.bitRate)) ÷ \(next.share))"
    return "level \(LevelBar.sign(of: next.level)) needs \(rate(next.needed))\(share)"
  }

  /// The next level, if `decision` lacks throughput for it.
  static func lacking(_ decision: Decision) -> Decision.Next? {
    guard let next = decision.next, let estimate = decision.estimate, next.needed > estimate else {
      return nil
    }
    return next
  }

  /// The throughput that the next level needs, to the nearest bit per second; `nil` where that does
  /// not decide.
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
