import PlayheadKit

/// `playhead analyze` without a network: plays the file on a dozen networks and finds its minimum
/// rate.
enum OverviewCommand {
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    try refuseOptionsOfOneSession(arguments)
    // As for one session, report errors before a long reading begins.
    let format = try arguments.overviewFormat()
    let latency = try arguments.duration(.latency, unit: .required)
    let startupLimit =
      try arguments.duration(.startupLimit) ?? MinimumRate.defaultStartupLimit
    let plan = try SessionPlan(arguments).keepingSummaries
    let location = arguments.mediaLocation
    try context.refuseOverwriting(
      [location, arguments.playerPath].compactMap(\.self), by: arguments.value(.output))

    try refuse(startupLimit, beyond: plan.options.limit, arguments)

    var loading = MediaLoading(arguments: arguments, context: context)
    loading.digestsIndex = format == .json
    let media = try loading.media(at: location, tracks: plan.tracks)
    // Whatever the link, the limit is the same.
    let scenario = plan.scenario(
      of: media.presentation, over: Link(following: NetworkPreset.overview[0].profile))
    try refuse(startupLimit, beyond: scenario.limit, arguments)
    var setting = OverviewSetting(media: media, scenario)
    setting.tracks = plan.tracks
    setting.decoding = loading.decodeMode(for: location).rawValue
    let style = arguments.textStyle(context)
    try context.deliver(to: arguments.value(.output)) { write throws(Failure) in
      try write(format.opening(of: setting, style: style))
      let report = OverviewReport(
        setting,
        try overview(
          of: media, plan, latency: latency, startupLimit: startupLimit, arguments, context))
      try context.checkInterruption()
      context.whereabouts.enter(.delivering)
      try write(format.rest(of: report, style: style).bytes)
    }
    return .ok
  }

  private static func overview(
    of media: MediaDescription, _ plan: SessionPlan, latency: WallTime?, startupLimit: WallTime,
    _ arguments: ParsedArguments, _ context: Context
  ) throws(Failure) -> Overview {
    let frames = media.decoding.map { $0.tracks.reduce(0) { $0 + $1.frames } }
    context.whereabouts.enter(.playing(media.name, frames: frames, time: nil))
    var progress = context.progressLine("Playing", counting: .cases, arguments: arguments)
    defer { progress.erase() }
    var sessions: Int64 = 0
    return try Overview(
      latency: latency, startupLimit: startupLimit, damage: media.damage
    ) { link in
      sessions += 1
      progress.update(completed: sessions, total: Int64(Overview.maximumSessions), at: .now)
      return Simulation(plan.scenario(of: media.presentation, over: link))
    } check: { () throws(Failure) in
      try context.checkInterruption()
    }
  }

  /// Refuses a startup limit that the limit of a session would end first, so that it would be what
  /// decides.
  private static func refuse(
    _ startupLimit: WallTime, beyond limit: WallTime?, _ arguments: ParsedArguments
  ) throws(Failure) {
    guard let limit, startupLimit > limit, let text = arguments.value(.startupLimit) else { return }
    throw Failure(
      badValue: text, of: .startupLimit,
      why: "a session ends at its limit of \(limit.secondsText) s",
      hint: "write a longer \(Option.limit.spelling) too")
  }

  /// Refuses what only the overview has, where one network is named.
  static func refuseOptionsOfOverviews(_ arguments: ParsedArguments) throws(Failure) {
    guard let limit = arguments.value(.startupLimit) else { return }
    throw Failure(
      .usage, "unexpected option", at: Option.startupLimit.spelling,
      why: "it applies to the overview, without \(Option.network.spelling)",
      hint: "to test one session, use 'playhead check' with --expect 'startup <= \(limit)'")
  }

  /// Refuses options without a meaning where many networks are played over.
  private static func refuseOptionsOfOneSession(_ arguments: ParsedArguments) throws(Failure) {
    guard let option = Option.ofOneSession.first(where: arguments.has) else { return }
    throw Failure(needingNetworkFor: option)
  }
}
