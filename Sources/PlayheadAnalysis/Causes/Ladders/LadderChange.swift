package import PlayheadLadder
package import PlayheadModel

/// One thing about a session of a ladder put right: of its media, its link, its player or what its
/// user does.
package enum LadderChange: Hashable, Sendable {
  /// Each level declares the bit rates that it has.
  case measuredRates
  /// Video and audio apart load side by side.
  case lanesInParallel
  /// All keys and licences are at hand.
  case keysAtHand
  /// The player loads up to this much media ahead, or all of it, whatever the level.
  case bufferGoal(MediaTime?)
  /// Each segment of a live event can be had when it is due.
  case segmentsOnTime
  /// Each manifest of a live event lists what there is.
  case freshManifests
  /// The viewer's clock is right.
  case rightClock
  /// Manifests of a live event ask players to stay so far from the edge.
  case holdBack(MediaTime)
  /// Each segment of a lane, or of every lane, has its level's mean rate.
  case meanRate(lane: Int?)
  /// The segments are this long, but for the last one of each level, whose bytes are spread over
  /// time as they were.
  case segmentLength(MediaTime)
  /// The first lane has only the levels of these numbers.
  case onlyLevels(Set<Int>)
  /// The rule chooses no level above this one for the segments of a lane that have these numbers in
  /// its lowest level.
  case levels(atMost: Int, segments: ClosedRange<Int>, lane: Int)
  /// The player starts or resumes at this buffer level, which is that of the field.
  case threshold(PolicyField, MediaTime)
  /// The seek of this number, from 1, goes to this media time.
  case seek(Int, to: MediaTime)
  /// Connections are set up, and at the link's rate, at once.
  case noSlowStart
  /// The link has this latency throughout, without jitter.
  case latency(WallTime)
  /// The link has at least this rate from one wall time to another.
  case dipFilled(from: WallTime, to: WallTime, rate: BitRate)
  /// All rates of the link are multiplied by the factor that makes this its mean rate.
  case meanLinkRate(BitRate)
  /// Another link.
  case link(NetworkLink)

  /// `scenario` with this change; `nil` where it changes nothing or is not possible.
  package func applied(to scenario: LadderScenario) -> LadderScenario? {
    var changed = scenario
    switch self {
    case .measuredRates:
      changed.ladder = scenario.ladder.withMeasuredRates
    case .meanRate(let lane):
      let all = scenario.ladder.lanes.indices
      guard lane.map(all.contains) ?? true else { return nil }
      changed.ladder = scenario.ladder.changingLevels(of: lane.map { $0..<$0 + 1 } ?? all) {
        $0.holdMeanRate()
      }
    case .segmentLength(let length):
      guard length > .zero else { return nil }
      changed.ladder = scenario.ladder.changingLevels(of: scenario.ladder.lanes.indices) {
        $0.cut(every: length)
      }
    case .onlyLevels(let kept):
      let levels = scenario.ladder.lanes[0].levels.enumerated().filter { kept.contains($0.offset) }
      guard !levels.isEmpty else { return nil }
      changed.ladder = scenario.ladder.replacing(lane: 0, with: levels.map(\.element))
    case .lanesInParallel:
      guard scenario.ladder.lanes.count > 1 else { return nil }
      changed.player.loading.loadsLanesInParallel = true
    case .keysAtHand:
      changed.ladder = scenario.ladder.changingLevels(of: scenario.ladder.lanes.indices) {
        $0.dropKeys()
      }
    case .segmentsOnTime: changed.live?.lateness = [:]
    case .freshManifests: changed.live?.staleTimes = []
    case .rightClock: changed.live?.clockOffset = .zero
    case .holdBack(let length): changed.live?.holdBack = length
    case .bufferGoal(let goal):
      changed.player.loading.goal.becomeLevel(goal ?? scenario.ladder.duration)
    case .threshold(let field, let level):
      var parameters = scenario.player.policy.parameters
      parameters.set(field, to: level.nanoseconds)
      guard let policy = try? BufferingPolicy(parameters) else { return nil }
      changed.player.policy = policy
    case .levels(let highest, let segments, let lane):
      return changed.adapting(
        by: CappedRule(
          scenario.rule, kind: scenario.ladder.lanes[lane].kind, segments: segments,
          highest: highest))
    case .seek(let number, let target):
      guard let place = scenario.actions.place(ofSeek: number) else { return nil }
      changed.actions[place].kind = .seek(to: target, .exact)
    case .noSlowStart: changed.transport = .fluid
    case .latency(let latency): changed.link = scenario.link.withLatency(latency)
    case .dipFilled(let start, let end, let rate):
      guard let link = scenario.link.withDipFilled(from: start, to: end, rate: rate) else {
        return nil
      }
      changed.link = link
    case .meanLinkRate(let rate):
      guard let link = scenario.link.scaled(toMean: rate) else { return nil }
      changed.link = link
    case .link(let link): changed.link = link
    }
    return changed.isLike(scenario) ? nil : changed
  }
}

extension LadderScenario {
  /// Whether nothing but the rule and the options may differ.
  fileprivate func isLike(_ other: LadderScenario) -> Bool {
    ladder == other.ladder && link == other.link && transport == other.transport
      && player == other.player && actions == other.actions && live == other.live
  }
}

extension Ladder {
  /// The ladder with `change` of each level of some lanes.
  fileprivate func changingLevels(
    of numbers: Range<Int>, _ change: (inout Level) -> Void
  ) -> Ladder {
    numbers.reduce(self) { ladder, lane in
      var levels = ladder.lanes[lane].levels
      for number in levels.indices { change(&levels[number]) }
      return ladder.replacing(lane: lane, with: levels)
    }
  }

  /// The ladder with the bit rates declared that its levels have, where they are too far off.
  fileprivate var withMeasuredRates: Ladder {
    lanes.indices.reduce(self) { ladder, _ in
      let inspector = LadderInspector(ladder: ladder, figures: ladder.figures(), linkRate: .zero)
      let wrong = inspector.rateFindings.first { $0.rule == .declaredPeak }
      return wrong.flatMap { LadderCorrection(inspector: inspector).ladder(without: $0) } ?? ladder
    }
  }
}

extension BufferGoal {
  /// Makes `level` the goal whatever else says how much is loaded; what is drained stays as long.
  fileprivate mutating func becomeLevel(_ level: MediaTime) {
    if case .after(let low) = resumption {
      resumption = .after(drainingTo: min(level, max(low, level - (self.level - low))))
    }
    self.level = level
    (bytes, atTopLevel, atTopLevelOfLongMedia) = (nil, nil, nil)
  }
}
