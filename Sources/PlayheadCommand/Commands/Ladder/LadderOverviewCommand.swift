import PlayheadKit

/// `playhead analyze` of a ladder without a network: plays it on a dozen networks and finds its minimum
/// rate.
enum LadderOverviewCommand {
  static func run(
    _ format: Ladder.Format, _ arguments: ParsedArguments, _ context: Context
  ) throws(Failure) -> ExitCode {
    try OverviewCommand.refuseOptionsOfOneSession(arguments)
    let exporter = LadderOverviewExporter(try arguments.overviewFormat())
    let request = try OverviewRequest(arguments)
    let plan = try LadderPlan(format, arguments, context).keepingSummaries
    try plan.choice.refuseKnowingLinks()
    let location = arguments.operands[0]
    try context.refuseOverwriting(
      [location, arguments.playerPath].compactMap(\.self), by: arguments.value(.output))
    try request.check(against: plan.options.limit)

    let media = try LadderLoading(arguments: arguments, context: context)
      .ladder(at: location, format, for: plan.player)
    try plan.choice.check(against: media.ladder)
    // Whatever the link, the limit is the same, and no rule is asked.
    let scenario = LadderScenario(
      media.ladder, over: NetworkLink(following: NetworkPreset.overview[0].profile),
      by: plan.transport,
      player: plan.player, rule: FixedRule(level: 0), actions: plan.actions, options: plan.options)
    try request.check(against: scenario.limit)
    var setting = LadderOverviewSetting(media: media, scenario, rule: plan.choice.name)
    setting.generator = .current
    context.whereabouts.enter(.playing(media.name, frames: nil, time: nil))
    try OverviewCommand.deliver(setting, by: exporter, arguments, context) { () throws(Failure) in
      LadderOverviewReport(setting, try overview(of: media, plan, request, context))
    }
    return .ok
  }

  private static func overview(
    of media: LadderDescription, _ plan: LadderPlan, _ request: OverviewRequest, _ context: Context
  ) throws(Failure) -> Overview {
    var rule: (any AdaptationRule)?
    let overview = try request.overview(damage: media.ladder.damage, context) {
      (link) throws(Failure) in
      if let rule { try plan.choice.check(rule) }
      let scenario = try plan.scenario(of: media.ladder, over: link)
      rule = scenario.rule
      return LadderTrial(scenario)
    }
    if let rule { try plan.choice.check(rule) }
    return overview
  }
}
