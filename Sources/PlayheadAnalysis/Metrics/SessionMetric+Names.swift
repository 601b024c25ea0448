public import PlayheadLadder
public import PlayheadModel

extension SessionMetric: CaseIterable {
  /// The metrics that every session has, in the order of a summary.
  public static let allCases: [SessionMetric] = [
    .startupSeconds, .stallCount, .stallSeconds, .longestStallSeconds, .rebufferRatio,
    .rebufferRatioWatch, .stallsPerMinute, .frozenCount, .frozenSeconds, .silentCount,
    .silentSeconds, .playedSeconds, .elapsedSeconds, .seekSeconds, .seekCount,
    .meanSeekLatencySeconds, .longestSeekLatencySeconds, .pausedSeconds,
    .meanBufferSeconds, .minimumBufferSeconds, .bytesDownloaded, .bytesWasted, .requestCount,
    .observedBitsPerSecond, .endReason, .missingSamples, .missingSeconds, .undecodableSeconds,
    .damaged,
  ]

  /// The metrics that only sessions of ladders have, besides those of a level.
  public static let ofAdaptation: [SessionMetric] = [
    .meanBitRateBitsPerSecond, .meanPlayedBitRateBitsPerSecond, .switchCount, .switchUpCount,
    .switchDownCount, .switchReversalCount, .abandonmentCount, .linearScore, .linearScorePerSegment,
    .bolaScore, .meanUtility,
  ]

  /// The metrics that only sessions of live events have.
  public static let ofLive: [SessionMetric] = [
    .liveLatencySeconds, .liveLatency95Seconds, .liveLatencyStartSeconds, .liveLatencyEndSeconds,
    .liveRateChangeCount, .liveJumpCount, .liveSkippedSeconds,
  ]

  /// The metrics that only sessions of ladders have for which the optimum was asked.
  public static let ofOptimum = Optimum.Objective.allCases.map(SessionMetric.optimumGap)

  /// All but those of a level, in the order of a summary.
  private static let everyMetric = allCases + ofAdaptation + ofLive + ofOptimum

  /// Whether only sessions of ladders have it.
  public var isOfAdaptation: Bool {
    level != nil || objective != nil || Self.ofAdaptation.contains(self)
      || Self.ofLive.contains(self)
  }

  /// The score for which it needs the optimum; `nil` if it needs none.
  public var objective: Optimum.Objective? {
    if case .optimumGap(let objective) = self { objective } else { nil }
  }

  /// The number of the level that it is about; `nil` if it is about no certain one.
  public var level: Int? {
    switch self {
    case .secondsAtLevel(let level), .shareAtLevel(let level): level
    default: nil
    }
  }

  /// `metrics` in the order of a summary.
  package static func inOrder(_ metrics: some Collection<SessionMetric>) -> [SessionMetric] {
    let metrics = Set(metrics)
    return everyMetric.filter(metrics.contains)
      + metrics.filter { $0.level != nil }.sorted {
        ($0.level ?? 0, $0.rawValue) < ($1.level ?? 0, $1.rawValue)
      }
  }
}

extension SessionMetric: RawRepresentable {
  /// The name, with the unit at its end or before the level: `startupSeconds`, `secondsAtLevel(0)`.
  public var rawValue: String { row.name }

  /// The metric whose name is exactly `rawValue`; `nil` if there is none.
  public init?(rawValue: String) {
    guard let metric = Self.byName[rawValue] ?? Self.atLevel(rawValue),
      metric.rawValue == rawValue
    else { return nil }
    self = metric
  }

  /// The metrics without a level, by their names with and without units.
  private static let byName: [String: SessionMetric] = Dictionary(
    everyMetric.flatMap { [($0.rawValue, $0), ($0.plainName, $0)] },
    uniquingKeysWith: { first, _ in first })

