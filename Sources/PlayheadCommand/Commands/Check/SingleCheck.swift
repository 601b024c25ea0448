import MediaReading
import PlayerValidation
import PlayheadKit

/// Checks one media file or ladder against the expectations on the command line.
struct SingleCheck {
  let arguments: ParsedArguments
  let context: Context

  func run(_ reports: ReportPlan) throws(Failure) -> [SuiteResult] {
    let checkCase = try checkCase()
    try reports.refuseOverwriting(
      [checkCase.media.location, arguments.value(.network), arguments.playerPath]
        .compactMap(\.self))
    let media = try media(checkCase.media)
    var runner = SuiteRunner(media: { (_: CheckedMedia) throws(CaseError) in media })
    let interruption = context.interruption
    runner.isInterrupted = { interruption.isRequested }
    runner.program = { (command) throws(CaseError) in
      try ProgramRule(command, of: interruption)
    }
    let start = ContinuousClock.now
    runner.clock = { .now - start }
    runner.findsCauses = !arguments.has(.noCauses)
    context.whereabouts.enter(.playing(checkCase.media.location, frames: nil, time: nil))
    guard let result = runner.run(Suite(cases: [checkCase])) else { throw .interrupted }
    if let error = result.firstError, error.kind == .configuration {
      throw Failure(.usage, error.what, at: error.location, why: error.why)
    }
    return [result]
  }

  /// The case that the command line describes.
  func checkCase() throws(Failure) -> SuiteCase {
    if arguments.operands.count > 1 {
      throw Failure(
        .usage, "too many operands", at: arguments.operands[1],
        why: "only suites can be checked together", hint: "name several media in a suite")
    }
    if let option = (Option.ofSuites + Option.ofBaselines).first(where: arguments.has) {
      throw Failure(
        .usage, "unexpected option", at: option.spelling,
        why: "it applies to suites (.yaml, .yml or .json files)")
    }
    _ = try arguments.jobs()
    let expectations = try arguments.expectations()
    let location = arguments.mediaLocation
    if let error = MediaReadingError(misnamedManifest: location) { throw Failure(error) }
    if Ladder.Format(ofLadderAt: location) == nil,
      let option = Option.manifestReading.first(where: arguments.has)
    {
      throw Failure(appliesToLadders: option)
    }
    let network = try arguments.profile(of: arguments.givenNetwork())
    let (actions, limit) = (try arguments.userActions(), try arguments.duration(.limit))
    try arguments.check(actions, within: limit)
    var media = CheckedMedia(
      name: location, location: location, tracks: try arguments.trackNumbers(),
      decode: arguments.choice(.checkDecode) ?? .byDefault(for: location))
    media.reading = try arguments.readingSetting()
    return SuiteCase(
      name: ShownAddress(location).text, media: media,
      network: CheckedNetwork(
        name: arguments.value(.network) ?? "", .profile(network), shaping: nil),
      transport: try arguments.transport(), player: try player(location), rule: try rule(),
      actions: actions, loops: try arguments.loops(), faults: try arguments.faults(),
      live: try LivePlan(arguments)?.setting, limit: limit,
      expectations: expectations, allowsDamage: arguments.has(.allowDamage))
  }

  private func rule() throws(Failure) -> RuleChoice? {
    guard let text = arguments.value(.abr) else { return nil }
    return try arguments.parse(text[...], .abr) { text throws(GrammarError) in
      try RuleChoice(parsing: text)
    }
  }

  /// The player of the media at `location`; one of ladders stays one, so that files refuse it.
  private func player(_ location: String) throws(Failure) -> CheckedPlayer {
    let name = arguments.value(.player) ?? ""
    let isOfLadders = PlayerPreset.named(name) == nil && LadderPlayer.named(name) != nil
    let format = Ladder.Format(ofLadderAt: location)
    guard isOfLadders || format != nil else { return .policy(try arguments.policy()) }
    let player = try arguments.ladderPlayer(format.map(LadderPlayer.usual) ?? .basic)
    return .ladder(
      try format.map { format throws(Failure) in
        try arguments.catchingUp(player, format)
      } ?? player)
  }

  /// Reads the media of the case.
  func media(_ media: CheckedMedia) throws(Failure) -> PlayableMedia {
    if let format = Ladder.Format(ofLadderAt: media.location),
      case .ladder(let player) = try player(media.location)
    {
      let read = try LadderLoading(arguments: arguments, context: context)
        .ladder(at: media.location, format, for: player)
      return PlayableMedia(read.ladder, remarks: read.notes)
    }
    var loading = MediaLoading(arguments: arguments, context: context)
    loading.notesSpeed = false
    let mode = loading.decodeMode(for: media.location)
    let media = try loading.media(at: media.location, tracks: media.tracks, notesDamage: false)
    return PlayableMedia(
      media.presentation, damage: media.damage,
      decoded: media.decoding == nil ? .none : mode.whereDecoded,
      remarks: media.remarks)
  }
}
