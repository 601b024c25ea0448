import MediaReading
import PlayheadKit
import PlayheadManifests

/// `playhead analyze` of HLS, MPEG-DASH, a ladder file, or segment sizes.
enum LadderAnalysis {
  static func run(
    _ format: Ladder.Format, _ arguments: ParsedArguments, _ context: Context
  ) throws(Failure) -> ExitCode {
    try refuseOptionsOfFiles(arguments)
    guard arguments.has(.network) else {
      return try LadderOverviewCommand.run(format, arguments, context)
    }
    try OverviewCommand.refuseOptionsOfOverviews(arguments)
    let output = try LadderOutput(arguments, context)
    let network = try arguments.givenNetwork()
    let link = NetworkLink(following: try arguments.profile(of: network))
    var plan = try LadderPlan(format, arguments, context)
    if !arguments.showsTicks { plan = plan.withoutTicks }
    let choice = plan.choice
    let whatIf = try LadderWhatIf(plan, arguments, context)
    let location = arguments.operands[0]
    try context.refuseOverwriting(
      [location, arguments.value(.network), arguments.playerPath].compactMap(\.self),
      by: arguments.value(.output))

    let media = try LadderLoading(arguments: arguments, context: context)
      .ladder(at: location, format, for: plan.player)
    try choice.check(against: media.ladder)
    try arguments.noteUnknownMetrics(of: media, plan.actions, context)
    let scenario = try plan.scenario(of: media.ladder, over: link)
    context.whereabouts.enter(.playing(media.name, frames: nil, time: nil))
    var simulation = LadderSimulation(scenario)
    while simulation.step() {
      if context.interruption.isRequested {
        let time = simulation.currentPlayer.wallTime
        context.whereabouts.enter(.playing(media.name, frames: nil, time: time))
      }
      try context.checkInterruption()
    }
    let played = simulation.run()
    try choice.check(scenario.rule)
    var report = LadderReport(
      media, scenario, network: network, rule: choice.name, played,
      optimumGapsFor: try arguments.metrics().compactMap(\.objective))
    report.generator = .current
    if arguments.showsCauses {
      let interruption = context.interruption
      report.causes = SessionCauses(replaying: played, in: scenario) { interruption.isRequested }
      try context.checkInterruption()
      if report.causes == nil {
        context.diagnostics.note(
          "\(choice.name): it decides otherwise or fails when asked again; no causes are given")
      }
    }
    report.whatIf = try whatIf.played(scenario, beside: played)
    if arguments.has(.optimum) {
      let objective = arguments.choice(.optimum) ?? Optimum.Objective.linear
      report.optimum = Optimum(against: played, of: scenario, for: objective)
      if report.optimum == nil {
        let refusal = RuleChoice.optimal(objective).refusal(for: media.ladder)
        context.diagnostics.note(
          "\(media.name): no optimum: \(refusal ?? "nothing plays to the end as it asks for")")
      }
    }
    try context.deliver(try output.bytes(of: report), to: arguments.value(.output))
    return .ok
  }

  /// Refuses options that say something about files only.
  private static func refuseOptionsOfFiles(_ arguments: ParsedArguments) throws(Failure) {
    let refused: [Option] = [.from, .tracks, .loop]
    if let option = refused.first(where: arguments.has) {
      throw Failure(appliesToFiles: option)
    }
  }
}

extension ParsedArguments {
  /// Notes each metric that is asked for and that no session of `media` with `actions` has, and
  /// why.
  fileprivate func noteUnknownMetrics(
    of media: LadderDescription, _ actions: [UserAction], _ context: Context
  ) throws(Failure) {
    let count = media.ladder.lanes[0].levels.count
    for metric in try metrics() {
      var why: String?
      if let level = metric.level, level >= count {
        why = "there is no level \(level): \(media.name) has \(counted(count, "level")), from 0"
      } else if let objective = metric.objective {
        why =
          RuleChoice.optimal(objective).refusal(for: media.ladder)
          ?? (actions.isEmpty ? nil : "where the user acts, no optimum is comparable")
      }
      if let why { context.diagnostics.note("\(metric.plainName): \(why)") }
    }
  }
}

extension Failure {
  /// `option` was given with a ladder.
  init(appliesToFiles option: Option) {
    self.init(
      .usage, "unexpected option", at: option.spelling,
      why: "it applies to media files, not to HLS and DASH", hint: "leave it out")
  }

  /// `option` was given with a media file.
  init(appliesToLadders option: Option) {
    self.init(
      .usage, "unexpected option", at: option.spelling,
      why: "it applies to HLS and DASH, not to media files", hint: "leave it out")
  }
}
