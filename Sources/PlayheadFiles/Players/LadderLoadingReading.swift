package import PlayheadLadder
import PlayheadModel

/// Reads what ``LadderLoadingJSON`` wrote.
package enum LadderLoadingReading {
  package static func loading(_ reader: JSONReader) throws(JSONError) -> LadderLoading {
    var loading = LadderLoading()
    for field in LadderLoadingField.all + LadderLoadingField.later {
      try field.read(reader, &loading)
    }
    loading.appends = try reader.member("appends").choice(of: AppendGranularity.self)
    loading.startRule = try reader.member("startRule").choice(of: StartRule.self)
    loading.keyMoment = try reader.member("keyMoment").choice(of: KeyMoment.self)
    loading.keySharing = try reader.member("keySharing").choice(of: KeySharing.self)
    loading.goal.resumption = try reader.optional("resumption", resumption) ?? .atOnce
    loading.replacement = try reader.optional("replacement", replacement)
    loading.gapJump = try reader.optional("gapJump", gapJump)
    loading.failures = try failures(try reader.member("failures"))
    return loading
  }

  private static func resumption(
    _ reader: JSONReader
  ) throws(JSONError) -> BufferGoal.Resumption {
    guard reader.has("everySeconds") else {
      return .after(drainingTo: try reader.member("drainingToSeconds").seconds())
    }
    let interval = try reader.member("everySeconds")
    let every: WallTime = try interval.seconds()
    guard every > .zero else { throw interval.refusal("the interval must be above 0") }
    return .polling(every: every)
  }

  private static func replacement(_ reader: JSONReader) throws(JSONError) -> BufferReplacement {
    let tolerance = try reader.optional("atEndWithinSeconds") {
      value throws(JSONError) -> MediaTime in try value.seconds()
    }
    return tolerance.map { .atEnd(tolerance: $0) } ?? .fromPlayhead
  }

  private static func gapJump(_ reader: JSONReader) throws(JSONError) -> GapJump {
    let moment: GapJump.Moment =
      reader.has("beforeSeconds")
      ? .before(try reader.member("beforeSeconds").seconds())
      : .stalled(try reader.member("afterStallSeconds").seconds())
    return GapJump(moment, landing: try reader.member("landingSeconds").seconds())
  }

  private static func failures(_ reader: JSONReader) throws(JSONError) -> SegmentFailureRules {
    var rules = SegmentFailureRules()
    rules.missing = try rule(try reader.member("missing"))
    rules.serverError = try reader.optional("serverError", rule)
    rules.timeout = try reader.optional("timeout", rule)
    rules.patience = try reader.member("patienceSeconds").seconds()
    rules.unreadable = try rule(try reader.member("unreadable"))
    rules.gap = try rule(try reader.member("gap"))
    let truncated = try reader.member("truncated")
    rules.truncatedOutcome = try outcome(try truncated.member("outcome"))
    rules.truncatedDelay = try truncated.member("delaySeconds").seconds()
    // Reports had none of what follows before.
    guard reader.has("documents") else { return rules }
    rules.brokenConnection = try reader.optional("brokenConnection", rule)
    let documents = try reader.member("documents")
    for content in Download.Content.allCases where documents.has(content.rawValue) {
      rules.documents[content] = try documents.optional(content.rawValue, document)
    }
    return rules
  }

  private static func document(_ reader: JSONReader) throws(JSONError) -> DocumentFailureRules {
    var rules = DocumentFailureRules(try rule(try reader.member("missing")))
    rules.serverError = try reader.optional("serverError", rule)
    rules.timeout = try reader.optional("timeout", rule)
    rules.brokenConnection = try reader.optional("brokenConnection", rule)
    rules.unreadable = try reader.optional("unreadable", rule)
    rules.first = try reader.optional("first", rule)
    rules.patience = try reader.optional("patienceSeconds") { value throws(JSONError) in
      try value.seconds()
    }
    return rules
  }

  private static func rule(_ reader: JSONReader) throws(JSONError) -> SegmentFailureRule {
    func count(_ key: String) throws(JSONError) -> Int {
      Int(try reader.member(key).whole(in: 1...Int64(Int32.max)))
    }
    var rule = SegmentFailureRule(try outcome(try reader.member("outcome")))
    rule.attempts = try count("attempts")
    rule.lastAttempts = try count("lastAttempts")
    rule.countsAllFailures = try reader.member("countsAllFailures").bool()
    rule.retryDelay = try reader.optional("retryDelay", delay) ?? .none
    rule.fallback = try reader.optional("fallback", fallback)
    if reader.has("copies") {
      rule.copies = try reader.optional("copies") { value throws(JSONError) in
        CopyUse(
          try value.member("order").choice(of: CopyUse.Order.self),
          for: try value.member("reach").choice(of: CopyUse.Reach.self))
      }
    }
    rule.lastDelay = try reader.member("lastDelaySeconds").seconds()
    rule.outcomeAtStart = try reader.optional("outcomeAtStart", outcome)
    return rule
  }

  private static func outcome(
    _ reader: JSONReader
  ) throws(JSONError) -> SegmentFailureRule.Outcome {
    try reader.choice(of: SegmentFailureRule.Outcome.self)
  }

  private static func delay(_ reader: JSONReader) throws(JSONError) -> RetryDelay {
    if reader.has("constantSeconds") {
      return .constant(try reader.member("constantSeconds").seconds())
    }
    let longest: WallTime = try reader.member("longestSeconds").seconds()
    return reader.has("doublingSeconds")
      ? .doubling(first: try reader.member("doublingSeconds").seconds(), longest: longest)
      : .growing(step: try reader.member("growingSeconds").seconds(), longest: longest)
  }

  private static func fallback(_ reader: JSONReader) throws(JSONError) -> LevelFallback {
    LevelFallback(
      try reader.member("order").choice(of: LevelFallback.Order.self),
      excludingFor: try reader.optional("exclusionSeconds") { value throws(JSONError) in
        try value.seconds()
      }, after: try reader.member("delaySeconds").seconds())
  }
}
