import MediaReading
import PlayheadKit

/// `playhead requirements --live`: how far from the edge of a live event a player has to stay.
enum LiveRequirements {
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    let location = arguments.operands[0]
    guard let format = Ladder.Format(ofLadderAt: location) else {
      throw Failure(appliesToLadders: .live)
    }
    if let option = [Option.startup, .tracks].first(where: arguments.has) {
      throw Failure(
        contradicting: "\(option.spelling) and \(Option.live.spelling)",
        why: "it applies to media files")
    }
    guard arguments.has(.network) else { throw Failure(needingNetworkFor: .live) }
    let form = arguments.choice(.requirementsFormat) ?? RequirementsFormat.text
    try arguments.checkDurations(isText: form == .text)
    try arguments.refuseTerminal(form.rawValue, context)
    let network = try arguments.givenNetwork()
    let link = NetworkLink(following: try arguments.profile(of: network))
    let plan = try LadderPlan(format, arguments, context)
    try plan.choice.refuseLive(arguments)
    try context.refuseOverwriting(
      [location, arguments.value(.network), arguments.playerPath].compactMap(\.self),
      by: arguments.value(.output))

    let media = try LadderLoading(arguments: arguments, context: context)
      .ladder(at: location, format, for: plan.player)
    try plan.choice.check(against: media.ladder)
    let scenario = try plan.scenario(of: media.ladder, over: link)
    context.whereabouts.enter(.playing(media.name, frames: nil, time: nil))
    let interruption = context.interruption
    guard let curve = HoldBackCurve(of: scenario, isCancelled: { interruption.isRequested }) else {
      throw Failure.interrupted
    }
    try plan.choice.check(scenario.rule)
    var report = HoldBackReport(
      LadderSubject(media, scenario, rule: plan.choice.name), network: network, curve)
    report.generator = .current
    let style = arguments.textStyle(context)
    let bytes: [UInt8]
    do throws(ExportError) {
      bytes = try report.bytes(as: form, style: style)
    } catch {
      throw Failure(.badData, "cannot write as \(form.rawValue)", at: location, why: error.reason)
    }
    try context.deliver(bytes, to: arguments.value(.output))
    return .ok
  }
}
