import PlayheadKit

/// How to play the media, parsed and checked before the media is read, as that may take long.
///
/// Options default to the values of the report that `--from` names, if any.
struct SessionPlan {
  let transport: Transport
  let policy: BufferingPolicy
  let actions: [UserAction]
  /// The number of times that the media plays.
  let loops: Int
  /// The numbers of the tracks to play; `nil` for the preferred ones.
  let tracks: [Int]?
  private(set) var options: SessionOptions
  /// The tick interval as written.
  private let writtenTick: String?

  /// The plan of `arguments`; without `--player`, of a player by the record's policy, or else
  /// `player`.
  init(
    _ arguments: ParsedArguments, _ record: SessionRecord? = nil, player: BufferingPolicy? = nil
  ) throws(Failure) {
    transport = try arguments.transport(before: record?.transport)
    policy = try arguments.policy(before: record?.policy ?? player)
    let actions = try arguments.userActions()
    self.actions = arguments.has(.action) ? actions : record?.actions ?? []
    let loops = try arguments.loops()
    self.loops = arguments.has(.loop) ? loops : record?.loops ?? 1
    options = try arguments.sessionOptions(before: record?.options)
    if arguments.has(.action) || arguments.has(.limit) {
      try arguments.check(self.actions, within: options.limit)
    }
    tracks = try arguments.trackNumbers() ?? record?.tracks
    writtenTick = arguments.value(.tick)
  }

  /// A copy without ticks, for output that shows none.
  var withoutTicks: SessionPlan {
    var plan = self
    plan.options.tickInterval = nil
    return plan
  }

  /// A copy without ticks and events, which summaries do not need.
  var keepingSummaries: SessionPlan {
    var plan = self
    plan.options.tickInterval = nil
    plan.options.recordsEvents = false
    return plan
  }

  /// What becomes of the plan with `presentation` over `link`.
  func scenario(of presentation: Presentation, over link: NetworkLink) -> FileScenario {
    FileScenario(
      presentation, over: link, by: transport, policy: policy, actions: actions,
      repeats: loops - 1, options: options)
  }

  /// The plan with `media` over `link`, which was asked for as `network`.
  func setting(
    of media: MediaDescription, over network: GivenNetwork, _ link: NetworkLink,
    decoding: DecodeMode? = nil
  ) -> SessionSetting {
    var setting = SessionSetting(media, scenario(of: media.presentation, over: link))
    setting.network = network
    setting.tracks = tracks
    setting.decoding = decoding?.rawValue
    setting.generator = .current
    return setting
  }

  /// Refuses a timeline of too many rows.
  func check(_ scenario: FileScenario) throws(Failure) {
    if scenario.hasTooManyRows { throw Failure(tooManyRows: options, tick: writtenTick) }
  }
}

extension Failure {
  /// A timeline by `options` could have too many rows, of which `tick` was given as the interval.
  init(tooManyRows options: SessionOptions, tick: String?) {
    self.init(
      badValue: tick ?? options.tickInterval?.secondsText ?? "", of: .tick,
      why: "the timeline could exceed \(SessionOptions.maximumRows) rows",
      hint: "use a longer \(Option.tick.spelling) or a shorter \(Option.limit.spelling)")
  }
}
