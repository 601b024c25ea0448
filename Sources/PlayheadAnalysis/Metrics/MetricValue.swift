import PlayheadLadder
public import PlayheadModel

/// The exact value of a metric in one session.
public enum MetricValue: Hashable, Sendable {
  /// Of `wallTime`.
  case wallTime(WallTime)
  /// Of `mediaTime`.
  case mediaTime(MediaTime)
  /// At least this, which is no such value itself: the session was cut in an open wait, and the
  /// value is what had elapsed by then.
  indirect case atLeast(MetricValue)
  /// Of `count`.
  case count(Int64)
  /// Of `share`, `frequency` and
  /// `score`.
  case ratio(Ratio)
  /// Of `bytes`.
  case bytes(Int64)
  /// Of `rate`.
  case rate(BitRate)
  /// Of `word`.
  case word(String)
  /// Of `flag`.
  case flag(Bool)

  /// The value for a program, without its unit: seconds, bytes and bits per second in decimals, of
  /// a lower bound the bound.
  public var plainText: String {
    switch self {
    case .wallTime(let time): time.secondsText
    case .mediaTime(let time): time.secondsText
    case .atLeast(let value): value.plainText
    case .count(let number), .bytes(let number): String(number)
    case .ratio(let ratio): ratio.text
    case .rate(let rate): String(rate.bitsPerSecond)
    case .word(let word): word
    case .flag(let flag): String(flag)
    }
  }

  /// Whether it is a lower bound, as the session was cut in an open wait.
  package var isLowerBound: Bool {
    if case .atLeast = self { true } else { false }
  }

  /// The length of stalls or other waits.
  package init(_ length: StallLength) {
    self = length.isOpen ? .atLeast(.wallTime(length.elapsed)) : .wallTime(length.elapsed)
  }
}

extension SessionSummary {
  /// The metrics that the session has, in order: those of adaptation only if it is one of a ladder,
  /// and the distance to an optimum only if that was found.
  public var metrics: [SessionMetric] {
    guard let adaptation else { return SessionMetric.allCases }
    return SessionMetric.allCases + SessionMetric.ofAdaptation
      + (adaptation.latency == nil ? [] : SessionMetric.ofLive)
      + SessionMetric.ofOptimum.filter { metric in
        metric.objective.map { adaptation.optimumGaps[$0] != nil } ?? false
      } + adaptation.timeAtLevel.indices.map(SessionMetric.secondsAtLevel)
  }

  /// The value of `metric`; `nil` if the session has none.
  public subscript(metric: SessionMetric) -> MetricValue? { metric.row.value(self) }
}
