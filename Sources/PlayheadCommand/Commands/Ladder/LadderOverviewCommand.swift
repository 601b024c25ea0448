import PlayheadKit

/// `playhead analyze` of a ladder without a network: plays it on a dozen networks and finds its
/// minimum rate.
enum LadderOverviewCommand {
  static func run(
    _ kind: Ladder.Format, _ arguments: ParsedArguments, _ context: Context
  ) throws(Failure) -> ExitCode {
    try OverviewCommand.refuseOptionsOfOneSession(arguments)
    let format = try arguments.overviewFormat()
    let request = try OverviewRequest(arguments)
    let plan = try LadderPlan(kind, arguments, context).keepingSummaries
    try plan.choice.refuseKnowingLinks()
    if plan.live != nil { try plan.choice.refuseLive(arguments) }
    let location = arguments.operands[0]
    try context.refuseOverwriting(
      [location, arguments.playerPath].compactMap(\.self), by: arguments.value(.output))
    try request.check(against: plan.options.limit)

    let media = try plan.keepingTracks(
      of: try LadderLoading(arguments: arguments, context: context)
        .ladder(at: location, kind, for: plan.player), at: location)
    try plan.choice.check(against: media.ladder)
    // Whatever the link, the limit is the same, and no rule is asked.
    var scenario = LadderScenario(
      media.ladder, over: NetworkLink(following: NetworkPreset.overview[0].profile),
      by: plan.transport,
      player: plan.player, rule: FixedRule(level: 0), actions: plan.actions,
      repeats: plan.loops - 1, options: plan.options,
      live: try plan.live?.event(of: media.ladder, by: plan.player))
    scenario.faults = plan.faults
    try request.check(against: scenario.limit)
    var setting = SessionSetting(
      .ladder(
        LadderSubject(
          media, scenario, rule: plan.choice.name, reading: arguments.ladderReading)))
    setting.tracks = plan.tracks
    setting.generator = .current
    context.whereabouts.enter(.playing(media.name, frames: nil, time: nil))
    try OverviewCommand.deliver(setting, by: format, arguments, context) { () throws(Failure) in
      var report = OverviewReport(setting, try overview(of: media, plan, request, context))
      guard format == .html else { return report }
      report.sessions = try report.overview.networks.map { network throws(Failure) in
        try context.checkInterruption()
        var scenario = try plan.scenario(of: media.ladder, over: network.link)
        scenario.options.drawing(network.summary.elapsed)
        var simulation = LadderSimulation(scenario)
        return simulation.run().session
      }
      return report
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
