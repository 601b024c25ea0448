import PlayerValidation
import PlayheadKit

/// The rule of adaptation that `--abr` or the player names.
struct LadderRule {
  let choice: RuleChoice
  /// The option that it was written for.
  private let option: Option
  private let context: Context

  /// Reads the rule's name; nothing is started.
  init(
    parsing text: String, of option: Option = .abr, _ arguments: ParsedArguments,
    _ context: Context
  ) throws(Failure) {
    self.context = context
    self.option = option
    choice = try arguments.parse(text[...], option) { text throws(GrammarError) in
      try RuleChoice(parsing: text)
    }
  }

  /// The rule as it is written in reports.
  var name: String { choice.text }

  /// Whether it is a program, which may fail.
  var isProgram: Bool { if case .program = choice { true } else { false } }

  /// Refuses a rule that knows its link beforehand, where there are many.
  func refuseKnowingLinks() throws(Failure) {
    guard case .optimal = choice else { return }
    throw Failure(
      badValue: name, of: option, why: "it is the best for one network",
      hint: "name a network with \(Option.network.spelling)=1.5Mbps")
  }

  /// Refuses to look for the best possible session of a live event.
  func refuseLive(_ arguments: ParsedArguments) throws(Failure) {
    if arguments.has(.optimum) {
      throw Failure(
        contradicting: "\(Option.optimum.spelling) and \(Option.live.spelling)",
        why: "the best possible session is known on demand only")
    }
    guard case .optimal = choice else { return }
    throw Failure(badValue: name, of: option, why: "the optimum is known on demand only")
  }

  /// Refuses a rule that `ladder` has no level for.
  func check(against ladder: Ladder) throws(Failure) {
    guard let refusal = choice.refusal(for: ladder) else { return }
    guard case .optimal = choice else {
      throw Failure(badValue: name, of: option, why: refusal)
    }
    throw Failure(.badData, "no optimum", at: name, why: refusal)
  }

  /// The rule for `ladder` over `link`, which has seen nothing; a program is started.
  func rule(
    for ladder: Ladder, over link: NetworkLink, by player: LadderPlayer
  ) throws(Failure) -> any AdaptationRule {
    let rule = try choice.rule(for: ladder, over: link, by: player) { command throws(Failure) in
      let interruption = context.interruption
      do throws(ValidationError) {
        return try ProgramRule(command) { interruption.isRequested }
      } catch {
        throw failure(error)
      }
    }
    guard let rule else {
      throw Failure(
        .badData, "no optimum", at: name, why: "nothing plays to the end as it asks for")
    }
    return rule
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
