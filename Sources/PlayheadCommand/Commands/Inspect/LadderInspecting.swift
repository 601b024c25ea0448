import MediaReading
import PlayheadKit

/// Inspects HLS, MPEG-DASH and other ladders as the options say.
struct LadderInspecting {
  private let arguments: ParsedArguments
  private let network: GivenNetwork?
  private let profile: BandwidthProfile?
  private let transport: Transport
  /// The player that was asked for; `nil` for that of the ladder's format.
  private let player: LadderPlayer?

  /// Checks the options that say something about ladders.
  init(_ arguments: ParsedArguments, _ context: Context) throws(Failure) {
    self.arguments = arguments
    if let option = [Option.tracks, .inspectDecode].first(where: arguments.has) {
      throw Failure(appliesToFiles: option)
    }
    network = try arguments.inspectionNetwork()
    profile = try network.map { network throws(Failure) in try arguments.profile(of: network) }
    transport = try arguments.transport()
    player = arguments.has(.player) ? try arguments.ladderPlayer(.basic) : nil
  }

  /// The report on the ladder at `location`, and the severity of its worst finding.
  func report(
    at location: String, in context: Context
  ) throws(Failure) -> (LadderInspectionReport, worst: Severity?) {
    // What cannot be read is of any format: reading it says why.
    let format = Ladder.Format(ofLadderAt: location) ?? .hls
    let player = player ?? .usual(for: format)
    let media = try LadderLoading(arguments: arguments, context: context)
      .ladder(at: location, format, for: player)
    let rule = try LadderRule(parsing: player.rule, arguments, context)
    let link = NetworkLink(following: profile ?? media.ladder.referenceProfile)
    let scenario = LadderScenario(
      media.ladder, over: link, by: transport, player: player,
      rule: try rule.rule(for: media.ladder, over: link, by: player),
      options: SessionOptions(tickInterval: nil, recordsEvents: false))
    context.whereabouts.enter(.playing(media.name, frames: nil, time: nil))
    let report = LadderInspectionReport(
      LadderSubject(media, scenario, rule: rule.name), network: network)
    return (report, report.inspection.worst)
  }
}
