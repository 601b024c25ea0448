public import PlayheadLadder
public import PlayheadModel

/// One session played many times, each with what varies from run to run of its player drawn anew.
public struct Spread: Hashable, Sendable {
  /// A run.
  public struct Run: Hashable, Sendable {
    /// The figures of merit.
    public package(set) var summary: SessionSummary
    /// The stalls, in order.
    public package(set) var stalls: [Stall]
    /// The level that was loaded last of each segment of the lanes with several, in order.
    package var levels: [SegmentKey: Int]
  }

  /// A segment of a lane.
  package struct SegmentKey: Hashable, Comparable, Sendable {
    /// The number of the segment.
    package var segment: Int
    /// The number of the lane.
    package var lane: Int

    /// The segment numbered `segment` of lane `lane`.
    package init(lane: Int, segment: Int) {
      (self.lane, self.segment) = (lane, segment)
    }

    /// Whether it comes before another one: by segment, then by lane.
    package static func < (left: SegmentKey, right: SegmentKey) -> Bool {
      (left.segment, left.lane) < (right.segment, right.lane)
    }
  }

  /// The first decision in which runs part: the levels of a segment, and how many runs chose each.
  package struct Parting: Hashable, Sendable {
    /// The segment.
    package var segment: SegmentKey
    /// The levels, the most frequent first, each with the number of its runs.
    package var levels: [LevelCount]
  }

  /// A level, and how many runs loaded it.
  package struct LevelCount: Hashable, Sendable {
    /// The number of the level; `nil` where the segment was not loaded.
    package var level: Int?
    /// The number of runs.
    package var count: Int
  }

  /// The seed.
  public package(set) var seed: UInt64
  /// Where what varies is from.
  package var evidence: RunVariation.Evidence
  /// The runs; at least one.
  public package(set) var runs: [Run]

  /// The number of runs without another.
  public static let usualCount = 100
  /// The maximum number of runs.
  public static let maximumCount = 10_000

  package init(seed: UInt64, evidence: RunVariation.Evidence, runs: [Run]) {
    precondition(!runs.isEmpty, "a spread without runs")
    (self.seed, self.evidence, self.runs) = (seed, evidence, runs)
  }

  /// The least and the most of a metric in nine of ten runs: as many of the others are below as
  /// above.
  ///
  /// A metric without a value, as the startup of a session that never starts, is above all others.
  ///
  /// - Returns: the values, `nil` for none; `nil` for a metric that cannot be put in order.
  public func range(of metric: SessionMetric) -> (least: MetricValue?, most: MetricValue?)? {
    guard metric.kind.isOrdered else { return nil }
    let values = runs.map { $0.summary[metric] }.sorted { Self.isLess($0, $1) }
    let left = values.count / 20
    return (values[left], values[values.count - 1 - left])
  }

  /// Whether `left` is less: values by their units, then lower bounds of the same, then none.
  private static func isLess(_ left: MetricValue?, _ right: MetricValue?) -> Bool {
    guard let left else { return false }
    guard let right else { return true }
    return (left.units ?? 0, left.isLowerBound ? 1 : 0)
      < (right.units ?? 0, right.isLowerBound ? 1 : 0)
  }

  /// The first decision in which the runs part; `nil` if all load the same levels.
  package var parting: Parting? {
    Set(runs.flatMap(\.levels.keys)).sorted().lazy.compactMap { key -> Parting? in
      let levels = levels(of: key)
      return levels.count > 1 ? Parting(segment: key, levels: levels) : nil
    }.first
  }

  /// The levels at which runs loaded a segment, the most frequent first.
  package func levels(of key: SegmentKey) -> [LevelCount] {
    Dictionary(grouping: runs) { $0.levels[key] }
      .map { LevelCount(level: $0.key, count: $0.value.count) }
      .sorted { ($1.count, $0.level ?? -1) < ($0.count, $1.level ?? -1) }
  }

  /// How many runs fulfil a condition.
  public func count(where condition: (Run) -> Bool) -> Int { runs.count(where: condition) }
}

