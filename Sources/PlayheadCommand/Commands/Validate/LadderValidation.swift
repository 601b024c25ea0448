import MediaReading
import PlayerValidation
import PlayheadKit

/// `playhead validate` of HLS or MPEG-DASH.
enum LadderValidation {
  static func run(
    _ format: Ladder.Format, _ real: RealPlayer, _ arguments: ParsedArguments, _ context: Context
  ) throws(Failure) -> ExitCode {
    guard let preset = real.ladderPlayer else {
      let names = RealPlayer.allCases.filter { $0.ladderPlayer != nil }.map(\.rawValue)
      throw Failure(
        .usage, "unsupported player", at: real.rawValue,
        why: "it is measured with media files only",
        hint: "players of HLS and DASH: \(names.wordList(or: true))")
    }
    let path = arguments.operands[0]
    guard real.ladderFormats.contains(format) else {
      throw Failure(
        .usage, "unsupported format", at: path, why: "\(real.rawValue) does not play it",
        hint: format == .dash ? "write --with=dash.js" : "write --with=hls.js")
    }
    let library = try library(of: real, arguments)
    let network = try arguments.givenNetwork()
    let profile = try arguments.profile(of: network)
    let transport = try arguments.transport(before: nil)
    let repetitions = try arguments.repetitions()
    let watchLimit = try arguments.duration(.watchLimit)
    let player = try arguments.catchingUp(try arguments.ladderPlayer(preset), format)
    let live = try LivePlan(arguments)
    let rule = try LadderRule(parsing: arguments.value(.abr) ?? player.rule, arguments, context)
    try context.refuseOverwriting(
      [path, arguments.value(.network), arguments.playerPath].compactMap(\.self),
      by: arguments.value(.output))

    let media = try LadderLoading(arguments: arguments, context: context)
      .ladder(at: path, format, for: player)
    try rule.check(against: media.ladder)
    let link = NetworkLink(following: profile)
    var scenario = LadderScenario(
      media.ladder, over: link, by: transport, player: player,
      rule: try rule.rule(for: media.ladder, over: link, by: player), chosenBy: rule.choice,
      options: SessionOptions(tickInterval: nil),
      live: try live?.event(of: media.ladder, by: player))
    scenario.faults = try arguments.faults(in: media.ladder)
    let played = try context.play(.ladder(scenario))
    let limit =
      watchLimit ?? Validate.limit(of: played.session, duration: media.ladder.duration)
    var run = ValidationRun(
      path: path, isManifest: true, library: library, duration: media.ladder.duration,
      profile: profile, transport: transport,
      player: real, program: arguments.value(.playerProgram), limit: limit)
    run.faults = LadderPlaces(media.ladder).rule(of: scenario.faults)
    if let event = scenario.live {
      run.live = event
      run.catchUp = player.live[format]?.catchUp
      run.publication = try PublishedEvent(media.ladder, event, beside: path).rule
    }
    let results = try Validate.watch(run, repetitions, context)
    var measurement = PlayerMeasurement(
      player: real, version: results[0].version, media: path,
      mediaBytes: media.ladder.manifests.first?.bytes ?? 0, ladder: media.ladder,
      profile: profile, transport: transport, cores: MediaLoading.cores, limit: limit,
      runs: results.map(\.outline))
    measurement.live = scenario.live.map {
      .init(event: $0, catchUp: player.live[format]?.catchUp)
    }
    let report = ValidationReport(measurement, policy: player.name, predicting: played).beside(
      try arguments.spread(of: scenario))
    return try Validate.deliver(report, arguments, context)
  }

  /// The text of the library that `--library` names.
  private static func library(
    of player: RealPlayer, _ arguments: ParsedArguments
  ) throws(Failure) -> String? {
    let option = Option.playerLibrary
    guard player.isLibrary else {
      guard arguments.has(option) else { return nil }
      throw Failure(
        .usage, "unexpected option", at: option.spelling,
        why: "\(player.rawValue) plays without a library", hint: "leave it out")
    }
    guard let path = arguments.value(option) else {
      throw Failure(
        .usage, "missing option", at: option.spelling,
        why: "\(player.rawValue) is loaded from a file of yours",
        hint: "write \(option.spelling)=FILE")
    }
    do throws(SourceFileError<JSONError>) {
      return try SourceFileError.reading(path, atMost: 64 << 20) {
        (contents: [UInt8]) throws(JSONError) in String(decoding: contents, as: UTF8.self)
      }
    } catch {
      switch error {
      case .unreadable(let error): throw Failure(error, reading: "library")
      case .malformed(let path, let error): throw Failure(error, of: "library", in: path)
      }
    }
  }
}

extension ParsedArguments {
  /// Refuses what applies to HLS and DASH where a media file is played.
  func refuseLadderOptions(for player: RealPlayer) throws(Failure) {
    let refused = [Option.playerLibrary] + Option.ladder
    if let option = refused.first(where: has) {
      throw Failure(appliesToLadders: option)
    }
    guard player.ladderPlayer == nil else {
      throw Failure(
        .usage, "unsupported player", at: player.rawValue, why: "it plays HLS and DASH only",
        hint: "name a manifest")
    }
  }
}
