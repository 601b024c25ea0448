import PlayheadKit

/// How to play a ladder, parsed and checked before it is read, as that may take long.
struct LadderPlan {
  let format: Ladder.Format
  let player: LadderPlayer
  let choice: LadderRule
  let transport: Transport
  let actions: [UserAction]
  /// The number of times that the media plays.
  let loops: Int
  /// The numbers of the lanes to play; `nil` for all.
  let tracks: [Int]?
  /// The live event as which it is played; `nil` on demand.
  let live: LivePlan?
  let faults: [RequestFault]
  private(set) var options: SessionOptions
  private let writtenTick: String?
  private let writtenFaults: [String]

  /// The plan of `arguments`, which default to what the `record` of a session says, if any.
  init(
    _ format: Ladder.Format, _ arguments: ParsedArguments, _ context: Context,
    before record: SessionRecord? = nil
  ) throws(Failure) {
    self.format = format
    player = try arguments.catchingUp(
      try arguments.ladderPlayer(record?.ladderPlayer ?? .usual(for: format)), format)
    choice = try LadderRule(parsing: arguments.value(.abr) ?? player.rule, arguments, context)
    transport = try arguments.transport(before: record?.transport)
    actions = arguments.has(.action) ? try arguments.userActions() : record?.actions ?? []
    faults = try arguments.faults()
    writtenFaults = arguments.values(.fault)
    live = try LivePlan(arguments)
    loops = arguments.has(.loop) ? try arguments.loops() : record?.loops ?? 1
    tracks = try arguments.trackNumbers() ?? record?.tracks
    options = try arguments.sessionOptions(before: record?.options)
    try arguments.check(actions, within: options.limit)
    writtenTick = arguments.value(.tick)
  }

  /// A copy without ticks, for output that shows none.
  var withoutTicks: LadderPlan {
    var plan = self
    plan.options.tickInterval = nil
    return plan
  }

  /// A copy with a row of the timeline at each multiple of `interval`.
  func ticking(every interval: WallTime) -> LadderPlan {
    var plan = self
    plan.options.tickInterval = interval
    return plan
  }

  /// A copy without ticks and events, which summaries do not need.
  var keepingSummaries: LadderPlan {
    var plan = self
    plan.options.tickInterval = nil
    plan.options.recordsEvents = false
    return plan
  }

  /// Why no optimum is comparable with the session, as a clause; `nil` if one is.
  var incomparability: String? {
    if !actions.isEmpty { return "where the user acts, no optimum is comparable" }
    return loops > 1 ? "where the media plays more than once, no optimum is comparable" : nil
  }

  /// `media`, which was read at `location`, with the lanes that are played alone.
  func keepingTracks(
    of media: LadderDescription, at location: String
  ) throws(Failure) -> LadderDescription {
    guard let tracks else { return media }
    let lanes = media.ladder.lanes
    if let number = tracks.first(where: { !lanes.indices.contains($0) }) {
      let names = lanes.enumerated().map { "\($0.offset) (\($0.element.kind.rawValue))" }
      throw Failure(
        badValue: tracks.map(String.init).joined(separator: ","), of: .tracks,
        why: "\(location) has no track \(number)",
        hint: "its tracks are \(names.wordList(or: false))")
    }
    var media = media
    media.ladder = media.ladder.keeping(lanes: Set(tracks))
    return media
  }

  /// The session of `media` over `link`, which was asked for as `network`, by a rule that has seen
  /// nothing.
  func run(
    of media: LadderDescription, over network: GivenNetwork, _ link: NetworkLink,
    reading: [String: [String]] = [:]
  ) throws(Failure) -> SessionRun {
    var setting = SessionSetting(
      .ladder(
        LadderSubject(
          media, try scenario(of: media.ladder, over: link), rule: choice.name, reading: reading)))
    setting.network = network
    setting.tracks = tracks
    setting.generator = .current
    return SessionRun(setting, rule: choice)
  }

  /// What becomes of the plan with `ladder` over `link`; a program is started.
  func scenario(of ladder: Ladder, over link: NetworkLink) throws(Failure) -> LadderScenario {
    try ParsedArguments.check(faults, writtenFaults, in: ladder)
    var scenario = LadderScenario(
      ladder, over: link, by: transport, player: player,
      rule: try choice.rule(for: ladder, over: link, by: player), chosenBy: choice.choice,
      actions: actions, repeats: loops - 1, options: options,
      live: try live?.event(of: ladder, by: player))
    scenario.faults = faults
    if scenario.hasTooManyRows { throw Failure(tooManyRows: options, tick: writtenTick) }
    return scenario
  }
}
