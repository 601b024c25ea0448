import PlayheadKit

/// `playhead analyze` without a network: how the file plays on a dozen of them, and what it needs.
enum OverviewCommand {
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    try refuseOptionsOfOneSession(arguments)
    // As for one session, what is wrong is told before a long reading begins.
    let format = try arguments.overviewFormat()
    let latency = try arguments.duration(.latency)
    let plan = try SessionPlan(arguments).keepingSummaries
    let location = arguments.mediaLocation
    try context.refuseOverwriting(
      [location, arguments.playerPath].compactMap(\.self), by: arguments.value(.output))

    var loading = MediaLoading(arguments: arguments, context: context)
    loading.identifies = format == .json
    let media = try loading.media(at: location, tracks: plan.tracks)
    let overview = try overview(of: media, plan, latency, arguments, context)
    let report = OverviewReport(
      media: media, transport: plan.transport, policy: plan.policy, overview: overview)
    let style = arguments.textStyle(context)
    let bytes =
      switch format {
      case .json: OverviewJSON.bytes(report)
      case .csv: OverviewCSV.bytes(report)
      case .text: Array(OverviewText.text(report, style: style).utf8)
      case .markdown: Array(OverviewMarkdown.text(report, durations: style.durations).utf8)
      }
    try context.deliver(bytes, to: arguments.value(.output))
    return .ok
  }

  private static func overview(
    of media: MediaDescription, _ plan: SessionPlan, _ latency: MediaTime?,
    _ arguments: ParsedArguments, _ context: Context
  ) throws(Failure) -> Overview {
    let frames = media.decoding.map { $0.tracks.reduce(0) { $0 + $1.frames } }
    context.whereabouts.enter(.playing(media.name, frames: frames, time: nil))
    var progress = context.progressLine("Playing", counting: .cases, arguments: arguments)
    defer { progress.erase() }
    var sessions: Int64 = 0
    return try Overview(latency: latency) { link in
      sessions += 1
      progress.update(completed: sessions, total: Int64(Overview.mostSessions), at: .now)
      return Simulation(plan.scenario(of: media.presentation, over: link))
    } check: { () throws(Failure) in
      try context.checkInterruption()
    }
  }

  /// What has no meaning where many networks are played over is a mistake, and is told so.
  private static func refuseOptionsOfOneSession(_ arguments: ParsedArguments) throws(Failure) {
    guard let option = Option.ofOneSession.first(where: arguments.has) else { return }
    throw Failure(
      .usage, "missing option", at: Option.network.spelling,
      why: "\(option.spelling) is of one network, and none is named",
      hint: "write \(Option.network.spelling)=1.5Mbps, or leave out \(option.spelling)")
  }
}
