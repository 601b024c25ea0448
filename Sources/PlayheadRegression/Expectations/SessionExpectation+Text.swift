import PlayheadAnalysis
import PlayheadModel

extension SessionExpectation: CustomStringConvertible {
  /// The condition in its canonical form, which parses back to the same condition: `startup <=
  /// 2.5s`, `rebufferRatio < 2%`, `no stall before 30s`.
  public var text: String { condition.text }

  /// The condition in its canonical form.
  public var description: String { text }
}

extension SessionExpectation.Condition {
  /// The condition in its canonical form.
  fileprivate var text: String {
    switch self {
    case .metric(let metric, let comparison, let bound):
      "\(metric.plainName) \(comparison.rawValue) \(metric.text(of: bound))"
    case .noStall(nil): "no stall"
    case .noStall(let end?): "no stall before \(end.boundText)"
    case .everyStall(let bound, let isStrict):
      "every stall \(isStrict ? "<" : "<=") \(bound.boundText)"
    case .mostly(let condition, let share):
      "\(condition.text) in \(share.percentText.filter { $0 != " " })"
    }
  }
}

extension SessionMetric {
  /// Whether it measures waits after seeks.
  var isOfSeeks: Bool {
    switch self {
    case .seekSeconds, .meanSeekLatencySeconds, .longestSeekLatencySeconds: true
    default: false
    }
  }
}

extension ExpectationResult {
  /// The measured value as exact, short text: `1.04s`, `2 stalls`, `none`.
  public var actualText: String {
    switch (actual, expectation.condition) {
    case (.runs(let held, let count), _): "holds in \(held) of \(counted(count, "run"))"
    case (.value(let value), .metric(let metric, _, _)) where value.isLowerBound:
      "\(metric.text(of: value)): the session was cut in an open "
        + (metric.isOfSeeks ? "wait after a seek" : "stall")
    case (.value(let value), .metric(let metric, _, _)): metric.text(of: value)
    case (.value(let value), _): value.plainText
    case (.none, .metric(.undecodableSeconds, _, _)), (.none, .metric(.damaged, _, _)):
      "unknown: not decoded"
    case (.none, .metric(.optimumGap, _, _)): "unknown: no optimum is comparable with this session"
    case (.none, .metric(let metric, _, _)) where metric.kind == .score:
      "unknown: a wait is still open at the end"
    case (.none, _): "none"
    case (.unlimited, _): "all loaded before the start"
    case (.neverStarted, _): "unknown: playback never started"
    case (.neverResumed, _): "still waiting to resume at the end"
    case (.stalls(let stalls), _) where stalls.count == 0: "no stall"
    case (.stalls(let stalls), .everyStall):
      stalls.longest.map { longest in
        longest.isOpen
          ? "the longest lasts at least \(longest.elapsed.boundText): "
            + "the session was cut in an open stall"
          : "the longest lasts \(longest.elapsed.boundText)"
      } ?? "no stall"
    case (.stalls(let stalls), .noStall(before: .some)):
      "the first begins at \((stalls.firstStart ?? .zero).boundText)"
    case (.stalls(let stalls), _): counted(stalls.count, "stall")
    }
  }
}
