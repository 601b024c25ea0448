import MediaReading
import PlayheadKit

/// `playhead analyze`: plays a file over a network and reports the session.
enum Analyze {
  static let command = Command(
    name: "analyze",
    abstract: "Play a media file over a network: startup, stalls, buffer",
    operands: [
      Command.Operand(
        placeholder: "FILE|URL",
        help:
          "The media: a file, an HLS playlist, an MPD, an http(s) URL, or - for standard input. "
          + "Several are played over one network, a row each",
        kind: .file, isOptional: true, isRepeatable: true)
    ],
    options: [
      .from, .network, .networkFormat, .latency, .scale, .offset, .hold, .jitter, .loss, .seed,
      .tcp, .tls, .lowData,
    ] + Option.policy + Option.ofLive + [
      .recording,
      .abr, .action, .loop, .tick, .limit, .startupLimit, .tracks,
    ] + Option.ladderReading + [.decode, .noCache] + Option.ofLimits + Option.download
      + [.format, .panels, .noPictures, .metric]
      + Option.sessionText + [
        .noCauses, .whatIf, .optimum, .spread, .durations, .output, .color, .ascii, .quiet,
        .verbose,
      ],
    examples: [
      Command.Example(
        words: "playhead analyze Fixtures/clips/faststart.mp4",
        help: "On which networks does it play without a stall?"),
      Command.Example(
        words: "playhead analyze Fixtures/clips/faststart.mp4 --network 800k --latency 50ms",
        help: "Does it stall at 800 kbit/s?"),
      Command.Example(
        words: "playhead analyze Fixtures/clips/faststart.mp4 -n 3g --do '5s seek 15'",
        help: "How long does a seek take on 3G?"),
      Command.Example(
        words: "playhead analyze Fixtures/clips/vp9-opus.webm -n Fixtures/traces/commute.json "
          + "--player Fixtures/players/cautious.yaml --format json",
        help: "A recorded network and a player policy, as JSON"),
    ],
    run: run)

  @Sendable
  static func run(_ given: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    try LiveURLRecording.playing(given, context) { arguments throws(Failure) in
      try play(arguments, context)
    }
  }

  private static func play(
    _ given: ParsedArguments, _ context: Context
  ) throws(Failure) -> ExitCode {
    let arguments = try StoredSessionReference(given)?.arguments(given, context) ?? given
    if arguments.operands.isEmpty, !arguments.has(.from) {
      throw Failure(.missingOperand(command.operands[0]), in: command, of: context.program)
    }
    if arguments.operands.count > 1 { return try SeveralCommand.run(arguments, context) }
    let former = try FormerSession(arguments)
    let format =
      arguments.operands.isEmpty
      ? former?.record.ladder?.format
      : arguments.operands.first.flatMap(Ladder.Format.init(ofLadderAt:))
    if let format { return try LadderAnalysis.run(format, former, arguments, context) }
    if let error = arguments.operands.first.flatMap(MediaReadingError.init(misnamedManifest:)) {
      throw Failure(error)
    }
    if let option = (Option.ladder + Option.ofLive + [.optimum]).first(where: arguments.has) {
      throw Failure(appliesToLadders: option)
    }
    if let former, former.record.ladder != nil {
      throw Failure(
        .badData, "report does not fit", at: former.path,
        why: "it is of HLS or DASH, and \(arguments.operands[0]) is a media file")
    }
    guard arguments.has(.network) || former != nil else {
      return try OverviewCommand.run(arguments, context)
    }
    try OverviewCommand.refuseOptionsOfOverviews(arguments)
    // Errors of the command line are reported before a long reading begins.
    let output = try SessionOutput(arguments, context, ofLadder: false)
    let network = try arguments.givenNetwork(before: former?.record.network)
    let link = NetworkLink(following: try arguments.profile(of: network))
    let plan = try SessionPlan(arguments, former?.record)
    let changes = try arguments.whatIfChanges()
    let spread = try arguments.spread()
    let media = try AnalyzedMedia(arguments, former)
    try context.refuseOverwriting(
      [media.location, arguments.value(.network), arguments.playerPath, former?.path]
        .compactMap(\.self), by: arguments.value(.output))
    former?.noteVersions(context)

    let loading = try loading(former, arguments, context)
    let read = try media.read(loading, tracks: plan.tracks) { presentation throws(Failure) in
      try plan.check(plan.scenario(of: presentation, over: link))
    }
    if !arguments.showsFilm { context.helper?.finish() }
    let played =
      arguments.has(.metric) || arguments.has(.summary)
      ? plan.keepingSummaries : arguments.showsTicks ? plan : plan.withoutTicks
    var run = SessionRun(
      played.setting(
        of: read, over: network, link, decoding: loading.decodeMode(for: media.location)))
    run.followUp = { report throws(Failure) in
      let scenario = played.scenario(of: read.presentation, over: link)
      if arguments.showsCauses {
        report.causes = SessionCauses(of: report.session, in: scenario) {
          context.interruption.isRequested
        }
      }
      report.whatIf = try whatIf(changes, of: scenario, damage: read.damage, in: context)
      guard let spread else { return }
      report.spread = Spread(
        of: scenario, damage: read.damage, count: spread.count, seed: spread.seed
      ) { context.interruption.isRequested }
      try context.checkInterruption()
    }
    let style = arguments.textStyle(context)
    let exporter = output.exporter(at: media.location)
    try context.deliver(to: arguments.value(.output)) { write throws(Failure) in
      try run.write(by: exporter, style: style, in: context, to: write)
    }
    return .ok
  }

  /// The session of `scenario` with `changes`; `nil` without any.
  private static func whatIf(
    _ changes: [WhatIf.Change], of scenario: FileScenario, damage: MediaDamage, in context: Context
  ) throws(Failure) -> WhatIf? {
    guard !changes.isEmpty else { return nil }
    let (changed, idle) = WhatIf.scenario(scenario, with: changes)
    let session = try context.play(.file(changed)).session
    return WhatIf(
      changes.map(\.name), idle: idle, session, SessionSummary(session, damage: damage))
  }

  /// How to read the media.
  private static func loading(
    _ former: FormerSession?, _ arguments: ParsedArguments, _ context: Context
  ) throws(Failure) -> MediaLoading {
    var loading = MediaLoading(arguments: arguments, context: context)
    if let former { loading.decode = try former.decodeMode() ?? .all }
    // Neither text nor metrics show it.
    loading.digestsIndex = former != nil || arguments.choice(.format) ?? SessionFormat.text != .text
    return loading
  }
}
