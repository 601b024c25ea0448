package import PlayheadModel

/// A rule as it is chosen: a built-in one, the best plan for a link, or a program.
package enum RuleChoice: Hashable, Sendable {
  /// A built-in rule.
  case named(NamedRule)
  /// The levels with the highest score, found beforehand.
  case optimal(Optimum.Objective)
  /// A program that is asked.
  case program(RuleCommand)

  /// What a program is written behind.
  static let programPrefix = "exec:"
  private static let optimalName = "optimal"

  /// Reads `exec:PROGRAM`, `optimal`, `optimal:SCORE`, or the name of a built-in rule.
  ///
  /// - Throws: ``GrammarError`` if it is none of them.
  package init(parsing text: some StringProtocol) throws(GrammarError) {
    if text.hasPrefix(Self.programPrefix) {
      self = .program(try RuleCommand(parsing: String(text.dropFirst(Self.programPrefix.count))))
    } else if text == Self.optimalName {
      self = .optimal(.linear)
    } else if text.hasPrefix(Self.optimalName + ":") {
      self = .optimal(try Self.objective(text))
    } else {
      self = .named(
        try NamedRule(parsing: text, besides: [Self.optimalName, Self.programPrefix + "PROGRAM"]))
    }
  }

  private static func objective(
    _ text: some StringProtocol
  ) throws(GrammarError) -> Optimum.Objective {
    let name = String(text.dropFirst(optimalName.count + 1))
    if let objective = Optimum.Objective(rawValue: name) { return objective }
    let names = Optimum.Objective.allCases.map(\.rawValue)
    throw GrammarError(
      text: String(text), problem: "unknown score",
      hint: name.nearest(in: names).map { "did you mean \($0)?" }
        ?? "write \(names.wordList(or: true))")
  }

  /// The rule as it is written, without parameters that are the default.
  package var text: String {
    switch self {
    case .named(let rule): rule.text
    case .program(let command): Self.programPrefix + command.text
    case .optimal(.linear): Self.optimalName
    case .optimal(let objective): "\(Self.optimalName):\(objective.rawValue)"
    }
  }

  /// Why the rule cannot choose levels of `ladder`, as a clause; `nil` if it can.
  package func refusal(for ladder: Ladder) -> String? {
    switch self {
    case .named(let rule): rule.refusal(for: ladder)
    case .optimal where !ladder.lanes[0].isAligned: "the levels are cut at different times"
    // A plan counts the bytes of one lane; those of audio apart compete for the same link.
    case .optimal where ladder.lanes.count > 1:
      "its audio is apart, and a plan does not count what that takes of the link"
    case .optimal, .program: nil
    }
  }

  /// The rule for `ladder` over `link`, which has seen nothing.
  ///
  /// - Parameters:
  ///   - ladder: what it chooses levels of.
  ///   - link: what a plan is made for.
  ///   - player: the player, whose buffer a plan keeps to.
  ///   - start: starts a program.
  /// - Returns: the rule; `nil` if nothing plays to the end as a plan has to.
  /// - Throws: what `start` throws.
  package func rule<Problem: Error>(
    for ladder: Ladder, over link: NetworkLink, by player: LadderPlayer,
    starting start: (RuleCommand) throws(Problem) -> any FallibleRule
  ) throws(Problem) -> (any AdaptationRule)? {
    switch self {
    case .named(let rule): return rule.rule
    case .program(let command): return try start(command)
    case .optimal(let objective):
      let goal = player.loading.goal.level
      let optimum = Optimum(
        of: ladder, over: link, bufferGoal: goal, for: objective, appends: player.loading.appends)
      return optimum.map {
        PlannedRule(levels: $0.levels, reason: "best for the \(objective.rawValue) score")
      }
    }
  }
}