  /// The metric of a level that `name` is, with its number in parentheses; `nil` if it is none.
  private static func atLevel(_ name: String) -> SessionMetric? {
    guard name.last == ")", let start = name.firstIndex(of: "(") else { return nil }
    let digits = name[name.index(after: start)...].dropLast()
    guard (1...4).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let level = Int(digits), String(level) == digits
    else { return nil }
    switch name[..<start] {
    case "secondsAtLevel", "timeAtLevel": return .secondsAtLevel(level)
    case "shareAtLevel": return .shareAtLevel(level)
    default: return nil
    }
  }
}

extension SessionMetric {
  /// The name without the unit at its end, for where people write the unit themselves: `startup`.
  ///
  /// `stallSeconds`, `frozenSeconds`, `silentSeconds`, `seekSeconds`, `missingSeconds` and
  /// `undecodableSeconds` keep theirs: without it they would not say what they measure.
  public var plainName: String {
    if case .secondsAtLevel(let level) = self { return "timeAtLevel(\(level))" }
    let (rawValue, keepsUnit) = (row.name, row.keepsUnit)
    if keepsUnit { return rawValue }
    let unit = ["Seconds", "BitsPerSecond"].first { rawValue.hasSuffix($0) } ?? ""
    return String(rawValue.dropLast(unit.count))
  }

  /// Whether a number behind `name` needs a unit: not behind one that carries the unit itself, nor
  /// for buffer levels and for parts of a session as long as the media.
  ///
  /// Startup, stalls and seeks are written in milliseconds as often as in seconds.
  package func unitRule(in name: String) -> UnitRule {
    switch self {
    case _ where plainName != rawValue && name == rawValue: .optional
    case .stallSeconds, .frozenSeconds, .silentSeconds, .seekSeconds: .optional
    case .playedSeconds, .elapsedSeconds, .pausedSeconds, .meanBufferSeconds,
      .minimumBufferSeconds:
      .optional
    default: .required
    }
  }

  /// The metric called `name`, with or without the unit at its end.
  ///
  /// - Throws: ``GrammarError`` with the nearest name if `name` is unknown.
  public init(named name: String) throws(GrammarError) {
    if let found = Self.byName[name] ?? Self.atLevel(name) {
      self = found
      return
    }
    let stem = name.prefix { $0 != "(" }
    if ["timeAtLevel", "secondsAtLevel", "shareAtLevel"].contains(stem) {
      throw GrammarError(
        text: name, problem: "expected the number of a level behind \(stem)",
        hint: "write \(stem)(0) for the lowest")
    }
    if stem == "optimumGap" {
      let scores = Optimum.Objective.allCases.map(\.rawValue)
      throw GrammarError(
        text: name, problem: "expected a score in parentheses behind \(stem)",
        hint: "write \(scores.map { "\(stem)(\($0))" }.wordList(or: true))")
    }
    if let meant = Self.otherNames[name.lowercased()] {
      throw GrammarError(
        text: name, problem: "unknown metric", hint: "did you mean \(meant.plainName)?")
    }
    // A mistyped name may be nearest to one without a unit, so both kinds are compared.
    let metrics =
      Self.allCases + Self.ofAdaptation + Self.ofLive + Self.ofOptimum + [
        .secondsAtLevel(0), .shareAtLevel(0),
      ]
    let names = metrics.flatMap { [$0.plainName, $0.rawValue] }
    throw GrammarError(
      text: name, problem: "unknown metric",
      hint: name.nearest(in: names).map { "did you mean \($0)?" }
        ?? "the metrics are \(Self.allCases.map(\.plainName).wordList(or: false)), and of HLS and DASH "
        + "those of adaptation, such as switchCount and linearScore")
  }

  /// What people call metrics that have another name here.
  private static let otherNames: [String: SessionMetric] = Dictionary(
    everyMetric.flatMap { metric in metric.row.otherNames.map { ($0, metric) } },
    uniquingKeysWith: { first, _ in first })

  /// The metric to compare with `bound`: of the time at a level, its share if that is a percentage.
  package func compared(with bound: some StringProtocol) -> SessionMetric {
    if case .secondsAtLevel(let level) = self, bound.last == "%" { return .shareAtLevel(level) }
    return self
  }
}