extension Spread {
  /// `scenario` of a ladder played `count` times, with what `seed` draws.
  ///
  /// - Returns: the spread; `nil` if it is cancelled.
  public init?(
    of scenario: LadderScenario, count: Int = usualCount, seed: UInt64 = 1,
    isCancelled: () -> Bool = { false }
  ) {
    precondition((1...Self.maximumCount).contains(count), "no runs, or too many")
    var scenario = scenario
    scenario.options.tickInterval = nil
    scenario.options.recordsEvents = false
    let lanes = scenario.ladder.lanes.indices.filter { scenario.ladder.lanes[$0].levels.count > 1 }
    let damage = scenario.ladder.damage
    var runs: [Run] = []
    runs.reserveCapacity(count)
    for number in 0..<count {
      if isCancelled() { return nil }
      scenario.draw = RunDraw(run: number, seed: seed)
      var simulation = LadderSimulation(scenario)
      let played = simulation.run()
      var levels: [SegmentKey: Int] = [:]
      for segment in played.segments where lanes.contains(segment.lane) {
        levels[SegmentKey(lane: segment.lane, segment: segment.segment)] = segment.level
      }
      let summary = SessionSummary(
        played.session, damage: damage,
        adaptation: LadderSummary(played, of: scenario.ladder))
      runs.append(Run(summary: summary, stalls: played.session.stalls, levels: levels))
    }
    self.init(seed: seed, evidence: scenario.player.variation.evidence, runs: runs)
  }
}

extension Spread {
  /// `scenario` of a file played `count` times, with what `seed` draws.
  ///
  /// - Returns: the spread; `nil` if it is cancelled.
  public init?(
    of scenario: FileScenario, damage: MediaDamage = .none, count: Int = usualCount,
    seed: UInt64 = 1,
    isCancelled: () -> Bool = { false }
  ) {
    precondition((1...Self.maximumCount).contains(count), "no runs, or too many")
    var scenario = scenario
    scenario.options.tickInterval = nil
    scenario.options.recordsEvents = false
    let policy = scenario.policy
    var runs: [Run] = []
    runs.reserveCapacity(count)
    for number in 0..<count {
      if isCancelled() { return nil }
      scenario.policy = policy.drawn(by: RunDraw(run: number, seed: seed))
      var simulation = Simulation(scenario)
      let session = simulation.run()
      runs.append(
        Run(
          summary: SessionSummary(session, damage: damage), stalls: session.stalls, levels: [:]))
    }
    self.init(seed: seed, evidence: policy.startVariation == nil ? .none : .measured, runs: runs)
  }
}

extension BufferingPolicy {
  /// By how much the start of playback varies, from the least of it, in recorded sessions of the
  /// player (`Validation/measurements`): twice what lies between half of all pairs of runs of one
  /// session and their mean; `nil` of players that were not measured.
  fileprivate var startVariation: VariedTime? {
    guard parameters.tracks.startCost > .zero || parameters.tracks != TrackRules() else {
      return nil
    }
    let milliseconds: Int64? =
      switch name {
      case "chromium": 44
      case "firefox": 36
      case "gst-play", "gst-play-1.24": 8
      case "mpv": 6
      default: nil
      }
    return milliseconds.map {
      VariedTime(.zero, .milliseconds($0 / 2), .milliseconds($0))
    }
  }

  /// The policy with the start of playback moved by what is drawn, around its usual instant.
  fileprivate func drawn(by draw: RunDraw) -> BufferingPolicy {
    guard let variation = startVariation else { return self }
    var parameters = parameters
    // Opening may end later than what is loaded would let it start.
    let change = draw.time(in: variation, 0) - variation.median
    parameters.tracks.openCost = max(.zero, parameters.tracks.openCost + change)
    parameters.tracks.startCost = max(.zero, parameters.tracks.startCost + change)
    return (try? BufferingPolicy(parameters)) ?? self
  }
}
