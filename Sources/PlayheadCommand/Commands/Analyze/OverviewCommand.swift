import PlayheadKit

/// `playhead analyze` without a network: plays the file on a dozen networks and finds its minimum
/// rate.
enum OverviewCommand {
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    try refuseOptionsOfOneSession(arguments)
    // As for one session, report errors before a long reading begins.
    let format = try arguments.overviewFormat()
    let request = try OverviewRequest(arguments)
    let plan = try SessionPlan(arguments).keepingSummaries
    let location = arguments.mediaLocation
    try context.refuseOverwriting(
      [location, arguments.playerPath].compactMap(\.self), by: arguments.value(.output))

    try request.check(against: plan.options.limit)

    var loading = MediaLoading(arguments: arguments, context: context)
    loading.digestsIndex = format == .json
    let media = try loading.media(at: location, tracks: plan.tracks)
    context.helper?.finish()
    // Whatever the link, the limit is the same.
    let scenario = plan.scenario(
      of: media.presentation, over: NetworkLink(following: NetworkPreset.overview[0].profile))
    try request.check(against: scenario.limit)
    var setting = SessionSetting(media, scenario)
    setting.tracks = plan.tracks
    setting.decoding = loading.decodeMode(for: location).rawValue
    setting.generator = .current
    let frames = media.decoding.map { $0.tracks.reduce(0) { $0 + $1.frames } }
    context.whereabouts.enter(.playing(media.name, frames: frames, time: nil))
    try deliver(setting, by: format, arguments, context) { () throws(Failure) in
      let overview = try request.overview(damage: media.damage, context) { link throws(Failure) in
        Simulation(plan.scenario(of: media.presentation, over: link))
      }
      var report = OverviewReport(setting, overview)
      guard format == .html else { return report }
      report.sessions = try overview.networks.map { network throws(Failure) in
        try context.checkInterruption()
        var scenario = plan.scenario(of: media.presentation, over: network.link)
        scenario.options.drawing(network.summary.elapsed)
        var simulation = Simulation(scenario)
        return simulation.run()
      }
      return report
    }
    return .ok
  }

  /// Writes what `exporter` makes of the report that `play` comes to: the opening at once.
  static func deliver<Exporting: Exporter>(
    _ setting: Exporting.Setting, by exporter: Exporting, _ arguments: ParsedArguments,
    _ context: Context, _ play: () throws(Failure) -> Exporting.Report
  ) throws(Failure) {
    let style = arguments.textStyle(context)
    try context.deliver(to: arguments.value(.output)) { write throws(Failure) in
      try write(exporter.opening(of: setting, style: style))
      let report = try play()
      try context.checkInterruption()
      context.whereabouts.enter(.delivering)
      try write(
        try context.text(of: report, by: exporter, style: style, named: arguments.operands[0]))
    }
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
  static func refuseOptionsOfOneSession(_ arguments: ParsedArguments) throws(Failure) {
    guard let option = Option.ofOneSession.first(where: arguments.has) else { return }
    throw Failure(needingNetworkFor: option)
  }
}
