package import PlayheadLadder
import PlayheadModel

/// When and in which order a player loads a ladder, in JSON, without loss: ``LadderLoadingReading``
/// reads it back.
package enum LadderLoadingJSON {
  /// The values, without those that reports did not have before and that are as they were then: a
  /// session keeps its digest.
  package static func value(_ loading: LadderLoading) -> JSONValue {
    guard case .object(let members) = allValues(loading) else { return .null }
    let later = Set(LadderLoadingField.later.map(\.key))
    return .object(
      members.filter {
        !later.contains($0.key) || $0.value != .null && $0.value != .bool(false)
      })
  }

  /// All values, for two players the same in number.
  package static func allValues(_ loading: LadderLoading) -> JSONValue {
    let others: KeyValuePairs<String, JSONValue> = [
      "appends": .string(loading.appends.rawValue),
      "startRule": .string(loading.startRule.rawValue),
      "keyMoment": .string(loading.keyMoment.rawValue),
      "keySharing": .string(loading.keySharing.rawValue),
      "resumption": resumption(loading.goal.resumption),
      "replacement": loading.replacement.map(replacement) ?? .null,
      "gapJump": loading.gapJump.map(gapJump) ?? .null,
      "failures": failures(loading.failures),
    ]
    return .object(
      (LadderLoadingField.all + LadderLoadingField.later).map {
        .init(key: $0.key, value: $0.write(loading))
      }
        + others.map { .init(key: $0.key, value: $0.value) })
  }

  private static func resumption(_ resumption: BufferGoal.Resumption) -> JSONValue {
    switch resumption {
    case .atOnce: .null
    case .polling(let interval): .members(["everySeconds": .seconds(interval)])
    case .after(let level): .members(["drainingToSeconds": .seconds(level)])
    }
  }

  private static func replacement(_ replacement: BufferReplacement) -> JSONValue {
    switch replacement {
    case .fromPlayhead: .members(["atEndWithinSeconds": .null])
    case .atEnd(let tolerance): .members(["atEndWithinSeconds": .seconds(tolerance)])
    }
  }

  private static func gapJump(_ jump: GapJump) -> JSONValue {
    let moment: (String, JSONValue) =
      switch jump.moment {
      case .before(let lead): ("beforeSeconds", .seconds(lead))
      case .stalled(let reaction): ("afterStallSeconds", .seconds(reaction))
      }
    return .object([
      .init(key: moment.0, value: moment.1),
      .init(key: "landingSeconds", value: .seconds(jump.landing)),
    ])
  }

  private static func failures(_ rules: SegmentFailureRules) -> JSONValue {
    .members([
      "missing": rule(rules.missing),
      "serverError": rules.serverError.map(rule) ?? .null,
      "timeout": rules.timeout.map(rule) ?? .null,
      "brokenConnection": rules.brokenConnection.map(rule) ?? .null,
      "patienceSeconds": .seconds(rules.patience),
      "unreadable": rule(rules.unreadable),
      "gap": rule(rules.gap),
      "truncated": .members([
        "outcome": .string(rules.truncatedOutcome.rawValue),
        "delaySeconds": .seconds(rules.truncatedDelay),
      ]),
      "documents": .object(
        Download.Content.allCases.filter { $0 != .segment }.map { content in
          .init(
            key: content.rawValue, value: rules.documents[content].map(document) ?? .null)
        }),
    ])
  }

  private static func document(_ rules: DocumentFailureRules) -> JSONValue {
    .members([
      "missing": rule(rules.missing),
      "serverError": rules.serverError.map(rule) ?? .null,
      "timeout": rules.timeout.map(rule) ?? .null,
      "brokenConnection": rules.brokenConnection.map(rule) ?? .null,
      "unreadable": rules.unreadable.map(rule) ?? .null,
      "first": rules.first.map(rule) ?? .null,
      "patienceSeconds": .seconds(rules.patience),
    ])
  }

  private static func rule(_ rule: SegmentFailureRule) -> JSONValue {
    let members: KeyValuePairs<String, JSONValue> = [
      "attempts": .whole(rule.attempts),
      "lastAttempts": .whole(rule.lastAttempts),
      "countsAllFailures": .bool(rule.countsAllFailures),
      "retryDelay": delay(rule.retryDelay),
      "fallback": rule.fallback.map(fallback) ?? .null,
      "lastDelaySeconds": .seconds(rule.lastDelay),
      "outcome": .string(rule.outcome.rawValue),
      "outcomeAtStart": .text(rule.outcomeAtStart?.rawValue),
    ]
    // Written only where there is one, as reports had none before.
    let copies = rule.copies.map { use in
      JSONValue.Member(
        key: "copies",
        value: .members([
          "order": .string(use.order.rawValue), "reach": .string(use.reach.rawValue),
        ]))
    }
    return .object(
      members.map { .init(key: $0.key, value: $0.value) } + [copies].compactMap(\.self))
  }

  private static func delay(_ delay: RetryDelay) -> JSONValue {
    switch delay {
    case .none: .null
    case .constant(let time): .members(["constantSeconds": .seconds(time)])
    case .doubling(let first, let longest):
      .members(["doublingSeconds": .seconds(first), "longestSeconds": .seconds(longest)])
    case .growing(let step, let longest):
      .members(["growingSeconds": .seconds(step), "longestSeconds": .seconds(longest)])
    }
  }

  private static func fallback(_ fallback: LevelFallback) -> JSONValue {
    .members([
      "order": .string(fallback.order.rawValue),
      "exclusionSeconds": .seconds(fallback.exclusion),
      "delaySeconds": .seconds(fallback.delay),
    ])
  }
}
