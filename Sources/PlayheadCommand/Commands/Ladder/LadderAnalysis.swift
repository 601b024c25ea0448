import MediaReading
import PlayheadKit
import PlayheadManifests

/// `playhead analyze` of HLS, MPEG-DASH, a ladder file, or segment sizes.
enum LadderAnalysis {
  static func run(
    _ format: Ladder.Format, _ former: FormerSession?, _ given: ParsedArguments,
    _ context: Context
  ) throws(Failure) -> ExitCode {
    if let former, former.record.ladder == nil {
      throw Failure(
        .badData, "report does not fit", at: former.path,
        why: "it is of a media file, and \(given.operands[0]) is HLS or DASH")
    }
    let arguments = former?.reading(given) ?? given
    guard arguments.has(.network) || former != nil else {
      return try LadderOverviewCommand.run(format, arguments, context)
    }
    try OverviewCommand.refuseOptionsOfOverviews(arguments)
    let output = try SessionOutput(arguments, context, ofLadder: true)
    let network = try arguments.givenNetwork(before: former?.record.network)
    let link = NetworkLink(following: try arguments.profile(of: network))
    var plan = try LadderPlan(format, arguments, context, before: former?.record)
    if !arguments.showsTicks { plan = plan.withoutTicks }
    let choice = plan.choice
    if plan.live != nil { try choice.refuseLive(arguments) }
    let whatIf = try LadderWhatIf(of: format, arguments, context)
    let named = try AnalyzedMedia(arguments, former)
    let location = named.location
    _ = try arguments.spread()
    try context.refuseOverwriting(
      [location, arguments.value(.network), arguments.playerPath, former?.path]
        .compactMap(\.self), by: arguments.value(.output))
    former?.noteVersions(context)

    let (read, sources) = try LadderLoading(arguments: arguments, context: context)
      .read(at: location, format, for: plan.player)
    var media = try plan.keepingTracks(of: read, at: location)
    if arguments.operands.isEmpty {
      media.name = named.name
      let options = Option.ladderReading + [.player, .tracks]
      try former?.check(
        media, at: location, isReadAlike: !options.contains(where: given.has))
    }
    try choice.check(against: media.ladder)
    try arguments.noteUnknownMetrics(of: media, plan, context)
    var run = try plan.run(
      of: media, over: network, link, reading: arguments.ladderReading)
    run.objectives = try arguments.metrics().compactMap(\.objective)
    run.followUp = { report throws(Failure) in
      try follow(up: &report, by: choice, whatIf, arguments, context)
    }
    // What is found out afterwards may refuse the session.
    let isSure = !(choice.isProgram || arguments.has(.whatIf))
    let style = arguments.textStyle(context)
    let exporter = output.exporter(at: location, sources)
    guard isSure else {
      var bytes: [UInt8] = []
      try run.write(by: exporter, style: style, in: context) { bytes += $0 }
      try context.deliver(bytes, to: arguments.value(.output))
      return .ok
    }
    try context.deliver(to: arguments.value(.output)) { write throws(Failure) in
      try run.write(by: exporter, style: style, in: context, to: write)
    }
    return .ok
  }

  /// Adds causes, the same session with changes, the spread and the optimum, as far as they are
  /// asked for.
  private static func follow(
    up report: inout SessionReport, by choice: LadderRule, _ whatIf: LadderWhatIf,
    _ arguments: ParsedArguments, _ context: Context
  ) throws(Failure) {
    guard let adaptation = report.adaptation else { return }
    let (scenario, played) = (adaptation.subject.scenario, adaptation.played)
    let interruption = context.interruption
    if arguments.showsCauses {
      report.causes = SessionCauses(replaying: played, in: scenario) { interruption.isRequested }
      try context.checkInterruption()
      if report.causes == nil {
        context.diagnostics.note(
          "\(choice.name): it decides otherwise or fails when asked again; no causes are given")
      }
    }
    report.whatIf = try whatIf.played(scenario, by: choice, beside: played)
    report.spread = try arguments.spread(of: scenario) { interruption.isRequested }
    try context.checkInterruption()
    guard arguments.has(.optimum) else { return }
    let objective = arguments.choice(.optimum) ?? Optimum.Objective.linear
    report.adaptation?.optimum = Optimum(against: played, of: scenario, for: objective)
    if report.adaptation?.optimum == nil {
      let refusal = RuleChoice.optimal(objective).refusal(for: adaptation.subject.media.ladder)
      context.diagnostics.note(
        "\(report.name): no optimum: \(refusal ?? "nothing plays to the end as it asks for")")
    }
  }
}

extension ParsedArguments {
  /// Notes each metric that is asked for and that no session of `media` with `actions` has, and
  /// why.
  fileprivate func noteUnknownMetrics(
    of media: LadderDescription, _ plan: LadderPlan, _ context: Context
  ) throws(Failure) {
    let count = media.ladder.lanes[0].levels.count
    for metric in try metrics() {
      var why: String?
      if let level = metric.level, level >= count {
        why = "there is no level \(level): \(media.name) has \(counted(count, "level")), from 0"
      } else if let objective = metric.objective {
        why =
          RuleChoice.optimal(objective).refusal(for: media.ladder)
          ?? plan.incomparability
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
    if option == .license {
      self.init(
        .usage, "unexpected option", at: option.spelling,
        why: "browsers ask for no licence of an MP4 file, so it is played of HLS and DASH only",
        hint: "leave it out, or give the manifest of the packaged file")
      return
    }
    self.init(
      .usage, "unexpected option", at: option.spelling,
      why: "it applies to HLS and DASH, not to media files", hint: "leave it out")
  }
}
