import MediaReading
import PlayheadKit

/// `playhead requirements` of HLS, MPEG-DASH, a ladder file, or segment sizes: the bounds of each
/// level, and what the player needs with its rule.
enum LadderRequirementsCommand {
  static func run(
    _ format: Ladder.Format, _ arguments: ParsedArguments, _ context: Context
  ) throws(Failure) -> ExitCode {
    let startup = try arguments.duration(.startup) ?? Option.defaultStartup
    let givenLatency = try arguments.duration(.latency, unit: .required) ?? .zero
    let written = arguments.choice(.requirementsFormat) ?? RequirementsFormat.text
    guard let exporter = LadderRequirementsFormat(rawValue: written.rawValue) else {
      throw Failure(
        badValue: written.rawValue, of: .requirementsFormat,
        why: "a ladder has a bound for each level, not one curve",
        hint: "write \(LadderRequirementsFormat.allCases.map(\.rawValue).wordList(or: true))")
    }
    try arguments.checkDurations(isText: exporter == .text)
    let network = try RequirementsCommand.network(arguments)
    let link = try network.map { network throws(Failure) in
      NetworkLink(following: try arguments.profile(of: network))
    }
    let latency = link?.profile.longestLatency ?? givenLatency
    let plan = try LadderPlan(format, arguments, context).keepingSummaries
    try plan.choice.refuseKnowingLinks()
    let location = arguments.operands[0]
    try context.refuseOverwriting(
      [location, arguments.value(.network), arguments.playerPath].compactMap(\.self),
      by: arguments.value(.output))

    let media = try plan.keepingTracks(
      of: try LadderLoading(arguments: arguments, context: context)
        .ladder(at: location, format, for: plan.player), at: location)
    try plan.choice.check(against: media.ladder)
    context.helper?.finish()
    let fixed = plan.choice.choice.fixedLevel
    let numbers = fixed.map { [$0] } ?? Array(media.ladder.lanes[0].levels.indices)
    let levels = numbers.map {
      LevelRequirements(
        of: $0, in: media.ladder, startup: startup, latency: latency, over: link,
        by: plan.transport)
    }
    context.whereabouts.enter(.playing(media.name, frames: nil, time: nil))
    let search =
      fixed == nil
      ? try search(media, plan, startup: startup, latency: latency, arguments, context) : nil
    let report = LadderRequirementsReport(
      media, player: plan.player, rule: plan.choice.name, startup: startup, latency: latency,
      link: link, network: network, transport: plan.transport, levels: levels, search: search)
    let style = arguments.textStyle(context)
    try context.deliver(
      try context.text(of: report, by: exporter, style: style, named: location),
      to: arguments.value(.output))
    return .ok
  }

  /// The minimum rate of the player with its rule, found by playing it at many rates.
  private static func search(
    _ media: LadderDescription, _ plan: LadderPlan, startup: WallTime, latency: WallTime,
    _ arguments: ParsedArguments, _ context: Context
  ) throws(Failure) -> MinimumRate {
    var progress = context.progressLine("Playing", counting: .cases, arguments: arguments)
    defer { progress.erase() }
    var sessions: Int64 = 0
    var rule: (any AdaptationRule)?
    let found = try MinimumRate(
      latency: latency, startupLimit: startup, damage: media.ladder.damage
    ) { link throws(Failure) in
      if let rule { try plan.choice.check(rule) }
      sessions += 1
      progress.update(completed: sessions, total: Int64(Overview.maximumSessions), at: .now)
      let scenario = try plan.scenario(of: media.ladder, over: link)
      rule = scenario.rule
      return LadderTrial(scenario)
    } check: { () throws(Failure) in
      try context.checkInterruption()
    }
    if let rule { try plan.choice.check(rule) }
    return found
  }
}

extension RuleChoice {
  /// The level that the rule stays at; `nil` if it adapts.
  fileprivate var fixedLevel: Int? {
    if case .named(.fixed(let level)) = self { level } else { nil }
  }
}
