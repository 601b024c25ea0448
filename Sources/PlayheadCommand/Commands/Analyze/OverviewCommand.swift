import PlayheadKit

/// `playhead analyze` without a network: how the file plays on a dozen of them, and what it needs.
enum OverviewCommand {
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    try refuseOptionsOfOneSession(arguments)
    // As for one session, what is wrong is told before a long reading begins.
    let format = try arguments.overviewFormat()
    let latency = try arguments.duration(.latency)
    var plan = try SessionPlan(arguments).keepingSummaries
    let location = arguments.operands[0]
    try context.refuseOverwriting(
      [location, arguments.playerPath].compactMap(\.self), by: arguments.value(.output))

    let media = try Analyze.media(at: location, &plan, arguments, context)
    let overview = try Overview(
      latency: latency, of: { plan.simulation(of: media, over: $0) },
      check: { () throws(Failure) in try context.checkInterruption() })
    let report = OverviewReport(
      media: media, transport: plan.transport, policy: plan.policy, overview: overview)
    let bytes =
      switch format {
      case .json: OverviewJSON.bytes(report)
      case .text: Array(OverviewText.text(report, style: arguments.textStyle(context)).utf8)
      }
    try context.deliver(bytes, to: arguments.value(.output))
    return .ok
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
