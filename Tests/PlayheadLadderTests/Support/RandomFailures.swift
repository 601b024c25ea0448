import PlayheadKit
import PlayheadLadder

extension Ladder {
  /// The same with some segments missing or unreadable.
  func withFailures(using random: inout SeededNumbers) -> Ladder {
    let percent = random.pick(5, 20, 50)
    var cutting = random
    var copying = random
    return withLevels { level in
      let original = level
      var level = level
      level.segments = level.segments.map {
        $0.isGap || !random.chance(percent) ? $0 : $0.failing(isMissing: random.chance(60))
      }
      // Of other numbers, so that seeds keep the failures that they had before.
      level.segments = level.segments.map {
        $0.damage == "unreadable" && cutting.chance(60) ? $0.truncated(using: &cutting) : $0
      }
      // So do copies, whose segments are a little larger.
      level.copies = (0..<copying.pick(0, 0, 1, 2)).map { _ in
        var copy = original
        copy.segments = original.segments.map { segment in
          let isFailing = !segment.isGap && copying.chance(percent)
          var segment = isFailing ? segment.failing(isMissing: copying.chance(60)) : segment
          if segment.resource.bytes > 0 {
            segment.resource = LadderResource(
              segment.resource.name, bytes: segment.resource.bytes + 7,
              range: segment.resource.range)
          }
          return segment
        }
        return copy
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
      damage: isMissing ? "missing" : "unreadable", parts: parts,
      initializationTag: initializationTag)
  }
}

extension LadderSegment {
  /// The same with its end missing: with nothing to show, or so many eighths of what it showed.
  fileprivate func truncated(using random: inout SeededNumbers) -> LadderSegment {
    let eighths = Int64(random.int(0...8))
    let length = MediaTime(nanoseconds: shown.duration.nanoseconds * eighths / 8)
    let rest = TimeRange(start: shown.start, end: shown.start + length)
    return LadderSegment(
      LadderResource(resource.name, bytes: max(1, resource.bytes)), initialization: initialization,
      declared: declared, measured: length > .zero ? rest : nil, damage: "truncated",
      isTruncated: true,
      parts: parts.filter { $0.end <= rest.end && $0.bytes < resource.bytes },
      initializationTag: initializationTag)
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
    var more = random
    let outcomes = SegmentFailureRule.Outcome.allCases
    rules.truncatedOutcome = outcomes[more.int(0...outcomes.count - 1)]
    rules.truncatedDelay = .milliseconds(Int64(more.pick(0, 0, 0, 250, 1000)))
    guard more.chance(60) else { return rules }
    let use = CopyUse(
      more.pick(.copiesFirst, .levelsFirst), for: more.pick(.attempt, .level, .ladder))
    for rule in [\SegmentFailureRules.missing, \.unreadable, \.gap] where more.chance(70) {
      rules[keyPath: rule].copies = use
    }
    return rules
  }
}

extension SegmentFailureRule {
  static func random(using random: inout SeededNumbers) -> SegmentFailureRule {
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

extension Ladder {
  /// The same with playlists, indexes, initialization sections, segments and manifests that cannot
  /// be had.
  func withoutDocuments(using random: inout SeededNumbers) -> Ladder {
    let percent = random.pick(10, 40)
    func failing(_ resource: LadderResource) -> LadderResource {
      guard random.chance(percent) else { return resource }
      let answer = RequestFault.Answer.random(using: &random)
      return LadderResource(
        resource.name, bytes: resource.bytes, range: resource.range, failing: answer)
    }
    let ladder = withLevels { level in
      var level = level
      level.playlist = level.playlist.map(failing)
      level.indexes = level.indexes.map(failing)
      level.initializations = level.initializations.map(failing)
      for place in level.segments.indices where !level.segments[place].isGap {
        level.segments[place].resource = failing(level.segments[place].resource)
      }
      return level
    }
    return Ladder(
      format: ladder.format, manifests: ladder.manifests.map(failing), lanes: ladder.lanes)
  }
}

extension RequestFault {
  static func random(using random: inout SeededNumbers) -> RequestFault {
    let answer = Answer.random(using: &random)
    let servers: Servers = random.pick(.copy(0), .copy(0), .copy(1), .all)
    if random.chance(40) {
      let start = WallTime.milliseconds(Int64(random.int(0...40) * 250))
      let length = WallTime.milliseconds(Int64(random.int(1...16) * 250))
      return RequestFault(.wallTimes(start..<start + length), answer, of: servers)
    }
    let content: Download.Content = random.pick(
      .playlist, .index, .initialization, .segment, .segment, .manifest)
    return RequestFault(
      .content(
        content, number: random.chance(60) ? random.int(0...3) : nil,
        level: random.chance(40) ? random.int(0...2) : nil), answer, of: servers)
  }
}

extension RequestFault.Answer {
  fileprivate static func random(using random: inout SeededNumbers) -> RequestFault.Answer {
    random.pick(.status(404), .status(503), .timeout, .reset, .unreadable)
  }
}

extension [Download.Content: DocumentFailureRules] {
  static func random(using random: inout SeededNumbers) -> Self {
    if random.chance(40) {
      return LadderPlayer.all[random.int(0...LadderPlayer.all.count - 1)].loading.failures.documents
    }
    var rules: Self = [:]
    for content in Download.Content.allCases where content != .segment && random.chance(60) {
      rules[content] = .random(endingWith: nil, using: &random)
    }
    return rules
  }
}

extension DocumentFailureRules {
  static func random(
    endingWith outcome: SegmentFailureRule.Outcome?, using random: inout SeededNumbers
  ) -> DocumentFailureRules {
    func rule() -> SegmentFailureRule {
      var rule = SegmentFailureRule.random(using: &random)
      if let outcome { rule.outcome = outcome }
      return rule
    }
    var rules = DocumentFailureRules(rule())
    if random.chance(50) { rules.serverError = rule() }
    if random.chance(50) { rules.timeout = rule() }
    if random.chance(50) { rules.brokenConnection = rule() }
    if random.chance(50) { rules.unreadable = rule() }
    if random.chance(20) { rules.first = rule() }
    if random.chance(30) { rules.patience = .milliseconds(Int64(random.pick(0, 250, 1000))) }
    return rules
  }
}
