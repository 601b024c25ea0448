import PlayheadKit
import PlayheadLadder

extension Ladder {
  /// The same with some segments missing or unreadable.
  func withFailures(using random: inout SeededNumbers) -> Ladder {
    let percent = random.pick(5, 20, 50)
    return withLevels { level in
      var level = level
      level.segments = level.segments.map {
        $0.isGap || !random.chance(percent) ? $0 : $0.failing(isMissing: random.chance(60))
      }
      return level
    }
  }
}

extension LadderSegment {
  /// The same, missing or unreadable.
  fileprivate func failing(isMissing: Bool) -> LadderSegment {
    LadderSegment(
      LadderResource(resource.name, bytes: isMissing ? 0 : resource.bytes),
      initialization: initialization, declared: declared, measured: measured,
      damage: isMissing ? "missing" : "unreadable", initializationTag: initializationTag)
  }
}

extension SegmentFailureRules {
  static func random(using random: inout SeededNumbers) -> SegmentFailureRules {
    // As players do it, or anyhow.
    if random.chance(50) {
      return LadderPlayer.all[random.int(0...LadderPlayer.all.count - 1)].loading.failures
    }
    var rules = SegmentFailureRules()
    rules.missing = .random(using: &random)
    rules.unreadable = .random(using: &random)
    rules.gap = .random(using: &random)
    return rules
  }
}

extension SegmentFailureRule {
  fileprivate static func random(using random: inout SeededNumbers) -> SegmentFailureRule {
    func time(_ random: inout SeededNumbers) -> WallTime {
      .milliseconds(Int64(random.pick(0, 0, 250, 1000)))
    }
    let outcomes = Outcome.allCases
    var rule = SegmentFailureRule(outcomes[random.int(0...outcomes.count - 1)])
    rule.attempts = random.int(1...3)
    rule.lastAttempts = random.int(1...5)
    rule.countsAllFailures = random.chance(30)
    rule.retryDelay = random.pick(
      .none, .constant(.milliseconds(700)),
      .doubling(first: .milliseconds(250), longest: .seconds(2)),
      .growing(step: .milliseconds(500), longest: .seconds(1)))
    if random.chance(50) {
      rule.fallback = LevelFallback(
        random.pick(.downwards, .byRule), excludingFor: random.pick(nil, .seconds(3)),
        after: time(&random))
    }
    rule.lastDelay = time(&random)
    if random.chance(20) { rule.outcomeAtStart = outcomes[random.int(0...outcomes.count - 1)] }
    return rule
  }
}

extension GapJump {
  static func random(using random: inout SeededNumbers) -> GapJump {
    GapJump(
      random.chance(50)
        ? .before(.milliseconds(Int64(random.pick(0, 200, 1000))))
        : .stalled(.milliseconds(Int64(random.pick(0, 30, 500)))),
      landing: .milliseconds(Int64(random.pick(0, 50))))
  }
}
