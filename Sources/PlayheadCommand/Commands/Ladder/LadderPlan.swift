import PlayheadKit

/// How to play a ladder, parsed and checked before it is read, as that may take long.
struct LadderPlan {
  let player: LadderPlayer
  let choice: LadderRule
  let transport: Transport
  let actions: [UserAction]
  private(set) var options: SessionOptions
  private let writtenTick: String?

  init(
    _ format: Ladder.Format, _ arguments: ParsedArguments, _ context: Context
  ) throws(Failure) {
    player = try arguments.ladderPlayer(.usual(for: format))
    choice = try LadderRule(parsing: arguments.value(.abr) ?? player.rule, arguments, context)
    transport = try arguments.transport()
    actions = try arguments.userActions()
    options = try arguments.sessionOptions(before: nil)
    try arguments.check(actions, within: options.limit)
    writtenTick = arguments.value(.tick)
  }

  /// A copy without ticks, for output that shows none.
  var withoutTicks: LadderPlan {
    var plan = self
    plan.options.tickInterval = nil
    return plan
  }

  /// A copy without ticks and events, which summaries do not need.
  var keepingSummaries: LadderPlan {
    var plan = self
    plan.options.tickInterval = nil
    plan.options.recordsEvents = false
    return plan
  }

  /// What becomes of the plan with `ladder` over `link`; a program is started.
  func scenario(of ladder: Ladder, over link: NetworkLink) throws(Failure) -> LadderScenario {
    let scenario = LadderScenario(
      ladder, over: link, by: transport, player: player,
      rule: try choice.rule(for: ladder, over: link, by: player), actions: actions,
      options: options)
    if scenario.hasTooManyRows { throw Failure(tooManyRows: options, tick: writtenTick) }
    return scenario
  }
}
