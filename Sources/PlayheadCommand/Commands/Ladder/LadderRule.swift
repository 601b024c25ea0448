import PlayerValidation
import PlayheadKit

/// The rule of adaptation that `--abr` or the player names: a built-in one, or a program.
struct LadderRule {
  private let choice: Choice
  /// The option that it was written for.
  private let option: Option
  private let context: Context

  private enum Choice {
    case named(NamedRule)
    case program(String)
    case optimal(Optimum.Objective)
  }

  private static let programPrefix = "exec:"
  private static let optimalName = "optimal"

  /// Reads the rule's name; nothing is started.
  init(
    parsing text: String, of option: Option = .abr, _ arguments: ParsedArguments,
    _ context: Context
  ) throws(Failure) {
    self.context = context
    self.option = option
    guard !text.hasPrefix(Self.programPrefix) else {
      let command = String(text.dropFirst(Self.programPrefix.count))
      guard command.contains(where: { $0 != " " }) else {
        throw Failure(
          badValue: text, of: option, why: "no program is named", hint: "write 'exec:./rule'")
      }
      choice = .program(command)
      return
    }
    if let objective = try Self.objective(text, of: option) {
      choice = .optimal(objective)
      return
    }
    choice = .named(
      try arguments.parse(text[...], option) { text throws(GrammarError) in
        try NamedRule(parsing: text)
      })
  }

  /// What `optimal` or `optimal:SCORE` maximizes; `nil` for another rule.
  private static func objective(
    _ text: String, of option: Option
  ) throws(Failure) -> Optimum.Objective? {
    if text == optimalName { return .linear }
    guard text.hasPrefix(optimalName + ":") else { return nil }
    let name = String(text.dropFirst(optimalName.count + 1))
    if let objective = Optimum.Objective(rawValue: name) { return objective }
    let names = Optimum.Objective.allCases.map(\.rawValue)
    throw Failure(
      badValue: text, of: option, why: "unknown score",
      hint: name.nearest(in: names).map { "did you mean \($0)?" }
        ?? "write \(names.wordList(or: true))")
  }

  /// The rule as it is written in reports.
  var name: String {
    switch choice {
    case .named(let rule): rule.text
    case .program(let command): Self.programPrefix + command
    case .optimal(.linear): Self.optimalName
    case .optimal(let objective): "\(Self.optimalName):\(objective.rawValue)"
    }
  }

  /// Whether a copy of the rule decides as the rule does, so that a session can be played again.
  var isValue: Bool { if case .program = choice { false } else { true } }

  /// Refuses a rule that knows its link beforehand, where there are many.
  func refuseKnowingLinks() throws(Failure) {
    guard case .optimal = choice else { return }
    throw Failure(
      badValue: name, of: .abr, why: "it is the best for one network",
      hint: "name a network with \(Option.network.spelling)=1.5Mbps")
  }

  /// Refuses a rule that `ladder` has no level for.
  func check(against ladder: Ladder) throws(Failure) {
    guard case .named(let named) = choice, let refusal = named.refusal(for: ladder) else { return }
    throw Failure(badValue: name, of: option, why: refusal)
  }

  /// The rule for `ladder` over `link`, which has seen nothing; a program is started.
  func rule(
    for ladder: Ladder, over link: Link, by player: LadderPlayer
  ) throws(Failure) -> any AdaptationRule {
    switch choice {
    case .optimal(let objective):
      let goal = player.loading.goal.level
      guard let optimum = Optimum(of: ladder, over: link, bufferGoal: goal, for: objective) else {
        let isAligned = ladder.lanes[0].isAligned
        throw Failure(
          .badData, "no optimum", at: name,
          why: isAligned
            ? "nothing plays to the end as it asks for" : "the levels are cut at different times")
      }
      return PlannedRule(
        levels: optimum.levels, reason: "best for the \(objective.rawValue) score")
    case .named(let rule): return rule.rule
    case .program(let command):
      let interruption = context.interruption
      do throws(ValidationError) {
        return try ProgramRule(command) { interruption.isRequested }
      } catch {
        throw failure(error)
      }
    }
  }

  /// Reports what went wrong with a program, after the session.
  func check(_ rule: any AdaptationRule) throws(Failure) {
    guard let program = rule as? ProgramRule, let error = program.failure else { return }
    throw failure(error)
  }

  private func failure(_ error: ValidationError) -> Failure {
    switch error {
    case .interrupted: .interrupted
    case .system(let what, let code):
      Failure(.noInput, what, at: name, why: SystemError(code: code).description)
    case .player(let why): Failure(.inputOutput, "rule failed", at: name, why: why)
    case .missing, .server: Failure(.defect, "rule failed", at: name)
    }
  }
}
